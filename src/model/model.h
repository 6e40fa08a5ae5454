// Reads model files and finds their classes by name. This folder does not depend on JavaScript.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/classes.h"

namespace nacd::model {

// Classes that a Loader has read and not yet resolved (drafts.h).
struct Drafts;

class Resolver;

// Does not change once loaded. Resolves a built-in class when it is first used, so only one thread may use a model.
class Model {
 public:
  explicit Model(std::unique_ptr<Resolver> resolver);
  ~Model();
  // Returns the class named `name`, or null.
  const AsyncClass* Find(std::string_view name) const;
  // Returns the classes of a module, by their names in ascending order.
  std::vector<const AsyncClass*> OfModule(std::string_view module) const;
  const std::map<std::string, AsyncClass, std::less<>>& classes() const;
  // Returns all modules with "hooked", by their names in ascending order. Resolves all classes.
  std::vector<HookedModule> HookedModules() const;

 private:
  const std::unique_ptr<Resolver> resolver_;
};

// Reads model files, then resolves inheritance and references. Not thread-safe.
class Loader {
 public:
  Loader();
  ~Loader();

  // Adds the built-in models, compiled in from model/*.json. Must be the first call, if it is used.
  void AddBuiltin();
  // Reads one file's text: a class (a JSON object) or an array of them. A known class gains the new properties, and a
  // known property is replaced, so that a user's file can extend or correct a built-in model. A property that is twice
  // in one file is a fault. On a fault, returns false and sets error(); the loader must not be used further.
  bool AddText(std::string_view text, const std::string& file);
  // Reads a file, or each *.json file of a folder in alphabetical order.
  bool AddPath(const std::string& path);
  // Makes the model for a Node version (see VersionRange). On a fault, returns null and sets error(). Faults are an
  // unknown class in "is" or in a reference, a cycle, and an inconsistent order of inheritance.
  std::unique_ptr<Model> Finish(uint32_t node_version);
  const Error& error() const { return error_; }

 private:
  std::unique_ptr<Drafts> drafts_;
  Error error_;
};

}  // namespace nacd::model
