#include "tauforge/emit/skeletons.h"

#include "tauforge/diagnostic/require.h"

namespace tauforge::emit {

std::string filled(std::string_view skeleton, const std::map<std::string_view, std::string>& places) {
  std::string text;
  for (std::size_t begin = 0; begin < skeleton.size();) {
    const std::size_t at = skeleton.find('@', begin);
    text += skeleton.substr(begin, at - begin);
    if (at == std::string_view::npos) break;
    const std::size_t end = skeleton.find('@', at + 1);
    diagnostic::require(end != std::string_view::npos, "a place in a skeleton ends");
    const auto place = places.find(skeleton.substr(at + 1, end - at - 1));
    diagnostic::require(place != places.end(), "every place in a skeleton is filled");
    text += place->second;
    begin = end + 1;
  }
  return text;
}

}  // namespace tauforge::emit
