#include "tauforge/report/escape.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace tauforge::tests {
namespace {

using nlohmann::json;

TEST(PageText, LetsNoNameEndAScript) {
  const json data = {{"name", "</script><script>alert(1)</script><!--"}, {"</script>", 1}};
  const std::string text = report::in_json_script(data);
  EXPECT_EQ(text.find('<'), std::string::npos) << text;
  EXPECT_EQ(text.find('>'), std::string::npos) << text;
  EXPECT_EQ(text.find('&'), std::string::npos) << text;
  EXPECT_EQ(json::parse(text), data);
  EXPECT_EQ(report::in_script("/* </script> */ a"), "/* \\x3c/script> */ a");
}

TEST(PageText, KeepsMarkupFromBeingMarkup) {
  EXPECT_EQ(report::in_html(R"(<b a="1">&amp;</b>)"), "&lt;b a=&quot;1&quot;&gt;&amp;amp;&lt;/b&gt;");
}

TEST(PageText, ShowsWhatANameHides) {
  json value = {{"name\x1b", "a\u202eb"}, {"list", {"\n"}}};
  report::make_printable(value);
  EXPECT_EQ(value, (json{{"name\\x1b", "a\\u202eb"}, {"list", {"\\n"}}}));
}

// RFC 4648, section 10, for bytes; here doubles: 1 is 00 .. 00 f0 3f.
TEST(PageText, WritesNumbersAsTheirBytes) {
  EXPECT_EQ(report::base64({}), "");
  EXPECT_EQ(report::base64(std::vector{1.0}), "AAAAAAAA8D8=");
  EXPECT_EQ(report::base64(std::vector{1.0, -2.0}), "AAAAAAAA8D8AAAAAAAAAwA==");
  EXPECT_EQ(report::base64(std::vector{1.0, -2.0, 0.5}), "AAAAAAAA8D8AAAAAAAAAwAAAAAAAAOA/");
}

}  // namespace
}  // namespace tauforge::tests
