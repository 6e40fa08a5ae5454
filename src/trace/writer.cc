#include "trace/writer.h"

#include <cstring>

#include "hot.h"
#include "names/name.h"

namespace nacd::trace {
namespace {

// Returns the last bytes of a text: call sites differ most in these.
uint64_t EndOf(std::string_view text) {
  uint64_t word = 0;
  if (text.size() >= sizeof word) {
    memcpy(&word, text.data() + text.size() - sizeof word, sizeof word);
  } else {
    text.copy(reinterpret_cast<char*>(&word), text.size());
  }
  return word;
}

}  // namespace

Writer::Writer(const std::string& path, size_t limit, int mode)
    : path_(path), file_(path, mode), limit_(limit), start_(std::chrono::steady_clock::now()) {}

NACD_HOT double Writer::Now() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

NACD_HOT void Writer::Write(const schedule::Operation& operation, const schedule::Decision& decision) {
  if (!file_.ok()) return;
  line_.Clear();
  line_.Raw("{\"t\":").Milliseconds(Now()).Raw(",\"name\":");
  line_.String(operation.name);
  line_.Raw(",\"id\":").Number(ids_.IdOf(operation.name));
  if (const uint64_t parent = ids_.ParentOf(operation.name)) line_.Raw(",\"parent\":").Number(parent);
  line_.Raw(PlaceOf(operation));
  if (operation.object != 0) line_.Raw(",\"object\":").Number(operation.object);
  if (operation.due_ms > 0) line_.Raw(",\"due\":").Milliseconds(operation.due_ms);
  if (operation.files) AddFiles(*operation.files);
  if (decision.ticket != 0) {
    line_.Raw(",\"gate\":true");
  } else if (decision.delay) {
    line_.Raw(",\"delay\":").Milliseconds(decision.ms);
    if (decision.after) AddAfter(*decision.after);
  }
  WriteLine(line_.Raw("}").text());
}

NACD_HOT std::string_view Writer::PlaceOf(const schedule::Operation& operation) {
  // A task named after a user's call has that call's site: "fs.writeFile(a)@b.js:6:8#1/fs.open#1".
  const std::string_view site = operation.site.empty() ? names::SiteOf(operation.name) : operation.site;
  const uint64_t key = EndOf(site) * 31 + EndOf(operation.api) * 7 + static_cast<uint64_t>(operation.phase);
  Place& place = places_[(key * 0x9e3779b97f4a7c15ULL >> 32) % kPlaces];
  const bool known = place.phase == operation.phase && place.api == operation.api && place.site == site;
  if (!known || place.json.empty()) SetPlace(operation, site, &place);
  return place.json;
}

NACD_APART void Writer::SetPlace(const schedule::Operation& operation, std::string_view site, Place* place) {
  place_line_.Clear();
  place_line_.Raw(",\"phase\":\"").Raw(schedule::PhaseName(operation.phase));
  place_line_.Raw("\",\"api\":").String(operation.api);
  if (!site.empty()) place_line_.Raw(",\"site\":").String(site);
  place->phase = operation.phase;
  place->api = operation.api;
  place->site = site;
  place->json = place_line_.text();
}

NACD_APART void Writer::AddFiles(const schedule::TouchedFiles& files) {
  line_.Raw(",\"file\":").String(files.path);
  if (!files.to.empty()) line_.Raw(",\"to\":").String(files.to);
  if (files.creates) line_.Raw(",\"creates\":true");
  if (files.empties) line_.Raw(",\"empties\":true");
}

NACD_APART void Writer::AddAfter(const schedule::AwaitedEvents& after) {
  std::string_view before = ",\"after\":[";
  for (const std::string& event : after.events) {
    line_.Raw(before).String(event);
    before = ",";
  }
  if (!after.events.empty()) line_.Raw("]");
}

NACD_HOT void Writer::WriteNews(std::string_view type, std::string_view name, schedule::Phase phase) {
  if (!file_.ok()) return;
  line_.Clear();
  line_.Raw("{\"type\":\"").Raw(type).Raw("\",\"t\":").Milliseconds(Now()).Raw(",\"name\":").String(name);
  WriteLine(line_.Raw(",\"phase\":\"").Raw(schedule::PhaseName(phase)).Raw("\"}").text());
}

void Writer::WriteHeader(std::string_view header) {
  JsonLine line;
  line.Raw(header.substr(0, header.rfind('}'))).Raw(",\"clock\":");
  line.Milliseconds(std::chrono::duration<double, std::milli>(start_.time_since_epoch()).count());
  WriteLine(line.Raw("}").text());
}

void Writer::WriteConnect(std::string_view name, std::string_view link) {
  if (!file_.ok()) return;
  line_.Clear();
  line_.Raw("{\"type\":\"connect\",\"t\":").Milliseconds(Now()).Raw(",\"name\":").String(name);
  line_.Raw(",\"phase\":\"").Raw(schedule::PhaseName(schedule::Phase::kDescriptor)).Raw("\"");
  if (!link.empty()) line_.Raw(",\"link\":").String(link);
  WriteLine(line_.Raw("}").text());
}

void Writer::WriteAccepted(std::string_view name, std::string_view server, std::string_view link) {
  if (!file_.ok()) return;
  line_.Clear();
  line_.Raw("{\"type\":\"accepted\",\"t\":").Milliseconds(Now()).Raw(",\"name\":").String(name);
  line_.Raw(",\"server\":").String(server);
  if (!link.empty()) line_.Raw(",\"link\":").String(link);
  WriteLine(line_.Raw("}").text());
}

void Writer::WriteNumbers(std::string_view type, std::initializer_list<std::pair<std::string_view, double>> numbers) {
  if (!file_.ok()) return;
  line_.Clear();
  line_.Raw("{\"type\":\"").Raw(type).Raw("\"");
  for (const auto& [key, number] : numbers) line_.Raw(",\"").Raw(key).Raw("\":").Milliseconds(number);
  WriteLine(line_.Raw("}").text());
}

NACD_HOT void Writer::WriteLine(std::string_view line) {
  if (!file_.ok()) return;
  if (file_.size() + yielded_ + line.size() >= limit_) {
    EndAtLimit();
    return;
  }
  file_.Append(line);
}

void Writer::WriteMap(std::string_view file, std::string_view url) {
  if (!file_.ok()) return;
  JsonLine line;  // one of its own: it is long
  line.Raw("{\"type\":\"map\",\"t\":").Milliseconds(Now()).Raw(",\"file\":").String(file);
  WriteLine(line.Raw(",\"url\":").String(url).Raw("}").text());
}

bool Writer::Yield(size_t bytes) {
  if (!file_.ok() || limit_ - file_.size() - yielded_ <= bytes) return false;
  yielded_ += bytes;
  return true;
}

NACD_APART void Writer::EndAtLimit() {
  JsonLine line;
  line.Raw("{\"type\":\"limit\",\"t\":").Milliseconds(Now()).Raw(",\"bytes\":").Number(limit_);
  file_.Append(line.Raw("}").text());
  file_.Close();
}

}  // namespace nacd::trace
