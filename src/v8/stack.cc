#include "v8/stack.h"

#include <cstdint>
#include <utility>

#include "hot.h"
#include "napi/values.h"
#include "v8/v8_symbols.h"

namespace nacd::v8access {
namespace {

// V8's handles are one pointer wide, as napi_value is; both point at a slot of the current handle scope.
using LocalHandle = void*;

struct Position {
  int line;
  int column;
};

struct StackCalls {
  void* (*current_isolate)();
  LocalHandle (*current_stack_trace)(void* isolate, int limit, int options);
  int (*frame_count)(const void* trace);
  LocalHandle (*frame)(const void* trace, void* isolate, uint32_t index);
  int (*script_id)(const void* frame);
  LocalHandle (*script_name)(const void* frame);
  Position (*location)(const void* frame);
  bool complete;
  LocalHandle (*map_url)(const void* frame);  // may be missing
};

StackCalls FindStackCalls() {
  StackCalls v8{};
  v8.complete =
      Find("_ZN2v87Isolate10GetCurrentEv", &v8.current_isolate) &&
      Find("_ZN2v810StackTrace17CurrentStackTraceEPNS_7IsolateEiNS0_17StackTraceOptionsE", &v8.current_stack_trace) &&
      Find("_ZNK2v810StackTrace13GetFrameCountEv", &v8.frame_count) &&
      Find("_ZNK2v810StackTrace8GetFrameEPNS_7IsolateEj", &v8.frame) &&
      Find("_ZNK2v810StackFrame11GetScriptIdEv", &v8.script_id) &&
      Find("_ZNK2v810StackFrame24GetScriptNameOrSourceURLEv", &v8.script_name) &&
      Find("_ZNK2v810StackFrame11GetLocationEv", &v8.location);
  Find("_ZNK2v810StackFrame25GetScriptSourceMappingURLEv", &v8.map_url);
  return v8;
}

const StackCalls& TheStackCalls() {
  static const StackCalls v8 = FindStackCalls();
  return v8;
}

// Everything about a frame, and frames of other security origins too: a test runner's sandboxes are such.
constexpr int kAllOptions = 0x1ff;

// v8::Message::kNoScriptIdInfo: a native function. What eval() runs is a script, without a name.
constexpr int kNoScript = 0;

// The URL of a source map that is in the script itself, and the longest that is worth a line of a trace.
constexpr std::string_view kInScript = "data:";
constexpr size_t kLongestMap = size_t{2} << 20;

}  // namespace

Stack::Stack(napi_env env, std::string own_directory) : env_(env), own_directory_(std::move(own_directory)) {}

NACD_HOT bool Stack::available() const { return TheStackCalls().complete; }

Stack::Script* Stack::ScriptOf(const void* frame) {
  const int id = TheStackCalls().script_id(frame);
  const auto found = scripts_.find(id);
  if (found != scripts_.end()) return &found->second;
  LocalHandle name = TheStackCalls().script_name(frame);
  Script script;
  script.path = name ? ScriptPath(napi::ToString(env_, static_cast<napi_value>(name))) : std::string();
  script.kind = KindOfScript(script.path, own_directory_);
  script.runner = BelongsTo(runner_packages_, script.path) || script.path.starts_with("node:internal/test_runner/");
  script.machinery = BelongsTo(machinery_packages_, script.path);
  if (script.kind == ScriptKind::kUser) script.map = MapOf(frame);
  return &scripts_.emplace(id, std::move(script)).first->second;
}

std::string Stack::MapOf(const void* frame) {
  LocalHandle url = reads_maps_ && TheStackCalls().map_url ? TheStackCalls().map_url(frame) : nullptr;
  if (!url || napi::TypeOf(env_, static_cast<napi_value>(url)) != napi_string) return {};
  std::string text = napi::ToString(env_, static_cast<napi_value>(url));
  return text.starts_with(kInScript) && text.size() <= kLongestMap ? text : std::string();
}

const std::vector<Stack::Frame>& Stack::Frames(int limit) {
  const StackCalls& v8 = TheStackCalls();
  frames_.clear();
  napi_handle_scope scope = nullptr;
  napi_open_handle_scope(env_, &scope);
  void* isolate = v8.current_isolate();
  LocalHandle trace = v8.current_stack_trace(isolate, limit + native_frames_, kAllOptions);
  const int count = trace ? v8.frame_count(trace) : 0;
  for (int i = 0; i < count; i++) {
    LocalHandle frame = v8.frame(trace, isolate, static_cast<uint32_t>(i));
    if (i == 0 && v8.script_id(frame) == kNoScript) {
      native_frames_ = 1;
      continue;
    }
    Script* script = ScriptOf(frame);
    if (script->kind != ScriptKind::kUser && script->kind != ScriptKind::kPackage) {
      frames_.push_back({script, 0, 0});
      continue;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): available() has seen that all of V8's functions are there.
    const Position location = v8.location(frame);
    frames_.push_back({script, location.line + 1, location.column + 1});
  }
  napi_close_handle_scope(env_, scope);
  return frames_;
}

}  // namespace nacd::v8access
