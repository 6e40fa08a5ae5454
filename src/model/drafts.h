// Holds the classes that were read and not yet resolved.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/draft.h"

namespace nacd::model {

struct BuiltinClass;

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
