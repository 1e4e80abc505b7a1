#pragma once

// Counts what comes out of packed files, for all readers of this module. Include it before any other
// header of libosmium's: of two that unpack the same, libosmium takes the one that registers first.

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include <osmium/io/compression.hpp>

namespace quickbrew {

/// Thrown for contents that hold more than they may.
struct too_large : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the readers that this thread makes may unpack, while it is alive.
struct unpacking_limits {
  /// 0: as much as there is.
  uint64_t maximum_bytes;
  bool is_xml;

  unpacking_limits(uint64_t maximum_bytes, bool is_xml)
      : maximum_bytes(maximum_bytes), is_xml(is_xml) {
    current = this;
  }

  ~unpacking_limits() { current = nullptr; }

  unpacking_limits(const unpacking_limits &) = delete;
  unpacking_limits &operator=(const unpacking_limits &) = delete;

  static inline thread_local const unpacking_limits *current = nullptr;
};

inline osmium::io::Decompressor *counted_gzip(int descriptor);
inline osmium::io::Decompressor *counted_bzip2(int descriptor);

/// Nothing here writes, and nothing reads from memory.
[[noreturn]] inline osmium::io::Compressor *no_compressor(int, osmium::io::fsync) {
  throw std::logic_error{"files are only read"};
}

[[noreturn]] inline osmium::io::Decompressor *no_decompressor(const char *, std::size_t) {
  throw std::logic_error{"only files are read"};
}

const bool counts_gzip = osmium::io::CompressionFactory::instance().register_compression(
    osmium::io::file_compression::gzip, no_compressor, counted_gzip, no_decompressor);
const bool counts_bzip2 = osmium::io::CompressionFactory::instance().register_compression(
    osmium::io::file_compression::bzip2, no_compressor, counted_bzip2, no_decompressor);

}  // namespace quickbrew

#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>

namespace quickbrew {

/// Looks for what XML would keep in memory as a whole: expat a tag until it ends, libosmium an
/// element until the next begins.
class xml_sizes {
 public:
  /// - Throws: `too_large`.
  void check(const std::string &piece) {
    for (const char byte : piece) {
      ++since_tag;
      ++since_element;
      if (byte == '>') since_tag = 0;
      const bool begins = (last == '<' && (byte == 'w' || byte == 'r')) ||
                          (before_last == '<' && last == 'n' && byte == 'o');
      if (begins) since_element = 0;
      before_last = last;
      last = byte;
      if (since_tag > maximum_tag_bytes) {
        throw too_large{"a tag is longer than " + std::to_string(maximum_tag_bytes) + " bytes"};
      }
      if (since_element > maximum_element_bytes) {
        throw too_large{
            "an element is longer than " + std::to_string(maximum_element_bytes) + " bytes"};
      }
    }
  }

 private:
  /// A value has at most 255 characters in OpenStreetMap.
  static constexpr uint64_t maximum_tag_bytes = 1 << 20;
  /// The largest relation has 32,000 members of some 50 bytes.
  static constexpr uint64_t maximum_element_bytes = 64 << 20;

  uint64_t since_tag = 0;
  uint64_t since_element = 0;
  char before_last = 0;
  char last = 0;
};

/// Unpacks as libosmium does, and counts.
class counting_decompressor final : public osmium::io::Decompressor {
 public:
  explicit counting_decompressor(std::unique_ptr<osmium::io::Decompressor> packed)
      : inner(std::move(packed)) {
    if (const auto *limits = unpacking_limits::current) {
      maximum_bytes = limits->maximum_bytes;
      is_xml = limits->is_xml;
    }
    inner->set_offset_ptr(&offset);
  }

  /// - Throws: `too_large`; as the one that is counted.
  std::string read() override {
    std::string piece = inner->read();
    set_offset(offset);
    bytes += piece.size();
    if (maximum_bytes > 0 && bytes > maximum_bytes) {
      throw too_large{
          "it holds more than " + std::to_string(maximum_bytes) + " bytes once unpacked"};
    }
    if (is_xml) sizes.check(piece);
    return piece;
  }

  void close() override { inner->close(); }

 private:
  std::unique_ptr<osmium::io::Decompressor> inner;
  std::atomic<std::size_t> offset{0};
  uint64_t maximum_bytes = 0;
  uint64_t bytes = 0;
  bool is_xml = false;
  xml_sizes sizes;
};

inline osmium::io::Decompressor *counted_gzip(int descriptor) {
  return new counting_decompressor{std::make_unique<osmium::io::GzipDecompressor>(descriptor)};
}

inline osmium::io::Decompressor *counted_bzip2(int descriptor) {
  return new counting_decompressor{std::make_unique<osmium::io::Bzip2Decompressor>(descriptor)};
}

}  // namespace quickbrew
