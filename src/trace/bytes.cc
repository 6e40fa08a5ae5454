#include "trace/bytes.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace nacd::trace {
namespace {

// Returns where the bytes below 0x80 end that begin at `at`.
size_t AsciiEnd(std::string_view bytes, size_t at) {
  constexpr uint64_t kHighBits = 0x8080808080808080ULL;
  uint64_t word = 0;
  while (at + sizeof word <= bytes.size()) {
    memcpy(&word, bytes.data() + at, sizeof word);
    if ((word & kHighBits) != 0) break;
    at += sizeof word;
  }
  while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80) at++;
  return at;
}

// The bytes that may follow the first one of a sequence.
struct Second {
  size_t length;  // of the sequence, 0 for a byte that begins none
  unsigned char least;
  unsigned char most;
};

Second SecondAfter(unsigned char lead) {
  if (lead < 0xc2 || lead > 0xf4) return {0, 0, 0};
  if (lead < 0xe0) return {2, 0x80, 0xbf};
  if (lead == 0xe0) return {3, 0xa0, 0xbf};
  if (lead == 0xed) return {3, 0x80, 0x9f};
  if (lead < 0xf0) return {3, 0x80, 0xbf};
  if (lead == 0xf0) return {4, 0x90, 0xbf};
  return {4, 0x80, static_cast<unsigned char>(lead == 0xf4 ? 0x8f : 0xbf)};
}

// Returns the length of the sequence at `at`, which begins with a byte above 0x7f; 0 if it is none.
size_t SequenceAt(std::string_view bytes, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
  const auto [length, least, most] = SecondAfter(byte(0));
  if (length == 0 || at + length > bytes.size() || byte(1) < least || byte(1) > most) return 0;
  for (size_t i = 2; i < length; i++) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

}  // namespace

bool IsUtf8(std::string_view bytes) {
  for (size_t at = AsciiEnd(bytes, 0); at < bytes.size(); at = AsciiEnd(bytes, at)) {
    const size_t length = SequenceAt(bytes, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string Base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const auto byte = [&](size_t i) -> uint32_t {
      return at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0;
    };
    const uint32_t group = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (const int shift : {18, 12, 6, 0}) text += kDigits[group >> shift & 63];
  }
  const size_t missing = (3 - bytes.size() % 3) % 3;
  return text.replace(text.size() - missing, missing, missing, '=');
}

}  // namespace nacd::trace
