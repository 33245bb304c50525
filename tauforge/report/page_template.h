// The page without data, bundled from web/ when this program was built (cmake/page.cmake).
#pragma once

#include <string_view>

namespace tauforge::report {

struct PageTemplate {
  std::string_view text;     // empty: it could not be bundled
  std::string_view why_not;  // then
};

PageTemplate page_template();

}  // namespace tauforge::report
