// Scripts by their names: the path of the file, and its owner.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nacd::v8access {

// The owner of a script, as far as call sites are concerned.
enum class ScriptKind {
  kUser,         // the user's own
  kPackage,      // under node_modules
  kNode,         // Node's
  kTransparent,  // Node's, calling on behalf of others: util.promisify, timers, emitters
  kOwn,          // nacd-native's
  kUnknown,      // built into the engine
};

// Returns the path of a script: "file:///a%20b.mjs" is "/a b.mjs"; any other name stays as it is.
std::string ScriptPath(std::string name);

// `own_directory`: nacd-native's JavaScript lies there.
ScriptKind KindOfScript(const std::string& path, const std::string& own_directory);

// Returns true if the script belongs to a package whose path below node_modules begins with one of `packages`.
bool BelongsTo(const std::vector<std::string>& packages, std::string_view path);

}  // namespace nacd::v8access
