// `tauforge run --hardware`: cards of one's own on the command line, and what is said of them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cards/driver_hardware.h"
#include "tauforge/tauforge.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tauforge::cli {

struct CardsOptions {
  Cards cards;
  std::vector<std::string> accepted;
  std::string record;  // of `tauforge commission`, for `run`

  std::optional<Cards> wanted() const;  // nothing: the virtual robot
};

// --hardware, --machine, --hardware-options, --accept; the first comes back, for options that exclude it.
CLI::Option* add_cards_options(CLI::App& command, CardsOptions& options);
void add_record_option(CLI::App& command, CLI::Option* hardware, CardsOptions& options);

std::string cards_text(const cards::CardsReport& report);
nlohmann::json cards_json(const cards::CardsReport& report);

}  // namespace tauforge::cli
