// Keeps each text once and gives it a number.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nacd::requests {

// Number of a text in Strings.
using TextId = uint32_t;
// In any field that holds a number of something: none.
inline constexpr uint32_t kNone = UINT32_MAX;

// Belongs to one thread.
class Strings {
 public:
  TextId Intern(std::string_view text) {
    const auto found = ids_.find(text);
    if (found != ids_.end()) return found->second;
    const auto id = static_cast<TextId>(texts_.size());
    ids_.emplace(texts_.emplace_back(text), id);
    return id;
  }
  // Returns the text of `id`; the empty text for kNone.
  std::string_view Text(TextId id) const { return id == kNone ? std::string_view() : std::string_view(texts_[id]); }
  size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;  // never moves its elements
  std::unordered_map<std::string_view, TextId> ids_;
};

}  // namespace nacd::requests
