// Checks the rules between the keys of one property, such as: a returnedObject needs a pattern that returns something.
#pragma once

#include <string>

#include "model/classes.h"
#include "model/values.h"

namespace nacd::model {

// Returns false and sets `fault` if `property`, read at `place`, contradicts itself.
bool CheckRules(const Property& property, const Place& place, Fault* fault);
bool CheckRange(const VersionRange& versions, const Place& place, Fault* fault);

// Returns "CB, RO, ..." for messages.
std::string PatternList(uint32_t patterns = UINT32_MAX);

}  // namespace nacd::model
