#include "model/drafts.h"

#include <algorithm>

#include "model/builtin.h"

namespace nacd::model {

Draft* Drafts::Take(const BuiltinClass& row) {
  auto file = std::find(files.begin(), files.end(), row.file);
  if (file == files.end()) file = files.insert(file, row.file);
  return &classes.emplace(row.name, DraftOf(row, file - files.begin())).first->second;
}

Draft* Drafts::Find(std::string_view name) {
  if (auto found = classes.find(name); found != classes.end()) return &found->second;
  const BuiltinClass* row = has_builtin ? FindBuiltin(name) : nullptr;
  return row ? Take(*row) : nullptr;
}

bool Drafts::Has(std::string_view name, uint32_t version) const {
  if (auto found = classes.find(name); found != classes.end()) return found->second.head.versions.Contains(version);
  const BuiltinClass* row = has_builtin ? FindBuiltin(name) : nullptr;
  return row && VersionsOf(*row).Contains(version);
}

void Drafts::TakeBuiltin() {
  if (!has_builtin) return;
  has_builtin = false;
  for (const BuiltinClass& row : BuiltinClasses()) {
    if (!classes.contains(row.name)) Take(row);
  }
}

}  // namespace nacd::model
