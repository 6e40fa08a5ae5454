// Writes a trace: NDJSON, one object a line (docs/trace-format.md).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "names/recent_ids.h"
#include "operation/operation.h"
#include "trace/json_line.h"
#include "trace/line_file.h"

namespace nacd::trace {

// Belongs to one thread. A line that can't be written ends the trace, with one message on standard error; the program
// under test goes on.
class Writer {
 public:
  // Opens (creates, truncates) `path`. On failure ok() is false and error() says why. A trace that would get longer
  // than `limit` bytes ends with a line of the type "limit". `mode`: the file's permissions.
  explicit Writer(const std::string& path, size_t limit = SIZE_MAX, int mode = 0600);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  bool ok() const { return file_.ok(); }
  const std::string& error() const { return file_.error(); }
  const std::string& path() const { return path_; }

  // Writes the first line: `header`, a JSON object, and the moment from which on the trace's times count.
  void WriteHeader(std::string_view header);
  // Writes one phase of an operation with the decision about it.
  void Write(const schedule::Operation& operation, const schedule::Decision& decision);
  // Gives the operation `name` its id before its first line is written: operations started meanwhile have it as their
  // parent.
  void Announce(std::string_view name) { ids_.IdOf(name); }
  // Says that the call `name` gets no line: operations started in it have the call's parent as theirs.
  void PassOn(std::string_view name) { ids_.PassOn(name); }
  // Writes that an operation is carried out now: its callback runs, its promise settles, or its call starts.
  void WriteRun(std::string_view name, schedule::Phase phase) { WriteNews("run", name, phase); }
  // Writes that an operation will not be carried out: its timer was cleared.
  void WriteCancel(std::string_view name, schedule::Phase phase) { WriteNews("cancel", name, phase); }
  // Writes that something was sent on the connection `name`.
  void WriteSent(std::string_view name) { WriteNews("sent", name, schedule::Phase::kDescriptor); }
  // Writes that the connection `name` was made. `link` is the same at both ends; empty: not known.
  void WriteConnect(std::string_view name, std::string_view link);
  // Writes that the listener `server` has accepted the connection `name`.
  void WriteAccepted(std::string_view name, std::string_view server, std::string_view link);
  // Writes the source map of a script, `url`, "data:...". `file` is its path as call sites have it.
  void WriteMap(std::string_view file, std::string_view url);
  // Writes a line of this type with numbers, counts or milliseconds, which are at least 0.
  void WriteNumbers(std::string_view type, std::initializer_list<std::pair<std::string_view, double>> numbers);
  // Writes one line; `line` is JSON without a line feed.
  void WriteLine(std::string_view line);
  // Leaves `bytes` of what the trace may still have to another file. False: it has not so many.
  bool Yield(size_t bytes);
  // Returns the milliseconds since the writer was made, on the real monotonic clock.
  double Now() const;

 private:
  // The part of a line that all operations started at one place in the code share.
  struct Place {
    schedule::Phase phase = schedule::Phase::kCallback;
    std::string api;
    std::string site;
    std::string json;  // empty: none yet
  };

  // Returns an operation's phase, API and site as JSON. Valid until the next call.
  std::string_view PlaceOf(const schedule::Operation& operation);
  void SetPlace(const schedule::Operation& operation, std::string_view site, Place* place);
  void AddFiles(const schedule::TouchedFiles& files);
  void AddAfter(const schedule::AwaitedEvents& after);
  void WriteNews(std::string_view type, std::string_view name, schedule::Phase phase);
  void EndAtLimit();

  names::RecentIds ids_;
  std::string path_;
  LineFile file_;
  JsonLine line_;  // kept between lines, so that a line allocates nothing
  static constexpr size_t kPlaces = 128;
  std::array<Place, kPlaces> places_;  // the latest ones, by a hash
  JsonLine place_line_;
  size_t limit_;
  size_t yielded_ = 0;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace nacd::trace
