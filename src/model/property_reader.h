// Reads one property of a class: the form of each key, and the rules between the keys.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/classes.h"
#include "model/values.h"

namespace nacd::model {

// Returns false and sets `fault` if `json`, read at `place`, is no valid property.
bool ReadProperty(const nlohmann::json& json, const Place& place, Property* property, Fault* fault);

}  // namespace nacd::model
