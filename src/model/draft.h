// Classes as they were read, with the places they were read at, so that faults found later can name them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace nacd::model {

struct BuiltinClass;

// Where something stands: class `class_index` of the file (none: the file is that class) and its property or name in
// "is" number `index`. The pointer is put together only when a fault needs it.
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
  // Those of the built-in classes that are not in `classes` count as well. A program uses few of them: they are taken
  // over as they are needed (builtin.h).
  bool has_builtin = false;

  // The class named `name`, or null.
  Draft* Find(std::string_view name);
  // Whether Node `version` has a class of that name.
  bool Has(std::string_view name, uint32_t version) const;
  // Takes over all built-in classes that are left.
  void TakeBuiltin();

 private:
  Draft* Take(const BuiltinClass& row);
};

}  // namespace nacd::model
