// Texts that outlive the operations which are named by them.
#pragma once

#include <set>
#include <string>
#include <string_view>

inline std::string_view Kept(const std::string& text) {
  static std::set<std::string> texts;
  return *texts.insert(text).first;
}
