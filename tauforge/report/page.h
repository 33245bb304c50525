// One HTML file that shows a robot, what was found about it and how it moves: no server, no request, nothing beside it.
//
//   chapters (robot, tables, documents) -> JSON, everything hostile escaped -> the page that was bundled from web/
//
// What the page shows is decided there, by the kind of each document; here it is only put together.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/report/table.h"
#include "tauforge/tauforge.h"

namespace tauforge::report {

// What a command found, as its --json prints it.
struct Document {
  std::string name;  // where it comes from
  nlohmann::json value;
};

// What belongs together: a folder, or one run of a command.
struct Chapter {
  std::string title;
  std::optional<Robot> robot;
  std::vector<Table> tables;
  std::vector<Document> documents;
};

struct Page {
  std::string title;
  std::vector<Chapter> chapters;
};

// The whole file. Errors: page-missing where the program was built without the page; functions-refused where a robot has no
// functions that the page could call.
Result<std::string> page_text(const Page& page);

// Complete or absent.
Findings write_page(const Page& page, const std::string& path);

}  // namespace tauforge::report
