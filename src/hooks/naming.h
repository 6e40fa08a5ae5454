// Names of operations: API, call site, and count at that site in the same asynchronous context (docs/trace-format.md).
// A context is the operation from which the running code was started.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hooks/glue.h"
#include "hooks/js.h"
#include "hooks/subjects.h"
#include "names/contexts.h"
#include "names/recent_counts.h"
#include "v8/collections.h"
#include "v8/return_addresses.h"
#include "v8/stack.h"

namespace nacd::hooks {

// An object whose callbacks are connected.
struct ObjectInfo {
  uint64_t id = 0;
  std::string origin;  // where it was first seen: call site, ordinal there, context
  std::string site;
  uint64_t turn = 0;              // the turn of the loop in which its last event was emitted
  bool covered = false;           // made by Node for a call that is delayed as a whole
  bool machinery = false;         // see Operation
  bool timer_looked_for = false;  // see TraceServerTimer()
  std::optional<bool> prints;     // see Prints()
  std::optional<bool> encrypted;  // see SharesConnection()
  std::unordered_map<std::string, uint32_t> counts;
};

// The working directory and its project's folder, with slashes and a trailing slash. `project` is empty if there is
// none.
struct Folders {
  std::string working, project;
};

// The caller of a hooked function.
struct Callers {
  bool internal = false;    // the immediate caller is Node itself (or the package that the model describes)
  bool from_loop = false;   // no user code on the stack at all: the event loop started it
  bool by_runner = false;   // the immediate caller is a test runner
  bool in_package = false;  // no user code is on the stack, only a package
  bool machinery = false;   // and a test runner or transformer
  // "lib/a.js:3:7": innermost frame of the user's code, as names::RelativeTo(). Kept by Naming.
  std::string_view site;
  uint32_t site_number = 0;  // Naming's
  // If `internal`: the caller's path, such as "node:internal/abort_controller"; empty if unknown. Valid as long as
  // Naming.
  std::string_view module;
};

class Naming {
 public:
  // `own_directory`: the folder of nacd-native's JavaScript, whose frames are ignored.
  Naming(napi_env env, const Glue* glue, Folders folders, std::string own_directory);
  // As Stack's.
  void set_runner_packages(std::vector<std::string> packages) { stack_.set_runner_packages(std::move(packages)); }

  // As Stack's.
  void set_machinery_packages(std::vector<std::string> packages) { stack_.set_machinery_packages(std::move(packages)); }

  // Calls `listener` once with the source map of each user script in which a call site is found: the script's path as
  // in call sites, and the map as a URL ("data:...").
  using MapListener = std::function<void(std::string_view file, std::string_view url)>;
  void set_map_listener(MapListener listener) {
    map_listener_ = std::move(listener);
    stack_.ReadMaps();
  }

  // True while only the runner's own code has made calls in a test runner's process. Its chains of calls need no
  // contexts, which are very expensive where async hooks carry them (before Node 24).
  bool waits_for_program() const { return waits_for_program_; }
  void WaitForProgram() { waits_for_program_ = true; }

  // Finds the caller on the stack. Code of `package` is treated like Node's own; empty: no package.
  Callers Capture(std::string_view package = {});
  // Returns the current context; outside of all operations, the root.
  names::Context Current();
  // Returns true if a call with these callers is a test runner's or transformer's own (Operation::machinery): no code
  // under test is on the stack, and none started what runs now.
  bool IsMachinery(const Callers& callers) { return callers.in_package && IsOfMachinery(callers, Current()); }
  // The number of the current context if it is known without asking, else 0. Writable.
  double* slot() { return slot_; }
  // Returns a name such as "fs.stat(a.txt)@app.js:3:5#2<1a2b3c4d". `subject` is the file or host that the call is
  // about, or empty.
  std::string NameCall(std::string_view api, std::string_view subject, const Callers& callers);
  // The same, written into `memory`, which grows as needed.
  std::string_view NameCall(std::string_view api, std::string_view subject, const Callers& callers,
                            std::string* memory);
  // Lends memory for a name, usually that of the previous name. Return it with TakeBack().
  std::string Lend() { return std::move(spare_); }
  void TakeBack(std::string&& memory) { spare_ = std::move(memory); }
  // Returns the subject of an argument; see Subjects. Valid until the next call.
  std::string_view SubjectOf(napi_value text) { return subjects_.Of(text); }
  // Names the object's next event. `info` belongs to the object.
  std::string NameEvent(std::string_view api, ObjectInfo* info);
  // Returns the info of `object`. Creates it, with its origin, on first sight.
  ObjectInfo* InfoOf(napi_value object, std::string_view api);
  // The context "inside the operation `name`, called at `site`", as the number that JavaScript carries.
  napi_value ContextOf(std::string_view name, std::string_view site, bool covered = false, bool machinery = false) {
    return ContextOf(name, sites_.NumberOf(site), covered, machinery);
  }
  // The same, for a site whose number (Callers::site_number) is known.
  napi_value ContextOf(std::string_view name, uint32_t site_number, bool covered = false, bool machinery = false);
  // Records where an object is created, for an InfoOf() that may come later without a caller on the stack.
  void NoteMade(napi_value object);
  // Returns true if InfoOf() has seen the object before.
  bool Knows(napi_value object);
  // Gives `callers`, which have no site, the site of `object`. Returns false if none is known, or if the object is not
  // the program's.
  bool TakeSiteOf(napi_value object, Callers* callers);
  // Returns true if there has been a covered context.
  bool any_covered() const { return any_covered_; }

 private:
  // How many frames it took to find the caller.
  struct Looked {
    int frames = 0;
    bool everything = false;
    bool wasm = false;  // one of them was a WebAssembly frame
  };
  using CallersByKey = std::unordered_map<uint64_t, Callers>;

  double NumberOf(std::string_view name, uint32_t site_number, bool covered, bool machinery);
  // Counts how many of `name` were started in `context`, including this one.
  uint32_t Count(const names::Context& context, std::string_view name);
  void SetSite(std::string_view site, Callers* callers);
  void TakeNoted(napi_value about, Callers* callers);
  void TellMap(v8access::Stack::Script* script, const std::string& file);
  bool IsOfMachinery(const Callers& callers, const names::Context& context);
  Callers CaptureNatively(std::string_view package);
  Callers LookAtFrames(std::string_view package, Looked* looked);
  Callers CaptureInJs(std::string_view package);
  std::string Relative(std::string_view path) const;

  napi_env env_;
  const Glue* glue_;
  double* slot_ = nullptr;  // memory of glue's `slot`
  v8access::Stack stack_;
  CallersByKey near_callers_, far_callers_;  // by what ReturnAddresses says
  v8access::Collections collections_;
  v8access::ReturnAddresses addresses_;
  Subjects subjects_;
  Folders folders_;
  MapListener map_listener_;
  std::unordered_set<std::string> told_maps_;  // files
  names::Sites sites_;
  std::unordered_map<uint64_t, uint32_t> root_counts_;  // by hash of the name
  std::string spare_;
  names::RecentCounts counts_;  // of all other contexts, by hash of name and context
  uint64_t last_object_ = 0;
  bool any_covered_ = false;
  bool waits_for_program_ = false;
  std::unordered_set<std::string_view> packages_;  // that the runner has used so far
};

}  // namespace nacd::hooks
