#include "model/place.h"

namespace nacd::model {

std::string Place::Pointer() const {
  if (up_ == nullptr) return "";
  std::string pointer = up_->Pointer() + "/";
  if (is_index_) return pointer + std::to_string(index_);
  for (char c : key_) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
  return pointer;
}

}  // namespace nacd::model
