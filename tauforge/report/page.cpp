#include "tauforge/report/page.h"

#include <map>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/native/output_file.h"
#include "tauforge/report/document_kind.h"
#include "tauforge/report/escape.h"
#include "tauforge/report/fill.h"
#include "tauforge/report/robot_functions.h"
#include "tauforge/report/robot_scene.h"

namespace tauforge::report {

namespace {

using nlohmann::json;

// Every robot once, with its functions.
class Robots {
 public:
  Result<std::size_t> index_of(const Robot& robot) {
    const std::string hash = robot.details().file + compiler::source_hash(robot.details().robot);
    const auto [found, fresh] = known_.emplace(hash, known_.size());
    if (!fresh) return found->second;
    const auto functions = robot_functions(robot.details().robot, robot.details().file);
    if (!functions) return functions.findings();
    json scene = robot_scene(robot.details());
    scene["cases"] = functions.value().cases;
    scene["run_time"] = functions.value().run_time;
    scenes_.push_back(std::move(scene));
    texts_ += "{\n" + in_script(functions.value().text) +
              "\nrobots.push({ functions, setup: typeof setup === \"undefined\" ? null : setup });\n}\n";
    return found->second;
  }
  json scenes_ = json::array();
  std::string texts_;

 private:
  std::map<std::string, std::size_t> known_;
};

json table_json(const Table& table) {
  json columns = json::array();
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    columns.push_back({{"name", table.columns[k]}, {"values", base64(table.values[k])}});
  return {{"name", table.name}, {"rows", table.rows()}, {"columns", columns}};
}

json chapter_json(const Chapter& chapter, const json& robot) {
  json documents = json::array(), tables = json::array();
  for (const Document& d : chapter.documents)
    documents.push_back({{"name", d.name}, {"kind", kind_of(d.value)}, {"value", d.value}});
  for (const Table& t : chapter.tables) tables.push_back(table_json(t));
  return {{"title", chapter.title}, {"robot", robot}, {"documents", documents}, {"tables", tables}};
}

// Puts what belongs there in the place of a mark, which the template has once.
void fill(std::string& text, const std::string& mark, const std::string& with) {
  const std::size_t at = text.find(mark);
  diagnostic::require(at != std::string::npos, "the page has a place for everything");
  text.replace(at, mark.size(), with);
}

}  // namespace

Result<std::string> page_text(const Page& page) { return filled(page_template(), page); }

Result<std::string> filled(const PageTemplate& built, const Page& page) {
  if (built.text.empty())
    return diagnostic::error({}, "page-missing",
                             "this program was built without its page: " + std::string(built.why_not),
                             "install node and npm (Debian: nodejs, npm) and build again");
  Robots robots;
  json chapters = json::array();
  for (const Chapter& chapter : page.chapters) {
    json index;
    if (chapter.robot) {
      const auto found = robots.index_of(*chapter.robot);
      if (!found) return found.findings();
      index = found.value();
    }
    chapters.push_back(chapter_json(chapter, index));
  }
  json data = {{"title", page.title},
               {"program", "Tauforge " TAUFORGE_VERSION},
               {"robots", robots.scenes_},
               {"chapters", chapters}};
  make_printable(data);
  std::string text(built.text);
  fill(text, "@TITLE@", in_html(page.title));
  fill(text, "@DATA@", in_json_script(data));
  fill(text, "/*@FUNCTIONS@*/", robots.texts_);
  return text;
}

Findings write_page(const Page& page, const std::string& path) {
  const auto text = page_text(page);
  if (!text) return text.findings();
  return native::write_text(path, text.value());
}

}  // namespace tauforge::report
