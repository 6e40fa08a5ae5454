#include "hooks/recording.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hooks/js.h"
#include "hot.h"
#include "trace/bytes.h"
#include "trace/json_line.h"
#include "trace/mapped_pieces.h"
#include "trace/writer.h"

namespace nacd::hooks {
namespace {

constexpr int kOnlyTheUser = 0600;
constexpr size_t kUsualSize = 4096;

enum class Kind : uint8_t { kMilliseconds, kNumber, kText, kBytes, kList, kJson };

struct Field {
  std::string key;  // with the comma before it
  Kind kind;
};

struct Recording;

struct Form {
  Recording* recording;
  std::string start;
  std::vector<Field> fields;
};

// "recorded-1234-0.ndjson" has its facts in "recorded-1234-0.facts".
std::string FactsOf(const std::string& path) { return path.substr(0, path.rfind('.')) + ".facts"; }

struct Recording {
  Recording(const std::string& path, size_t limit, const double* given)
      : writer(path, limit, kOnlyTheUser), pieces(FactsOf(path), kOnlyTheUser), numbers(given) {}
  trace::Writer writer;
  trace::MappedPieces pieces;
  napi_ref piece = nullptr;  // the ArrayBuffer
  const double* numbers;     // those of the line that is written
  trace::JsonLine line;
  std::string text;  // both are kept, so that a line allocates nothing
  std::vector<std::unique_ptr<Form>> forms;
};

// Sets `read` to a text of JavaScript as UTF-8, valid until the next call. Returns false if `value` is no text.
NACD_HOT bool Read(napi_env env, napi_value value, std::string* text, std::string_view* read) {
  if (text->empty()) text->resize(kUsualSize);
  size_t size = 0;
  if (napi_get_value_string_utf8(env, value, text->data(), text->size(), &size) != napi_ok) return false;
  // One that has no room is cut before a character, of four bytes at most.
  if (size + 5 > text->size()) {
    size_t units = 0;
    napi_get_value_string_utf16(env, value, nullptr, 0, &units);
    text->resize(units * 3 + 6);  // a unit of UTF-16 takes at most three bytes of UTF-8
    napi_get_value_string_utf8(env, value, text->data(), text->size(), &size);
  }
  *read = {text->data(), size};
  return true;
}

void AddList(std::string_view text, trace::JsonLine* line) {
  line->Raw("[");
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find('\0', start), text.size());
    if (start > 0) line->Raw(",");
    line->String(text.substr(start, end - start));
    start = end + 1;
  }
  line->Raw("]");
}

NACD_HOT void AddNumber(const Field& field, double number, trace::JsonLine* line) {
  if (!(number >= 0)) return;
  line->Raw(field.key);
  if (field.kind == Kind::kMilliseconds) {
    line->Milliseconds(number);
  } else {
    line->Number(static_cast<uint64_t>(number));
  }
}

NACD_HOT void AddText(const Field& field, std::string_view text, trace::JsonLine* line) {
  line->Raw(field.key);
  if (field.kind == Kind::kText || field.kind == Kind::kBytes) {
    line->String(text);
  } else if (field.kind == Kind::kList) {
    AddList(text, line);
  } else {
    line->Raw(text);
  }
}

// Returns the bytes of a typed array; those of another value are null.
std::string_view BytesOf(napi_env env, napi_value value) {
  void* data = nullptr;
  size_t size = 0;
  napi_typedarray_type type;
  if (napi_get_typedarray_info(env, value, &type, &size, &data, nullptr, nullptr) != napi_ok) return {};
  return type == napi_uint8_array ? std::string_view(static_cast<const char*>(data), size) : std::string_view();
}

NACD_HOT void AddBytes(const Field& field, std::string_view bytes, trace::JsonLine* line) {
  if (bytes.data() == nullptr) return;
  if (trace::IsUtf8(bytes)) {
    AddText(field, bytes, line);
  } else {
    line->Raw(",\"base64\":\"").Raw(trace::Base64(bytes)).Raw("\"");
  }
}

// write(...texts)
NACD_HOT napi_value Write(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  const auto* form = arguments.hook<Form>();
  Recording& recording = *form->recording;
  const double* number = recording.numbers;
  size_t at = 0;
  trace::JsonLine& line = recording.line;
  line.Clear();
  line.Raw(form->start);
  std::string_view text;
  for (const Field& field : form->fields) {
    if (field.kind == Kind::kMilliseconds || field.kind == Kind::kNumber) {
      AddNumber(field, *number++, &line);
    } else if (at < arguments.size()) {
      const napi_value value = arguments[at++];
      if (Read(env, value, &recording.text, &text)) {
        AddText(field, text, &line);
      } else if (field.kind == Kind::kBytes) {
        AddBytes(field, BytesOf(env, value), &line);
      }
    }
  }
  recording.writer.WriteLine(line.Raw("}").text());
  return nullptr;
}

Kind KindOf(std::string_view name) {
  if (name == "ms") return Kind::kMilliseconds;
  if (name == "number") return Kind::kNumber;
  if (name == "text") return Kind::kText;
  if (name == "bytes") return Kind::kBytes;
  return name == "list" ? Kind::kList : Kind::kJson;
}

// "t:ms": the key and the kind. Without a key the JSON has its own.
Field FieldOf(const std::string& text) {
  const size_t colon = text.find(':');
  const std::string key = text.substr(0, colon);
  return {key.empty() ? key : ",\"" + key + "\":", KindOf(text.substr(colon + 1))};
}

// form(type, fields) => write(...texts)
napi_value MakeForm(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  auto* recording = arguments.hook<Recording>();
  auto form = std::make_unique<Form>(Form{recording, "{\"type\":\"" + ToString(env, arguments[0]) + '"', {}});
  uint32_t count = 0;
  napi_get_array_length(env, arguments[1], &count);
  for (uint32_t at = 0; at < count; at++) {
    napi_value field = nullptr;
    napi_get_element(env, arguments[1], at, &field);
    form->fields.push_back(FieldOf(ToString(env, field)));
  }
  napi_value write = nullptr;
  napi_create_function(env, "write", NAPI_AUTO_LENGTH, Write, form.get(), &write);
  recording->forms.push_back(std::move(form));
  return write;
}

// append(line)
napi_value Append(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  auto* recording = arguments.hook<Recording>();
  std::string_view line;
  if (Read(env, arguments[0], &recording->text, &line)) recording->writer.WriteLine(line);
  return nullptr;
}

// piece(size) => ArrayBuffer | undefined
// It is the same one for all pieces: to detach that of an old piece would cost the program its optimized code that uses
// typed arrays, and have V8 check each access in new code.
napi_value NextPiece(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  auto* recording = arguments.hook<Recording>();
  uint32_t size = 0;
  napi_get_value_uint32(env, arguments[0], &size);
  char* piece = recording->writer.Yield(size) ? recording->pieces.Next(size) : nullptr;
  napi_value result = nullptr;
  const auto keep = [](napi_env, void*, void*) {};  // it is the file's
  if (!piece) return nullptr;
  if (recording->piece) {
    napi_get_reference_value(env, recording->piece, &result);
    return result;
  }
  if (napi_create_external_arraybuffer(env, piece, size, keep, nullptr, &result) != napi_ok) return nullptr;
  napi_create_reference(env, result, 1, &recording->piece);
  return result;
}

double* NumbersOf(napi_env env, napi_value array) {
  void* data = nullptr;
  napi_get_typedarray_info(env, array, nullptr, nullptr, &data, nullptr, nullptr);
  return static_cast<double*>(data);
}

}  // namespace

Napi::Value OpenRecording(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto limit = static_cast<size_t>(info[1].As<Napi::Number>().Int64Value());
  auto* recording = new Recording(info[0].As<Napi::String>().Utf8Value(), limit, NumbersOf(env, info[2]));
  if (!recording->writer.ok()) {
    const std::string reason = recording->writer.error();
    delete recording;
    throw Napi::Error::New(env, reason);
  }
  napi_add_env_cleanup_hook(
      env, [](void* data) { delete static_cast<Recording*>(data); }, recording);
  const auto result = Napi::Object::New(env);
  napi_value function = nullptr;
  napi_create_function(env, "append", NAPI_AUTO_LENGTH, Append, recording, &function);
  result.Set("append", function);
  napi_create_function(env, "form", NAPI_AUTO_LENGTH, MakeForm, recording, &function);
  result.Set("form", function);
  napi_create_function(env, "piece", NAPI_AUTO_LENGTH, NextPiece, recording, &function);
  result.Set("piece", function);
  return result;
}

}  // namespace nacd::hooks
