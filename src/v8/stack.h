// Reads the JavaScript stack, which gives an operation its call site. Node-API has nothing for it, and an Error object
// with its frames costs ten times as much. Needs public functions of V8 (StackTrace, StackFrame), which Node 20 to 26
// export. Where one is missing, available() is false, and lib/preload/glue/callers.js reads the stack of an Error.
#pragma once

#include <node_api.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "v8/scripts.h"

namespace nacd::v8access {

// One environment's view of the stack. Scripts are looked at once.
class Stack {
 public:
  struct Script {
    ScriptKind kind = ScriptKind::kUnknown;
    bool runner = false;     // a test runner's
    bool machinery = false;  // a test runner's or transformer's
    std::string path;
    // "data:...": its source map, if ReadMaps() was called and the map is in the script. Whoever tells it takes it
    // away.
    std::string map;
  };
  struct Frame {
    Script* script;
    int line;  // and column: 0 in scripts of Node's and our own. V8 would have to read such a script for its lines.
    int column;
  };

  // `own_directory`: where nacd-native's JavaScript lies.
  Stack(napi_env env, std::string own_directory);

  // `packages`: beginnings of paths below node_modules (lib/options/runners.js). To be set before Frames() is called.
  void set_runner_packages(std::vector<std::string> packages) { runner_packages_ = std::move(packages); }
  void set_machinery_packages(std::vector<std::string> packages) { machinery_packages_ = std::move(packages); }
  // From now on scripts of the user's have their source maps: what a transformer made is on no disk.
  void ReadMaps() { reads_maps_ = true; }
  // False where V8's functions can't be found; Frames() must not be called then.
  bool available() const;
  // Returns up to `limit` frames, innermost first; the native function's own, which newer engines show, is passed over.
  // Valid until the next call.
  const std::vector<Frame>& Frames(int limit);

 private:
  Script* ScriptOf(const void* frame);
  std::string MapOf(const void* frame);

  napi_env env_;
  std::string own_directory_;
  std::vector<std::string> runner_packages_;
  std::vector<std::string> machinery_packages_;
  std::unordered_map<int, Script> scripts_;
  std::vector<Frame> frames_;
  bool reads_maps_ = false;
  int native_frames_ = 0;  // how many of the innermost frames are our own native function's
};

}  // namespace nacd::v8access
