// A class as it was read, with its place in a file, so that a fault found later can name the place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/classes.h"

namespace nacd::model {

// The place of a property, or of a name in "is": number `index` of class `class_index` of the file. Without a
// `class_index` the file is one class. A JSON pointer is made of it only when there is a fault.
struct Origin {
  size_t file = 0;
  std::optional<size_t> class_index;
  size_t index = 0;
};

struct DraftProperty {
  Property property;
  Origin origin;
};

struct DraftBase {
  std::string name;
  Origin origin;
};

struct Draft {
  AsyncClass head;  // without is, properties and resolved
  bool exported = true;
  std::vector<DraftBase> bases;
  std::vector<DraftProperty> properties;
};

}  // namespace nacd::model
