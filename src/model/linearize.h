// Computes the order in which a class looks for inherited properties, by C3 (Barrett et al., OOPSLA 1996), as Python
// does. A class comes before its bases, and bases keep the order in which they are written, also in diamonds.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nacd::model {

class Linearizer {
 public:
  using Names = std::vector<std::string>;
  // `bases_of` returns the names of the bases of a class, in order. What it refers to must outlive this object.
  explicit Linearizer(std::function<const Names&(std::string_view)> bases_of) : bases_of_(std::move(bases_of)) {}

  // Returns `name` followed by all its ancestors. Returns null and sets fault() if there is no such order.
  const Names* Of(const std::string& name);
  const std::string& fault() const { return fault_; }

 private:
  bool Merge(const std::string& name, std::vector<Names> orders, Names* result);

  std::function<const Names&(std::string_view)> bases_of_;
  std::map<std::string, Names, std::less<>> done_;
  Names open_;  // classes in progress, outermost first; a name that appears twice is a cycle
  std::string fault_;
};

}  // namespace nacd::model
