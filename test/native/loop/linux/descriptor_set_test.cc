#include "loop/linux/descriptor_set.h"

#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <vector>

#include "loop/linux/secret_ports.h"

namespace nacd::loop {
namespace {

std::vector<int> Drained(DescriptorSet* set) {
  std::vector<int> found;
  set->Drain([&found](int fd) { found.push_back(fd); });
  return found;
}

}  // namespace

TEST_CASE("a descriptor set gives each descriptor once", "[loop]") {
  DescriptorSet set;
  CHECK(set.empty());
  for (const int fd : {5, 4095, 4096, 5, DescriptorSet::kEnd - 1, 64}) set.Add(fd);
  set.Add(-1);
  set.Add(DescriptorSet::kEnd);
  set.Add(7);
  CHECK(set.Remove(7));
  CHECK_FALSE(set.Remove(8));
  CHECK(Drained(&set) == std::vector<int>{5, 64, 4095, 4096, DescriptorSet::kEnd - 1});
  CHECK(Drained(&set).empty());
}

TEST_CASE("what is added to a descriptor set while it is drained is not lost", "[loop]") {
  DescriptorSet set;
  constexpr int kRounds = 20000;
  std::thread adder([&set] {
    for (int i = 0; i < kRounds; i++) set.Add(i % 200 * 97);
    for (int i = 0; i < 200; i++) set.Add(i * 97 + 1);
  });
  int last = 0;
  const auto visit = [&last](int fd) { last += fd % 97 == 1; };
  while (last < 200) set.Drain(visit);
  adder.join();
  CHECK(last == 200);
}

TEST_CASE("a port that is told in decimal text is no secret any longer", "[loop]") {
  const std::string text = "listening on 127.0.0.1:40123!";
  REQUIRE(SecretPorts::Add(900001, 40123));
  REQUIRE(SecretPorts::Add(900002, 40124));
  CHECK(SecretPorts::any());
  CHECK(SecretPorts::FindIn("4012", 4) == -1);
  CHECK(SecretPorts::FindIn(text.data(), text.size()) == 900001);
  CHECK(SecretPorts::FindIn(text.data(), text.size()) == -1);
  CHECK(SecretPorts::Remove(900002));
  CHECK_FALSE(SecretPorts::Remove(900002));
}

}  // namespace nacd::loop
