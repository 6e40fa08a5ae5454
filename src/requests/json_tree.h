// Reads one line of JSON into nodes whose memory is used again for the next line: a trace has a million lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nacd::requests {

class JsonTree {
 public:
  enum class Kind : uint8_t { kNull, kBoolean, kNumber, kString, kArray, kObject };

  struct Node {
    Kind kind = Kind::kNull;
    bool truth = false;
    double number = 0;
    std::string_view key;   // in the object that contains it
    std::string_view text;  // of a string; of a number as it would be written
    uint32_t child = 0;     // first element; 0: none
    uint32_t next = 0;      // next element of the same array or object; 0: none
  };

  // Reads `line`. Returns the byte of the first fault, counted from 1; 0: none. Nodes and texts are valid until the
  // next call.
  size_t Read(std::string_view line);

  const Node& root() const { return nodes_[0]; }
  // Returns the first element of an array or object; nullptr: it has none.
  const Node* First(const Node& node) const { return node.child ? &nodes_[node.child] : nullptr; }
  const Node* Next(const Node& node) const { return node.next ? &nodes_[node.next] : nullptr; }
  // Returns the value of `key`; nullptr: `object` has none, or is no object.
  const Node* Find(const Node& object, std::string_view key) const;

 private:
  friend class TreeBuilder;

  std::vector<Node> nodes_;
  std::vector<uint32_t> open_;  // arrays and objects that are not closed yet
  std::vector<uint32_t> last_;  // their last elements so far
  std::string texts_;
};

}  // namespace nacd::requests
