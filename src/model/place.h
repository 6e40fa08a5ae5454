// Names a place within a JSON document, as a chain of objects on the stack. It costs nothing unless there is a fault.
#pragma once

#include <string>
#include <string_view>

namespace nacd::model {

class Place {
 public:
  Place() = default;
  Place(const Place& up, std::string_view key) : up_(&up), key_(key) {}
  Place(const Place& up, size_t index) : up_(&up), index_(index), is_index_(true) {}

  // Returns the RFC 6901 pointer of this place.
  std::string Pointer() const;

 private:
  const Place* up_ = nullptr;
  std::string_view key_;
  size_t index_ = 0;
  bool is_index_ = false;
};

}  // namespace nacd::model
