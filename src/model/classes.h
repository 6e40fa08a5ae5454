// Describes the asynchronous API of Node.js, or of a package, as data: NACD (ECOOP 2025), section 3.1, figures 4 to 11.
// docs/model.md explains the format and its extensions. This folder does not depend on JavaScript.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nacd::model {

// The ways in which a property is asynchronous ("type" in the file). A property may have several.
enum Pattern : uint32_t {
  kSimpleCallback = 1u << 0,   // CB: the last function argument (or callbackArgument) runs later
  kReturnedObject = 1u << 1,   // RO: returns an async object
  kObjectCreation = 1u << 2,   // OC: a class whose instances are async objects
  kObjectProperty = 1u << 3,   // OP: holds an async object
  kCallbackObject = 1u << 4,   // CO: arguments of its callback are async objects
  kReturnedPromise = 1u << 5,  // RP: returns a promise
  // Not in the paper:
  kAction = 1u << 6,  // AC: a method that Node itself calls to start work (_read, _write...): the start is delayed
  kEvent = 1u << 7,   // EV: an event, by its name: its emission is delayed, in order with the object's others
  kSource = 1u << 8,  // SO: a method by which Node gives received data to an object (push, a handle's onconnection):
                      //     the call is delayed, in order with the object's others
};

// Returns the patterns with their names in the file, in the order of the enum.
struct PatternName {
  std::string_view name;
  Pattern pattern;
};
const std::vector<PatternName>& PatternNames();

// The thing that another thread sends through a method ("thread" of an SO in the file).
enum class ThreadSource {
  kNone,
  kMessage,  // a message at a port: the method is called with (data, type)
  kEnd,      // the end of the thread: pending messages of its ports are delivered first
};

// A range of Node.js versions: since <= version < until. A version is major * 1,000,000 + minor * 1,000 + patch.
struct VersionRange {
  uint32_t since = 0;
  uint32_t until = UINT32_MAX;
  bool Contains(uint32_t version) const { return since <= version && version < until; }
};

// Sets `version` to the number of a version such as "18.3.0". Returns false if `text` is no version.
bool ParseVersion(std::string_view text, uint32_t* version);

// A property without patterns says that there is nothing to delay, and hides an inherited one of the same name. The
// file gives the reason ("reason"), which is not kept.
struct Property {
  // The fields that a hook reads at each call are first, so that they share a cache line.
  uint32_t patterns = 0;       // of Pattern
  int callback_argument = -1;  // CB: index of the callback; -1: the last argument that is a function
  bool postpone_action = false;
  bool connected_callbacks = false;
  bool covers = false;          // objects that Node makes for this call (fetch's sockets) are not delayed themselves
  bool received = false;        // delayed only on objects that a modelled call returned, not on the program's own
  bool alternative = false;     // a second name of the same function ("alias" in the file)
  bool pauses = false;          // delays the data read after this event, not the event
  bool cancels = false;         // a call by the program drops queued SO and EV, except the event "close", as closing a
                                // real handle does
  bool timer = false;           // delayed on demand only (NACD_TIMERS), in order with all other timers
  std::string returned_object;  // RO, OC: the class of the object; RP: the class of the promise's value
  std::string name;
  std::string owner;                          // moduleName of the class that declares it
  std::string object_property;                // OP
  std::vector<std::string> callback_objects;  // CO: by position; an empty string where it is no async object
  std::string handle;     // SO: path on `this` ("_handle.onconnection") to the function that is delayed, read once the
                          // method has run; empty: the method itself is delayed
  std::string event;      // SO, AC: its name in the trace ("data"); empty: the property's name
  std::string arguments;  // postpone_action: the kinds of the arguments before the callback, separated by spaces
                          // ("file data options?"); empty: one path
  VersionRange versions;  // of Node that have it
  ThreadSource thread = ThreadSource::kNone;  // SO: the thing that another thread sends
  int options_argument = -1;                  // timer's promise: index of its options; -1: none
  bool idle_timer = false;                    // sets a timer of Node's own that is traced, as socket.setTimeout()
  bool immediate = false;                     // timer without a time, as setImmediate
  bool held_by_hooks = false;                 // the loop engine cannot hold it, so the hooks delay it with any engine

  // Methods and events are separate name spaces: net.Server has a method "close" and an event "close".
  bool is_event() const { return (patterns & kEvent) != 0; }
  // Returns whether the callback is a listener, which runs for each event: on, once, addListener... Any other CB or RP
  // with connectedCallbacks completes in the object's queue.
  bool registers_listener() const;
};

// Refers to properties that classes own: one property may be in the lists of several classes.
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
  std::vector<std::string> is;       // its bases, in order
  std::vector<Property> properties;  // its own
  PropertyList resolved;             // its own, then inherited ones that it does not override, in C3 order
  bool inherits = false;             // `resolved` is complete
  std::string file;                  // that declares it, for messages
  VersionRange versions;             // of Node that have it; a model holds the classes of one version
  // The module to require, and the path of the constructor within its exports ("net" and "Socket"). A module has its
  // name and "". Both are empty if no module exports the class ("exported": false in the file).
  std::string module;
  std::string export_path;
  // False for a module whose functions ignore their `this` ("usesThis" in the file).
  bool uses_this = true;
  // The time at which a built-in module is hooked ("hooked" in the file): one of HookedNames(), or empty.
  std::string hooked;
  // Events whose first argument is an object from outside the process; it is named after the event. Includes inherited
  // ones once `inherits` is true.
  std::vector<std::string> arrivals;
};

// Returns the words that "hooked" allows.
const std::vector<std::string_view>& HookedNames();

// A built-in module with "hooked", and its word.
struct HookedModule {
  std::string_view name;
  std::string_view when;
};
// Returns those of the compiled-in models, by their names in ascending order, whatever the version of Node.
std::vector<HookedModule> BuiltinHookedModules();

// A fault of a model, with its place.
struct Error {
  std::string file;
  std::string pointer;  // RFC 6901, such as "/0/properties/3/type"; empty: the whole file
  std::string message;
  // Returns a line such as: model/fs.json: /0/properties/3/type: unknown code pattern "CX"; one of CB, RO, ...
  std::string ToString() const;
};

}  // namespace nacd::model
