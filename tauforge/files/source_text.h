// A file's text, read once, with its name: what every reader starts from.
#pragma once

#include <memory>
#include <string>

#include "tauforge/diagnostic/position.h"
#include "tauforge/diagnostic/result.h"

namespace tauforge::files {

using diagnostic::Position;
using diagnostic::Result;
using diagnostic::Source;

using SourceText = std::shared_ptr<const Source>;

// Robot files larger than this are refused ("file-too-large").
constexpr std::size_t largest_robot_file = 64u << 20;

// Reads a whole file; a UTF-8 byte order mark is dropped.
Result<SourceText> read_source(const std::string& path, std::size_t largest = largest_robot_file);

SourceText source_from_text(std::string name, std::string text);

// Line and column of a byte offset.
Position position_at(const SourceText& source, std::size_t offset, int length = 1);

}  // namespace tauforge::files
