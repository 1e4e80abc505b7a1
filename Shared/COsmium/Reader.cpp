#include "COsmium.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <vector>

#include "Unpacking.hpp"

#include <osmium/handler/node_locations_for_ways.hpp>
#include <osmium/index/map/flex_mem.hpp>
#include <osmium/io/o5m_input.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm.hpp>

namespace {

using Index = osmium::index::map::FlexMem<osmium::unsigned_object_id_type, osmium::Location>;
using Bits = osmium::osm_entity_bits::type;

constexpr double missing_degrees = std::numeric_limits<double>::quiet_NaN();

quickbrew_osm_location plain(const osmium::Location &location) {
  if (!location.valid()) return {missing_degrees, missing_degrees};
  return {location.lat_without_check(), location.lon_without_check()};
}

/// The kind as a bit of this header; 0 for anything but a node, way or relation.
int kind_of(osmium::item_type type) {
  switch (type) {
    case osmium::item_type::node: return QUICKBREW_OSM_NODE;
    case osmium::item_type::way: return QUICKBREW_OSM_WAY;
    case osmium::item_type::relation: return QUICKBREW_OSM_RELATION;
    default: return 0;
  }
}

Bits bits_of(int kinds) {
  Bits bits = osmium::osm_entity_bits::nothing;
  if (kinds & QUICKBREW_OSM_NODE) bits |= osmium::osm_entity_bits::node;
  if (kinds & QUICKBREW_OSM_WAY) bits |= osmium::osm_entity_bits::way;
  if (kinds & QUICKBREW_OSM_RELATION) bits |= osmium::osm_entity_bits::relation;
  return bits;
}

/// Thrown for a file that holds several versions of one element.
struct has_versions : std::runtime_error {
  has_versions() : std::runtime_error("it is a history or change file") {}
};

/// Nodes of a way, or members of a relation. OpenStreetMap itself has at most 2,000 and 32,000.
constexpr size_t maximum_parts = 1000000;

/// Limits the blocks that are decoded ahead of whoever reads. libosmium has 20, and takes another
/// number from the environment alone; one block of a hostile PBF can hold 11 million nodes.
///
/// Not before main: a Swift runtime that is linked in finds the arguments of the process beside its
/// first environment. The first setenv of a process leaves that one as it is for other threads.
void limit_blocks_ahead() {
  static const bool is_set = setenv("OSMIUM_MAX_OSMDATA_QUEUE_SIZE", "4", 0) == 0;
  (void)is_set;
}

}  // namespace

/// Reads in one pass if the header says that the file is sorted, else in one pass for each kind: so
/// the order of kinds holds, and every node is located before the first way.
struct quickbrew_osm_reader {
  explicit quickbrew_osm_reader(const quickbrew_osm_options &options)
      : file(local(options.path), unpacked_format(options.format)),
        kinds(options.kinds),
        locates(options.locates_ways && (options.kinds & QUICKBREW_OSM_WAY)),
        maximum_bytes(options.maximum_bytes),
        maximum_elements(options.maximum_elements) {
    owned_keys.assign(options.keys, options.keys + options.key_count);
    keys.insert(owned_keys.begin(), owned_keys.end());
    locator.ignore_errors();
  }

  quickbrew_osm_step next() {
    if (failure != QUICKBREW_OSM_NO_ERROR) return QUICKBREW_OSM_FAILED;
    if (!reader && !begin()) return QUICKBREW_OSM_END;
    while (position != end) {
      osmium::memory::Item &item = *position;
      ++position;
      if (select(item)) return QUICKBREW_OSM_ELEMENT;
    }
    buffer = reader->read();
    if (!buffer) {
      reader->close();
      reader.reset();
      position = end = {};
      return ++pass < passes.size() ? QUICKBREW_OSM_PROGRESS : QUICKBREW_OSM_END;
    }
    position = buffer.begin();
    end = buffer.end();
    return QUICKBREW_OSM_PROGRESS;
  }

  double progress() const {
    if (passes.empty()) return 0;
    double within = 0;
    if (reader && reader->file_size() > 0) {
      within = static_cast<double>(reader->offset()) / static_cast<double>(reader->file_size());
    }
    return (static_cast<double>(pass) + (within < 1 ? within : 1)) /
           static_cast<double>(passes.size());
  }

  void fail(quickbrew_osm_error code, const char *text) noexcept {
    failure = code;
    try {
      message = text;
    } catch (...) {
      message.clear();
    }
  }

  quickbrew_osm_element element{};
  osmium::Box declared_box;
  std::string declared_date;
  uint64_t invalid_location_count = 0;
  int64_t first_invalid_location = 0;
  quickbrew_osm_error failure = QUICKBREW_OSM_NO_ERROR;
  std::string message;

 private:
  /// libosmium reads "-" as standard input and fetches "http:" with curl; a path that starts with a
  /// folder is neither.
  static std::string local(const char *path) {
    return path[0] == '/' ? std::string{path} : "./" + std::string{path};
  }

  /// Contents that are not packed pass zlib as they are, and are counted there, too.
  static std::string unpacked_format(const std::string &format) {
    return format == "osm" || format == "o5m" ? format + ".gz" : format;
  }

  /// Opens the file for the current pass; false after the last one.
  bool begin() {
    if (passes.empty()) plan();
    if (pass >= passes.size()) return false;
    reader = open(bits_of(passes[pass]));
    elements = 0;
    return true;
  }

  std::unique_ptr<osmium::io::Reader> open(Bits bits) {
    // Whether an element is deleted is part of its metadata; a PBF file that holds deleted elements
    // says that it has versions, so the rest of them need no metadata.
    const bool skips_meta = file.format() == osmium::io::file_format::pbf;
    const quickbrew::unpacking_limits limits{
        maximum_bytes, file.format() == osmium::io::file_format::xml};
    limit_blocks_ahead();
    auto opened = std::make_unique<osmium::io::Reader>(
        file, bits, skips_meta ? osmium::io::read_meta::no : osmium::io::read_meta::yes);
    if (opened->header().has_multiple_object_versions()) throw has_versions{};
    return opened;
  }

  void plan() {
    const int read = kinds | (locates ? QUICKBREW_OSM_NODE : 0);
    const auto header = open(osmium::osm_entity_bits::nothing)->header();
    declared_box = header.joined_boxes();
    declared_date = header.get("osmosis_replication_timestamp", header.get("timestamp"));
    if (header.get("sorting") == "Type_then_ID") {
      passes.push_back(read);
      return;
    }
    for (const int kind : {QUICKBREW_OSM_NODE, QUICKBREW_OSM_WAY, QUICKBREW_OSM_RELATION}) {
      if (read & kind) passes.push_back(kind);
    }
  }

  /// Whether the item is a selected element; if so `element` describes it.
  bool select(osmium::memory::Item &item) {
    const int kind = kind_of(item.type());
    if (kind == 0) return false;
    if (++elements > maximum_elements && maximum_elements > 0) {
      throw quickbrew::too_large{
          "it holds more than " + std::to_string(maximum_elements) + " elements"};
    }
    auto &object = static_cast<osmium::OSMObject &>(item);
    if (object.deleted()) return false;
    check(object.tags());
    if (kind == QUICKBREW_OSM_NODE && locates) locator.node(static_cast<osmium::Node &>(object));
    if (!(kinds & kind) || !has_key(object.tags())) return false;
    if (kind == QUICKBREW_OSM_NODE && !has_valid_location(static_cast<osmium::Node &>(object))) return false;
    element = {};
    element.kind = kind;
    element.id = object.id();
    describe_tags(object.tags());
    if (kind == QUICKBREW_OSM_NODE) {
      element.location = plain(static_cast<osmium::Node &>(object).location());
    } else if (kind == QUICKBREW_OSM_WAY) {
      describe(static_cast<osmium::Way &>(object));
    } else {
      describe(static_cast<osmium::Relation &>(object));
    }
    return true;
  }

  /// Each text ends with a zero. A PBF's may have another one within, and then keys and values would
  /// change places, and the last be read beyond the end of the list.
  static void check(const osmium::TagList &list) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(&list);
    if (std::count(bytes + sizeof list, bytes + list.byte_size(), 0) % 2 != 0) {
      throw std::runtime_error{"a text has a zero byte"};
    }
  }

  bool has_key(const osmium::TagList &list) const {
    if (keys.empty()) return true;
    for (const auto &tag : list) {
      if (keys.count(std::string_view{tag.key()}) > 0) return true;
    }
    return false;
  }

  bool has_valid_location(const osmium::Node &node) {
    if (node.location().valid()) return true;
    if (invalid_location_count++ == 0) first_invalid_location = node.id();
    return false;
  }

  void describe_tags(const osmium::TagList &list) {
    tags.clear();
    for (const auto &tag : list) tags.push_back({tag.key(), tag.value()});
    element.tags = tags.data();
    element.tag_count = tags.size();
  }

  void describe(osmium::Way &way) {
    check_parts(way.id(), way.nodes().size());
    if (locates) locator.way(way);
    node_ids.clear();
    locations.clear();
    for (const auto &node : way.nodes()) {
      node_ids.push_back(node.ref());
      if (locates) locations.push_back(plain(node.location()));
    }
    element.node_ids = node_ids.data();
    element.node_count = node_ids.size();
    element.locations = locates ? locations.data() : nullptr;
  }

  void describe(const osmium::Relation &relation) {
    check_parts(relation.id(), relation.members().size());
    members.clear();
    for (const auto &member : relation.members()) {
      members.push_back({kind_of(member.type()), member.ref(), member.role()});
    }
    element.members = members.data();
    element.member_count = members.size();
  }

  static void check_parts(int64_t id, size_t count) {
    if (count <= maximum_parts) return;
    throw quickbrew::too_large{
        "element " + std::to_string(id) + " has more than " + std::to_string(maximum_parts) +
        " nodes or members"};
  }

  osmium::io::File file;
  int kinds;
  bool locates;
  uint64_t maximum_bytes;
  uint64_t maximum_elements;
  /// Looked at in this pass.
  uint64_t elements = 0;
  std::vector<std::string> owned_keys;
  /// Views into `owned_keys`, which never changes.
  std::unordered_set<std::string_view> keys;
  std::vector<int> passes;
  size_t pass = 0;

  Index positive_ids;
  Index negative_ids;
  osmium::handler::NodeLocationsForWays<Index, Index> locator{positive_ids, negative_ids};

  std::unique_ptr<osmium::io::Reader> reader;
  osmium::memory::Buffer buffer;
  osmium::memory::Buffer::iterator position;
  osmium::memory::Buffer::iterator end;

  std::vector<quickbrew_osm_tag> tags;
  std::vector<int64_t> node_ids;
  std::vector<quickbrew_osm_location> locations;
  std::vector<quickbrew_osm_member> members;
};

extern "C" {

quickbrew_osm_reader *quickbrew_osm_open(const quickbrew_osm_options *options) {
  try {
    return new quickbrew_osm_reader{*options};
  } catch (...) {
    return nullptr;
  }
}

quickbrew_osm_step quickbrew_osm_next(quickbrew_osm_reader *reader) {
  try {
    return reader->next();
  } catch (const std::bad_alloc &error) {
    reader->fail(QUICKBREW_OSM_NO_MEMORY, error.what());
  } catch (const quickbrew::too_large &error) {
    reader->fail(QUICKBREW_OSM_TOO_LARGE, error.what());
  } catch (const has_versions &error) {
    reader->fail(QUICKBREW_OSM_HAS_VERSIONS, error.what());
  } catch (const std::system_error &error) {
    reader->fail(QUICKBREW_OSM_CANNOT_READ, error.what());
  } catch (const std::exception &error) {
    reader->fail(QUICKBREW_OSM_DAMAGED, error.what());
  } catch (...) {
    reader->fail(QUICKBREW_OSM_BUG, "an exception of unknown type");
  }
  return QUICKBREW_OSM_FAILED;
}

const quickbrew_osm_element *quickbrew_osm_current(const quickbrew_osm_reader *reader) {
  return &reader->element;
}

double quickbrew_osm_progress(const quickbrew_osm_reader *reader) { return reader->progress(); }

uint64_t quickbrew_osm_misplaced_count(const quickbrew_osm_reader *reader) {
  return reader->invalid_location_count;
}

int64_t quickbrew_osm_first_misplaced(const quickbrew_osm_reader *reader) {
  return reader->first_invalid_location;
}

bool quickbrew_osm_declared_box(
    const quickbrew_osm_reader *reader, quickbrew_osm_location *southwest,
    quickbrew_osm_location *northeast) {
  *southwest = plain(reader->declared_box.bottom_left());
  *northeast = plain(reader->declared_box.top_right());
  return reader->declared_box.valid();
}

const char *quickbrew_osm_declared_date(const quickbrew_osm_reader *reader) {
  return reader->declared_date.c_str();
}

quickbrew_osm_error quickbrew_osm_error_code(const quickbrew_osm_reader *reader) {
  return reader->failure;
}

const char *quickbrew_osm_error_message(const quickbrew_osm_reader *reader) {
  return reader->message.c_str();
}

void quickbrew_osm_close(quickbrew_osm_reader *reader) { delete reader; }

}  // extern "C"
