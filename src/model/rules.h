// What goes together within one property: a returnedObject needs a pattern that returns something, and so on.
#pragma once

#include <string>

#include "model/model.h"
#include "model/values.h"

namespace nacd::model {

// Returns false and sets `fault` where `property`, read at `place`, contradicts itself.
bool CheckRules(const Property& property, const Place& place, Fault* fault);
bool CheckRange(const VersionRange& versions, const Place& place, Fault* fault);

// "CB, RO, ...": for messages.
std::string PatternList(uint32_t patterns = UINT32_MAX);

}  // namespace nacd::model
