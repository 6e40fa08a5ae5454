// On Windows nothing is mapped (line_file.cc).
#include "trace/mapped_pieces.h"

namespace nacd::trace {

char* MappedPieces::Next(size_t) { return nullptr; }

MappedPieces::~MappedPieces() = default;

}  // namespace nacd::trace
