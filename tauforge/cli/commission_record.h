// The record of `tauforge commission` as a file.                                           docs/commissioning.schema.json
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/commission/record.h"
#include "tauforge/diagnostic/result.h"

namespace tauforge::cli {

nlohmann::json record_json(const commission::Record& record);
// Errors: record-unreadable, record-invalid.
diagnostic::Result<std::shared_ptr<const commission::Record>> read_record(const std::string& path);

}  // namespace tauforge::cli
