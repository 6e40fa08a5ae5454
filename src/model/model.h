// The asynchronous API of Node.js (or of a package) as data: NACD (ECOOP 2025), section 3.1, figures 4 to 11.
// Format and extensions: docs/model.md. Knows no JavaScript.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nacd::model {

// How a property is asynchronous; a property may have several ("type" in the file).
enum Pattern : uint32_t {
  kSimpleCallback = 1u << 0,   // CB: the last function argument (or callbackArgument) runs later
  kReturnedObject = 1u << 1,   // RO: returns an async object
  kObjectCreation = 1u << 2,   // OC: a class whose instances are async objects
  kObjectProperty = 1u << 3,   // OP: holds an async object
  kCallbackObject = 1u << 4,   // CO: arguments of its callback are async objects
  kReturnedPromise = 1u << 5,  // RP: returns a promise
  // Beyond the paper:
  kAction = 1u << 6,  // AC: a method that Node itself calls to start work (_read, _write...): the start is delayed
  kEvent = 1u << 7,   // EV: an event, by its name: its emission is delayed, in order with the object's others
  kSource = 1u << 8,  // SO: a method by which Node hands something that came in to an object (push, a handle's
                      //     onconnection): the call is delayed, in order with the object's others
};

// The patterns by their names in the file, in the order of the enum.
struct PatternName {
  std::string_view name;
  Pattern pattern;
};
const std::vector<PatternName>& PatternNames();

// What another thread sends by a method ("thread" of an SO in the file).
enum class ThreadSource {
  kNone,
  kMessage,  // a message at a port: the method is called with (data, type)
  kEnd,      // the end of the thread: messages of its ports that wait come before it
};

// A version range of Node.js: since <= version < until. Encoded as major * 1,000,000 + minor * 1,000 + patch.
struct VersionRange {
  uint32_t since = 0;
  uint32_t until = UINT32_MAX;
  bool Contains(uint32_t version) const { return since <= version && version < until; }
};

// Returns the code of a version such as "18.3.0", or false where `text` is none.
bool ParseVersion(std::string_view text, uint32_t* version);

struct Property {
  // First, and so in one cache line, what the hook of a function asks at each call.
  uint32_t patterns = 0;       // of Pattern
  int callback_argument = -1;  // CB: which argument is the callback; -1: the last one that is a function
  bool postpone_action = false;
  bool connected_callbacks = false;
  bool covers = false;       // what Node makes for this call (fetch's sockets) has no delay of its own ("covers")
  bool received = false;     // delayed only of objects that a modelled call gave, not of the program's own ("received")
  bool alternative = false;  // a second name of another property's very function ("alias" in the file)
  bool pauses = false;       // not this comes later, but what is read from the system after it ("pauses")
  bool cancels = false;      // once the program called this method, what is queued of SO and EV never comes, but
                             // for the event "close": a real handle is closed then ("cancels")
  bool timer = false;        // a timer: delayed on demand only (NACD_TIMERS), in order with all others ("timer")
  std::string returned_object;  // RO, OC; with RP: what the promise settles with
  std::string name;
  std::string owner;                          // moduleName of the class it was written in
  std::string object_property;                // OP
  std::vector<std::string> callback_objects;  // CO: by position; an empty string where it is no async object
  std::string handle;     // SO: after the method ran, this path on `this` ("_handle.onconnection") is the function
                          // that is delayed; empty: the method itself is
  std::string event;      // SO, AC: what the trace calls it ("data"); empty: the property's name
  std::string arguments;  // postpone_action: the kinds of the arguments before the callback, separated by spaces
                          // ("file data options?"); empty: one path
  VersionRange versions;  // where Node has it
  ThreadSource thread = ThreadSource::kNone;  // SO: what another thread sends by this method ("thread")
  int options_argument = -1;                  // of a timer's promise: which argument holds its options; -1: none
  bool immediate = false;                     // a timer without a time, as setImmediate ("immediate")
  bool held_by_hooks = false;  // the loop engine cannot hold it: the hooks delay it with any engine ("heldByHooks")

  // Methods and events have names of their own: net.Server has a method "close" and an event "close".
  bool is_event() const { return (patterns & kEvent) != 0; }
  // on, once, addListener...: its callback is a listener, run for each event. Any other CB or RP with
  // connectedCallbacks completes in the object's queue.
  bool registers_listener() const;
};

// Properties that belong to other classes as well. Those classes own them.
class PropertyList {
 public:
  class Iterator {
   public:
    explicit Iterator(const Property* const* at) : at_(at) {}
    const Property& operator*() const { return **at_; }
    const Property* operator->() const { return *at_; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator& other) const = default;

   private:
    const Property* const* at_;
  };

  Iterator begin() const { return Iterator(list_.data()); }
  Iterator end() const { return Iterator(list_.data() + list_.size()); }
  size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }
  void Add(const Property& property) { list_.push_back(&property); }

 private:
  std::vector<const Property*> list_;
};

struct AsyncClass {
  std::string name;                  // moduleName: "fs" (a module) or "net.Socket" (a class)
  std::vector<std::string> is;       // inherits from, in order
  std::vector<Property> properties;  // its own
  PropertyList resolved;             // its own, then inherited ones it does not override (linearized as C3 does)
  bool inherits = false;             // `resolved` is complete
  std::string file;                  // where it was read, for messages
  VersionRange versions;             // where Node has it; a model holds only classes that its version has
  // The module to require and the path within its exports that lead to the class's constructor, if it is reachable
  // ("net" and "Socket"). For a module: its name and "". Both empty ("exported": false in the file): not reachable.
  std::string module;
  std::string export_path;
  // A module whose functions are the same whatever their `this` is ("usesThis": false in the file).
  bool uses_this = true;
  // A built-in module: when it is hooked ("hooked" in the file), one of HookedNames(); empty: not by itself.
  std::string hooked;
  // Events that bring an object from outside the process, which is named after the event; inherited ones, too, once
  // `inherits` is true.
  std::vector<std::string> arrivals;
};

// The words that "hooked" allows.
const std::vector<std::string_view>& HookedNames();

// A built-in module that is hooked by itself, and when: one of HookedNames().
struct HookedModule {
  std::string_view name;
  std::string_view when;
};
// Returns those of the compiled-in models, by their names in ascending order, whatever the version of Node.
std::vector<HookedModule> BuiltinHookedModules();

// A property without patterns says that there is nothing to delay; it hides an inherited one of the same name. The
// file says why ("reason"; not kept).

// What is wrong with a model, and where.
struct Error {
  std::string file;
  std::string pointer;  // RFC 6901, such as "/0/properties/3/type"; empty: the whole file
  std::string message;
  // "model/fs.json: /0/properties/3/type: unknown code pattern "CX"; one of CB, RO, ..."
  std::string ToString() const;
};

// What a Loader has read and not yet resolved (draft.h).
struct Drafts;

class Resolver;

// Does not change once loaded, but resolves built-in classes when they are first asked for: for one thread.
class Model {
 public:
  explicit Model(std::unique_ptr<Resolver> resolver);
  ~Model();
  // Returns the class named `name`, or null.
  const AsyncClass* Find(std::string_view name) const;
  // Returns those whose `module` is `module`, by their names in ascending order.
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

  // Adds the built-in models, compiled in from model/*.json. To be called first, if at all.
  void AddBuiltin();
  // Reads one file's text: a class (a JSON object) or an array of them. A class that is there already gains the new
  // properties, and a property that is there already is replaced (so that a user's file can add to a built-in model
  // or correct it); twice in one file is a fault. Returns false and keeps error() on a fault; the loader is then of no
  // further use.
  bool AddText(std::string_view text, const std::string& file);
  // Reads a file, or each *.json file of a folder in alphabetical order.
  bool AddPath(const std::string& path);
  // Makes the model for a Node version (see VersionRange). Returns null and keeps error() on a fault: an unknown
  // class in "is" or a reference, a cycle, an inconsistent order of inheritance.
  std::unique_ptr<Model> Finish(uint32_t node_version);
  const Error& error() const { return error_; }

 private:
  std::unique_ptr<Drafts> drafts_;
  Error error_;
};

}  // namespace nacd::model
