// Reads one file's JSON into drafts. Checks the form of values and the rules between keys, not the names of classes.
#pragma once

#include <string>
#include <string_view>

#include "model/drafts.h"

namespace nacd::model {

// Reads `text`, the content of `file`, into `drafts`. Returns false and sets `error` on a fault.
bool ReadModelText(std::string_view text, const std::string& file, Drafts* drafts, Error* error);

}  // namespace nacd::model
