// Reads traces (docs/requests-format.md) into a recording. Lines of other types are passed over.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "requests/json_tree.h"
#include "requests/recording.h"

namespace nacd::requests {

// Reads one file after the other. Belongs to one thread.
class TraceReader {
 public:
  explicit TraceReader(Recording* recording) : out_(*recording) {}

  // Adds the trace in the file `path`. Returns false and sets error() on a fault. The last line may be cut.
  bool ReadFile(const std::string& path);
  // Adds the trace `text`, which error() calls `name`.
  bool ReadText(std::string_view text, const std::string& name);
  // Returns the fault in one line: "FILE:LINE: text".
  const std::string& error() const { return error_; }

 private:
  using Node = JsonTree::Node;
  // Hash of store, connection and the transaction's number, or of a lock's store and name.
  using NumberedInTrace = std::unordered_map<uint64_t, uint32_t>;

  void StartTrace(const std::string& name);
  bool ReadLine(std::string_view line, size_t number, bool complete);
  bool Dispatch(const Node& line);
  bool ReadHeader(const Node& line);
  bool ReadRequest(const Node& line);
  bool ReadResponse(const Node& line);
  bool ReadOperation(const Node& line);
  bool ReadTransaction(const Node& line);
  bool ReadLock(const Node& line);
  bool ReadMessage(const Node& line);
  bool ReadSchema(const Node& line);
  bool ReadEffects(const Node& line, Operation* operation);
  bool ReadEffect(const Node& node);
  bool ReadEffectParts(const Node& node, Effect* effect);
  bool ReadKeys(const Node& node, Effect* effect);
  bool ReadValues(const Node& node, Key* key);
  bool ReadGuards(const Node& node, Effect* effect);
  bool ReadColumns(const Node& node, const char* key, uint32_t* set);
  bool ReadHashes(const Node& line, const char* key, Range* range);
  bool ReadTexts(const Node& node, const char* what, std::vector<TextId>* texts);

  // Each reads an optional key; `out` stays as it is if the line lacks it.
  bool Text(const Node& line, const char* key, TextId* out);
  // Reads a number of milliseconds.
  bool Span(const Node& line, const char* key, double* out);
  bool Time(const Node& line, const char* key, double* out);
  bool Whole(const Node& line, const char* key, uint32_t* out);
  bool Boolean(const Node& line, const char* key, bool* out);
  bool Level(const Node& line, Isolation* out);
  bool Needs(const Node& line, const char* key);
  // Reads the request that the line names; kNone if it names none.
  bool RequestOf(const Node& line, uint32_t* request);
  // Returns the transaction's place in the recording.
  uint32_t TransactionOf(TextId store, uint32_t connection, uint32_t number);

  bool Fault(const std::string& what);
  bool WrongType(const char* key, const char* needed);

  Recording& out_;
  JsonTree tree_;
  std::string error_;
  std::string file_;
  size_t line_ = 0;
  uint32_t trace_ = 0;
  double started_ = 0;  // of this trace, milliseconds of the wall clock
  std::unordered_map<uint32_t, uint32_t> requests_;
  NumberedInTrace transactions_;
  NumberedInTrace held_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> column_sets_;  // by hash: sets with it
};

}  // namespace nacd::requests
