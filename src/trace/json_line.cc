#include "trace/json_line.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "hot.h"

namespace nacd::trace {
namespace {

constexpr size_t kBlock = 16;
constexpr size_t kLongestEscape = 6;
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// Returns the length of the UTF-8 sequence at `at`, or 0 where there is none.
size_t Utf8Length(std::string_view text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const size_t length = lead < 0x80                   ? 1
                        : lead >= 0xf0 && lead < 0xf5 ? 4
                        : lead >= 0xe0 && lead < 0xf0 ? 3
                        : lead >= 0xc2 && lead < 0xe0 ? 2
                                                      : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) return 0;
  }
  return length;
}

using Bytes __attribute__((vector_size(kBlock))) = uint8_t;

// Sets the bytes of `found` whose counterparts in the block have to be escaped.
void FindSpecial(const char* block, Bytes* found) {
  Bytes text;
  memcpy(&text, block, sizeof text);
  *found |= (text - 0x20 >= 0x5f) | (text == '"') | (text == '\\');
}

// Returns the place of the first byte that is set; kBlock, or more, where none is.
size_t FirstOf(Bytes found) {
  using Words __attribute__((vector_size(kBlock))) = uint64_t;
  constexpr size_t kHalf = kBlock / 2;
  const auto words = reinterpret_cast<Words>(found);
  const auto first = [](uint64_t word) {
    const int bits = std::endian::native == std::endian::little ? std::countr_zero(word) : std::countl_zero(word);
    return static_cast<size_t>(bits) / 8;
  };
  return words[0] != 0 ? first(words[0]) : kHalf + first(words[1]);
}

bool IsPlain(std::string_view text) {
  Bytes found{};
  if (text.size() < kBlock) {
    char block[kBlock];
    memset(block, ' ', sizeof block);
    text.copy(block, text.size());
    FindSpecial(block, &found);
  } else {
    // The last block overlaps the one before it.
    const size_t last = text.size() - kBlock;
    for (size_t at = 0; at < last; at += kBlock) FindSpecial(text.data() + at, &found);
    FindSpecial(text.data() + last, &found);
  }
  return FirstOf(found) >= kBlock;
}

char* Put(std::string_view text, char* to) { return to + text.copy(to, text.size()); }

// Writes the sequence at `at`, which may be none, and goes on to the next.
char* PutSequence(std::string_view text, size_t* at, char* to) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(text[*at]);
  if (byte < 0x7f) {
    ++*at;
    *to++ = '\\';
    if (byte >= 0x20) {  // a quote or a backslash
      *to++ = static_cast<char>(byte);
      return to;
    }
    memcpy(to, "u00", 3);
    to[3] = kDigits[byte >> 4];
    to[4] = kDigits[byte & 15];
    return to + 5;
  }
  const size_t length = Utf8Length(text, *at);
  const std::string_view sequence = text.substr(*at, length);
  *at += std::max<size_t>(length, 1);
  if (length == 0) return Put(kReplacement, to);
  return Put(sequence, to);
}

constexpr std::array<bool, 256> PlainBytes() {
  std::array<bool, 256> plain{};
  for (size_t byte = 0x20; byte < 0x7f; byte++) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}

// Copies the plain bytes that begin at `*at`. Whole blocks are copied: there is room for six times the text.
char* PutPlain(std::string_view text, size_t* at, char* to) {
  static constexpr auto kPlain = PlainBytes();
  while (*at + kBlock <= text.size()) {
    const char* block = text.data() + *at;
    Bytes found{};
    FindSpecial(block, &found);
    memcpy(to, block, kBlock);
    const size_t plain = std::min(FirstOf(found), kBlock);
    *at += plain;
    to += plain;
    if (plain < kBlock) return to;
  }
  while (*at < text.size() && kPlain[static_cast<unsigned char>(text[*at])]) *to++ = text[(*at)++];
  return to;
}

NACD_APART char* PutSequences(std::string_view text, char* to) {
  for (size_t at = 0; at < text.size();) {
    to = PutPlain(text, &at, to);
    if (at < text.size()) to = PutSequence(text, &at, to);
  }
  return to;
}

}  // namespace

NACD_APART void JsonLine::Grow(size_t bytes) {
  const std::string_view before = text();
  const size_t size = std::max<size_t>(1024, (before.size() + bytes) * 2);
  auto grown = std::make_unique<char[]>(size);
  end_ = Put(before, grown.get());
  limit_ = grown.get() + size;
  start_ = std::move(grown);
}

NACD_HOT JsonLine& JsonLine::Raw(std::string_view json) {
  Reserve(json.size());
  end_ = Put(json, end_);
  return *this;
}

NACD_HOT JsonLine& JsonLine::String(std::string_view text) {
  Reserve(text.size() * kLongestEscape + 2);
  char* to = end_;
  *to++ = '"';
  to = IsPlain(text) ? Put(text, to) : PutSequences(text, to);
  *to++ = '"';
  end_ = to;
  return *this;
}

NACD_HOT JsonLine& JsonLine::Number(uint64_t number) {
  Reserve(kLongestNumber);
  end_ = std::to_chars(end_, end_ + kLongestNumber, number).ptr;
  return *this;
}

NACD_HOT JsonLine& JsonLine::Milliseconds(double ms) {
  const auto us = static_cast<int64_t>(ms * 1000 + 0.5);
  if (us / 1000 != whole_ms_) {
    whole_ms_ = us / 1000;
    whole_end_ = std::to_chars(whole_, whole_ + kLongestNumber, whole_ms_).ptr;
  }
  Reserve(kLongestNumber + 4);
  memcpy(end_, whole_, kLongestNumber);
  end_ += whole_end_ - whole_;
  const auto rest = static_cast<uint32_t>(us % 1000);
  if (rest == 0) return *this;
  *end_++ = '.';
  for (const uint32_t digit : {rest / 100, rest / 10 % 10, rest % 10}) *end_++ = static_cast<char>('0' + digit);
  return *this;
}

}  // namespace nacd::trace
