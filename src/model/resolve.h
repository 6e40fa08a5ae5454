// Makes classes for one Node version from drafts: looks up names and resolves inheritance. Each class is resolved when
// it is first used, since a program that starts needs few.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/drafts.h"
#include "model/linearize.h"

namespace nacd::model {

using Classes = std::map<std::string, AsyncClass, std::less<>>;

class Resolver {
 public:
  Resolver(Drafts drafts, uint32_t node_version);
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;

  // Resolves all classes. Checks every name first, whatever the version, so that a file has the same faults on every
  // version. Returns false and sets `error` on a fault.
  bool ResolveAll(Error* error);
  // Returns the class named `name`, or null if the version has none. Drafts that may have a fault need a ResolveAll()
  // first.
  const AsyncClass* Find(std::string_view name);
  // Returns the classes of a module, by their names in ascending order.
  std::vector<const AsyncClass*> OfModule(std::string_view module);
  // Resolves and returns all classes.
  const Classes& all();

 private:
  bool Fail(const Origin& origin, const std::string& path, const std::string& message);
  bool FailBase(const Origin& origin, const std::string& message);
  bool CheckKnown(const Origin& origin, const std::string& key, const std::string& name);
  bool CheckProperty(const DraftProperty& draft);
  bool CheckNames();
  AsyncClass Select(Draft* draft);
  void DropAbsent(AsyncClass* target) const;
  void SetExport(const Draft& draft, AsyncClass* target);
  AsyncClass* Selected(std::string_view name);
  bool Inherit(AsyncClass* target);

  Drafts drafts_;
  const uint32_t node_version_;
  Classes classes_;
  Linearizer order_;
  Error error_;
};

}  // namespace nacd::model
