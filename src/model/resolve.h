// From drafts to a model for one Node version: names looked up, inheritance resolved.
#pragma once

#include <map>
#include <string>

#include "model/draft.h"

namespace nacd::model {

using Classes = std::map<std::string, AsyncClass, std::less<>>;

// Fills `classes` with those of `drafts` that `node_version` has. Every name is checked first, whatever the version,
// so that a file is right or wrong on all of them. Returns false and sets `error` on a fault.
bool Resolve(const Drafts& drafts, uint32_t node_version, Classes* classes, Error* error);

}  // namespace nacd::model
