// A recording in pieces, for logs that are longer than what can be held: as read_recording reads it, but handed over piece by
// piece in the order of time. Memory is that of one piece.
#pragma once

#include <functional>

#include "tauforge/files/csv_recording.h"

namespace tauforge::files {

// Gaps of a piece are those inside it; a pause between two pieces shows in their times. False: no more are wanted.
using TakePiece = std::function<bool(recording::Recording&& piece)>;

// What is wrong with the log; pieces before an error were handed over.
diagnostic::Findings stream_recording(const RecordingRequest& request, std::size_t samples_of_piece,
                                      const TakePiece& take);

}  // namespace tauforge::files
