// XML says in its first line how its characters are stored. Only UTF-8 is read here; a file that declares
// or holds something else is read all the same, because names and numbers are mostly ASCII, and is told so.
#pragma once

#include "tauforge/files/source_text.h"

namespace tauforge::files {

// "xml-encoding-assumed": a declared encoding other than UTF-8, or the first byte that is not UTF-8.
diagnostic::Findings encoding_notes(const SourceText& source);

}  // namespace tauforge::files
