#include "hooks/install.h"

#include <cctype>
#include <memory>

#include "hooks/hook.h"
#include "hooks/hook_registry.h"
#include "hooks/traced_timers.h"
#include "hooks/wrappers.h"

namespace nacd::hooks {
namespace {

using model::AsyncClass;
using model::Pattern;
using model::Property;

napi_callback SourceOf(const Property& property) {
  if (property.thread == model::ThreadSource::kMessage) return OnMessage;
  if (property.thread == model::ThreadSource::kEnd) return OnExit;
  return property.handle.empty() ? OnSource : OnHandle;
}

std::string ApiOf(const Property& property) {
  return property.owner + '.' + (property.event.empty() ? property.name : property.event);
}

napi_callback NativeSideOf(const Property& property) {
  if (property.timer) return OnLateTimer;
  if (property.idle_timer) return OnIdleTimer;
  if (property.cancels) return OnCancel;
  if (property.patterns & Pattern::kAction) return OnAction;
  if (property.patterns & Pattern::kSource) return SourceOf(property);
  if (property.registers_listener()) return nullptr;  // the emitter's emit is hooked instead
  if (property.patterns & (Pattern::kSimpleCallback | Pattern::kReturnedPromise)) return OnCall;
  // Hooked even if nothing is delayed: operations that such a call starts are named after it.
  return property.patterns & (Pattern::kReturnedObject | Pattern::kCallbackObject) ? OnCall : nullptr;
}

// Puts hooks on one object: a module's exports, a prototype, or an instance.
class Installer {
 public:
  Installer(Environment* environment, std::string_view package, bool direct = false)
      : environment_(*environment), env_(environment->env()), package_(package), direct_(direct) {}

  void Install(napi_value holder, const AsyncClass& async_class) {
    if (!IsTrue(env_, Call(env_, Undefined(env_), environment_.glue().firstTime.Value(),
                           std::array{holder, String(env_, async_class.name)}))) {
      return;
    }
    for (const Property& property : async_class.resolved) InstallProperty(holder, property);
    InstallEvents(holder, async_class);
  }

  // Hooks methods that an instance has itself and its prototype lacks: a FileHandle's close, a forked child's send. One
  // hook serves all instances, since each hook stays in memory. Returns true if the class may have such methods.
  bool InstallOwn(napi_value object, napi_value prototype, const AsyncClass& async_class) {
    auto& methods = environment_.hooks().OwnMethodsOf(async_class.name);
    if (!methods) {
      methods = std::make_unique<std::vector<OwnMethod>>();
      for (const Property& property : async_class.resolved) {
        if (NativeSideOf(property) == OnCall && IsMissing(prototype, property.name)) methods->push_back(Own(property));
      }
    }
    for (const OwnMethod& method : *methods) {
      Call(env_, Undefined(env_), environment_.glue().defineOwn.Value(),
           std::array{object, String(env_, method.name), method.wrapper.Value()});
    }
    return !methods->empty();
  }

 private:
  bool IsMissing(napi_value prototype, const std::string& name) {
    bool has = false;
    napi_has_property(env_, prototype, String(env_, name), &has);
    return !has && name.find('.') == std::string::npos;
  }

  OwnMethod Own(const Property& property) {
    napi_value original =
        Call(env_, Undefined(env_), environment_.glue().ownMethod.Value(), std::array{String(env_, property.name)});
    Hook* hook = MakeHook(original, property.owner + '.' + property.name);
    hook->property = property;
    return {property.name, Reference(env_, MakeWrapper(&environment_, hook, OnCall, original))};
  }

  void InstallProperty(napi_value holder, const Property& property) {
    if (property.held_by_hooks) environment_.decisions().HoldByHooks(ApiOf(property));
    if (property.patterns & Pattern::kObjectProperty) InstallObject(holder, property);
    if (property.patterns & Pattern::kObjectCreation) InstallClass(holder, property);
    const napi_callback native = NativeSideOf(property);
    if (native == OnLateTimer && !environment_.options().delays_timers) return;
    if (native == OnIdleTimer && (!environment_.follows_timers() || environment_.options().delays_timers)) return;
    if (native) Replace(holder, property, native);
  }

  void Replace(napi_value holder, const Property& property, napi_callback native) {
    napi_value name = String(env_, property.name);
    napi_value named = Boolean(env_, native == OnAction || native == OnSource || native == OnMessage);
    napi_value original =
        Call(env_, Undefined(env_), environment_.glue().lookup.Value(), std::array{holder, name, named});
    if (!IsFunction(env_, original)) return;
    Hook* hook = MakeHook(original, ApiOf(property));
    hook->property = property;
    const bool direct = direct_ && native == OnCall && !(property.patterns & Pattern::kObjectCreation);
    napi_value wrapper =
        direct ? MakeDirectWrapper(&environment_, hook, original) : MakeWrapper(&environment_, hook, native, original);
    Call(env_, Undefined(env_), environment_.glue().define.Value(), std::array{holder, name, wrapper});
    if (native == OnAction && property.name == "_construct") WatchMade(holder, name, hook);
    if (native == OnCall || native == OnLateTimer) InstallPromisified(wrapper, original, property, native);
  }

  void WatchMade(napi_value holder, napi_value name, Hook* hook) {
    napi_value made = nullptr;
    napi_create_function(env_, "made", NAPI_AUTO_LENGTH, OnMade, hook, &made);
    Call(env_, Undefined(env_), environment_.glue().watchMethod.Value(), std::array{holder, name, made});
  }

  // util.promisify(exec) returns exec[util.promisify.custom], which calls the original and not the hook.
  void InstallPromisified(napi_value wrapper, napi_value original, Property property, napi_callback native) {
    napi_value custom = Call(env_, Undefined(env_), environment_.glue().promisified.Value(), std::array{original});
    if (!IsFunction(env_, custom)) return;
    Hook* hook = MakeHook(custom, property.owner + '.' + property.name);
    property.patterns = Pattern::kReturnedPromise;
    property.postpone_action = false;
    hook->property = property;
    napi_value promisified = MakeWrapper(&environment_, hook, native, custom);
    Call(env_, Undefined(env_), environment_.glue().setPromisified.Value(), std::array{wrapper, original, promisified});
  }

  Hook* MakeHook(napi_value original, std::string api) {
    auto hook = std::make_unique<Hook>();
    hook->environment = &environment_;
    hook->original = Reference(env_, original);
    hook->api = std::move(api);
    hook->package = package_;
    hook->compiles_in_pieces = hook->api.starts_with("globals.WebAssembly.") && hook->api.ends_with("Streaming");
    hook->may_have_module = hook->api == "globals.WebAssembly.instantiate";
    return environment_.hooks().Keep(std::move(hook));
  }

  void InstallObject(napi_value holder, const Property& property) {
    Call(env_, Undefined(env_), environment_.glue().watchProperty.Value(),
         std::array{holder, String(env_, property.name),
                    environment_.hooks().Watcher(property.object_property, package_)});
  }

  void InstallClass(napi_value holder, const Property& property) {
    const AsyncClass* created = environment_.model().Find(property.returned_object);
    if (!created || package_.empty()) return;  // a built-in class is found by its own name
    napi_value constructor = Get(env_, holder, property.name.c_str());
    if (!IsFunction(env_, constructor)) return;
    napi_value prototype = Get(env_, constructor, "prototype");
    if (IsObject(env_, prototype)) Installer(&environment_, package_).Install(prototype, *created);
  }

  void InstallEvents(napi_value holder, const AsyncClass& async_class) {
    std::unordered_map<std::string, std::string> events;
    std::unordered_set<std::string> pausing;
    bool all = false;
    bool queues = false;
    for (const Property& property : async_class.resolved) {
      if (property.patterns & Pattern::kEvent) events[property.name] = property.owner + '.' + property.name;
      if ((property.patterns & Pattern::kEvent) && property.pauses) pausing.insert(property.name);
      all = all || (!package_.empty() && property.registers_listener());
      // Input waits in the object's queue, so the object's last events must come behind it. Ports and workers keep that
      // order by themselves.
      const bool queued = SourceOf(property) == OnSource || SourceOf(property) == OnHandle;
      queues = queues || ((property.patterns & Pattern::kSource) && !property.pauses && queued);
    }
    if (events.empty() && !all && !queues && async_class.arrivals.empty()) return;
    Hook* hook = EmitHookOf(holder, async_class.name);
    if (!hook) return;
    hook->events.merge(events);
    hook->pausing_events.merge(pausing);
    hook->arrivals.insert(async_class.arrivals.begin(), async_class.arrivals.end());
    hook->all_events = hook->all_events || all;
  }

  // The hook of the emit that instances of `holder` use, made when there is none yet.
  Hook* EmitHookOf(napi_value holder, const std::string& api) {
    napi_value name = String(env_, "emit");
    napi_value original = Call(env_, Undefined(env_), environment_.glue().lookup.Value(), std::array{holder, name});
    if (!IsFunction(env_, original)) return environment_.hooks().EmitHookOf(Get(env_, holder, "emit"));
    Hook* hook = MakeHook(original, api);
    napi_value wrapper = MakeWrapper(&environment_, hook, OnEmit, original);
    Call(env_, Undefined(env_), environment_.glue().define.Value(), std::array{holder, name, wrapper});
    environment_.hooks().RememberEmit(wrapper, hook);
    return hook;
  }

  Environment& environment_;
  napi_env env_;
  std::string package_;
  bool direct_;  // the functions do not look at their `this`
};

bool HasNoThis(Environment* environment, std::string_view module) {
  const AsyncClass* async_class = environment->model().Find(module);
  return async_class && !async_class->uses_this;
}

bool IsNamespace(std::string_view export_path) {
  const size_t last = export_path.rfind('.') + 1;  // npos + 1 is 0
  return last < export_path.size() && std::islower(static_cast<unsigned char>(export_path[last]));
}

}  // namespace

void HookModule(Environment* environment, std::string_view name, napi_value exports, bool package) {
  if (!IsObject(environment->env(), exports)) return;
  if (!package) HookTimers(environment, name, exports);
  Installer installer(environment, package ? name : std::string_view(), HasNoThis(environment, name));
  for (const AsyncClass* async_class : environment->model().OfModule(name)) {
    if (async_class->export_path.empty()) {
      installer.Install(exports, *async_class);
      continue;
    }
    napi_env env = environment->env();
    napi_value constructor =
        Call(env, Undefined(env), environment->glue().exported.Value(),
             std::array{exports, String(env, async_class->export_path),
                        environment->hooks().Watcher(async_class->name, package ? std::string(name) : "")});
    if (IsFunction(env, constructor)) HookInstance(environment, async_class->name, package ? name : "", constructor);
  }
}

bool HookInstance(Environment* environment, std::string_view name, std::string_view package, napi_value object) {
  napi_env env = environment->env();
  const AsyncClass* async_class = environment->model().Find(name);
  if (!async_class || environment->options().left_out.contains(async_class->module) || !IsObject(env, object))
    return false;
  // dns.promises is a module, with classes of its own.
  if (package.empty() && async_class->export_path.empty() && async_class->module == name && !IsFunction(env, object)) {
    HookModule(environment, name, object, false);
    return false;
  }
  // A constructor stands for its instances; a function in lower case ("fs.realpath") only for its own properties.
  const bool is_namespace = IsFunction(env, object) && IsNamespace(async_class->export_path);
  Installer installer(environment, package, is_namespace && HasNoThis(environment, async_class->module));
  if (IsFunction(env, object)) {
    napi_value prototype = is_namespace ? nullptr : Get(env, object, "prototype");
    installer.Install(IsObject(env, prototype) ? prototype : object, *async_class);
    return false;
  }
  napi_value holder = Call(env, Undefined(env), environment->glue().ownHolder.Value(), std::array{object});
  if (!holder) return false;
  installer.Install(holder, *async_class);
  // Properties that are delayed only on received objects need to see each of them.
  bool received = false;
  for (const Property& property : async_class->resolved) received = received || property.received;
  if (received) environment->naming().InfoOf(object, async_class->name + '.');
  bool same = false;
  napi_strict_equals(env, holder, object, &same);
  return (!same && installer.InstallOwn(object, holder, *async_class)) || received;
}

// watch(object): hooks an object as the class that the watcher was made for. Returns true if each must be seen.
napi_value OnWatch(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  const WatchedClass* watched = arguments.hook<WatchedClass>();
  if (arguments.size() == 0) return nullptr;
  return Boolean(env, HookInstance(watched->environment, watched->name, watched->package, arguments[0]));
}

}  // namespace nacd::hooks
