// Holds classes as they were read, each with its place in a file, so that a fault found later can name the place.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace nacd::model {

struct BuiltinClass;

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

struct Drafts {
  std::vector<std::string> files;
  std::map<std::string, Draft, std::less<>> classes;
  // Built-in classes that are not yet in `classes` count as well. A program uses few of them, so each is copied from
  // the table (builtin.h) when it is first needed.
  bool has_builtin = false;

  // Returns the class named `name`, or null.
  Draft* Find(std::string_view name);
  // Returns whether Node `version` has a class of that name.
  bool Has(std::string_view name, uint32_t version) const;
  // Copies all built-in classes that are not yet in `classes`.
  void TakeBuiltin();

 private:
  Draft* Take(const BuiltinClass& row);
};

}  // namespace nacd::model
