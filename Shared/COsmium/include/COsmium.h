#pragma once

// A pull reader of OpenStreetMap extracts over libosmium. No C++ exception crosses this header:
// every failure becomes a code and a message that the reader keeps.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quickbrew_osm_reader quickbrew_osm_reader;

enum {
  QUICKBREW_OSM_NODE = 1,
  QUICKBREW_OSM_WAY = 2,
  QUICKBREW_OSM_RELATION = 4
};

/// The result of `quickbrew_osm_next`.
typedef enum {
  QUICKBREW_OSM_END = 0,
  /// `quickbrew_osm_current` describes the next element.
  QUICKBREW_OSM_ELEMENT = 1,
  /// Some more of the file has been read; ask again.
  QUICKBREW_OSM_PROGRESS = 2,
  QUICKBREW_OSM_FAILED = 3
} quickbrew_osm_step;

typedef enum {
  QUICKBREW_OSM_NO_ERROR = 0,
  /// The operating system refused to open or read the file.
  QUICKBREW_OSM_CANNOT_READ = 1,
  /// The contents violate their format.
  QUICKBREW_OSM_DAMAGED = 2,
  /// A history or change file, which holds several versions of one element.
  QUICKBREW_OSM_HAS_VERSIONS = 3,
  QUICKBREW_OSM_NO_MEMORY = 4,
  QUICKBREW_OSM_BUG = 5,
  /// The file, or an element of it, holds more than may be.
  QUICKBREW_OSM_TOO_LARGE = 6
} quickbrew_osm_error;

/// Zero-terminated, not necessarily valid UTF-8.
typedef struct {
  const char *key;
  const char *value;
} quickbrew_osm_tag;

/// Degrees; both not-a-number if the extract lacks the node, or its location is invalid.
typedef struct {
  double latitude;
  double longitude;
} quickbrew_osm_location;

typedef struct {
  /// One of QUICKBREW_OSM_NODE, _WAY, _RELATION.
  int kind;
  int64_t id;
  const char *role;
} quickbrew_osm_member;

/// One element. Every pointer belongs to the reader and is valid until the next call on it.
typedef struct {
  int kind;
  int64_t id;
  const quickbrew_osm_tag *tags;
  size_t tag_count;
  /// Of a node.
  quickbrew_osm_location location;
  /// Of a way.
  const int64_t *node_ids;
  size_t node_count;
  /// Of a way, `node_count` entries; NULL unless locations were asked for.
  const quickbrew_osm_location *locations;
  /// Of a relation.
  const quickbrew_osm_member *members;
  size_t member_count;
} quickbrew_osm_element;

typedef struct {
  /// A regular file; "-" and URLs get no special treatment.
  const char *path;
  /// libosmium's name of the format: "pbf", "osm", "osm.gz", "osm.bz2", "o5m".
  const char *format;
  /// The kinds to yield, or-ed.
  int kinds;
  /// Only elements with one of these keys are yielded; none: all. Copied.
  const char *const *keys;
  size_t key_count;
  bool locates_ways;
  /// Bytes of the contents once they are unpacked; 0: as many as there are. Of PBF, whose blocks have
  /// a limit of their own, it is not asked.
  uint64_t maximum_bytes;
  /// Nodes, ways and relations that are looked at in one pass; 0: as many as there are.
  uint64_t maximum_elements;
} quickbrew_osm_options;

/// NULL only if memory is out. A failure to open is reported by the first `quickbrew_osm_next`.
quickbrew_osm_reader *quickbrew_osm_open(const quickbrew_osm_options *options);

/// Steps to the next element: nodes, then ways, then relations, whatever the order of the file.
quickbrew_osm_step quickbrew_osm_next(quickbrew_osm_reader *reader);

/// The element of the last step.
const quickbrew_osm_element *quickbrew_osm_current(const quickbrew_osm_reader *reader);

/// The part read so far, 0 ... 1.
double quickbrew_osm_progress(const quickbrew_osm_reader *reader);

/// How many selected nodes were skipped because their location is invalid, and the id of the first
/// of them.
uint64_t quickbrew_osm_misplaced_count(const quickbrew_osm_reader *reader);
int64_t quickbrew_osm_first_misplaced(const quickbrew_osm_reader *reader);

/// The corners of the area that the header declares, known after the first step; false if it
/// declares none.
bool quickbrew_osm_declared_box(
    const quickbrew_osm_reader *reader, quickbrew_osm_location *southwest,
    quickbrew_osm_location *northeast);

/// When the data was current, as the header declares it: ISO 8601, known after the first step; empty
/// if it declares nothing.
const char *quickbrew_osm_declared_date(const quickbrew_osm_reader *reader);

/// Why the last step failed; the message lives as long as the reader.
quickbrew_osm_error quickbrew_osm_error_code(const quickbrew_osm_reader *reader);
const char *quickbrew_osm_error_message(const quickbrew_osm_reader *reader);

/// Stops reading, wherever it is, and frees everything.
void quickbrew_osm_close(quickbrew_osm_reader *reader);

#ifdef __cplusplus
}
#endif
