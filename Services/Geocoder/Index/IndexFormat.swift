/// The layout of `geocoder.sqlite`.
///
/// Terms and names, which a query reads many times, are `block` rows that are loaded into memory
/// completely. The details of hits, of which a query reads a few, are ordinary rows.
package enum IndexFormat {
  /// Incremented with every incompatible change.
  package static let version = 8
  /// "QBGC": identifies the file as a geocoder index.
  static let applicationID = 0x5142_4743
  package static let fileName = "geocoder.sqlite"

  /// Arrays of 32-bit little-endian numbers. A list of lists is two blocks: the start offset of
  /// each list, with one more entry for the end, and the concatenated items. The raw values are the
  /// names in the file.
  enum Block: String, CaseIterable {
    case termStarts = "wordStarts", termLetters = "wordLetters"
    case postingStarts, postingNames
    case nameStarts, nameTerms = "nameWords", nameEntries
    case entryKinds, entryImportance, entryLatitudes, entryLongitudes, entryReaches,
      entryCategories
    case kindStarts, kinds
    case contextStarts, contextTerms = "contextWords"
    case containingPlaceStarts = "insideStarts", containingPlaces = "insidePlaces"
    case settlementTerms = "settlementWords"
    case cornerFirstStreets = "cornerOnes", cornerSecondStreets = "cornerOthers"
    case cornerLatitudes, cornerLongitudes
    case houseLatitudes, houseLongitudes
  }

  /// The table `fact` holds the index's metadata, `number_line` its interpolation
  /// lines, `region` names and codes of the countries and states that the map touches.
  static let schema = """
    CREATE TABLE fact (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE block (name TEXT PRIMARY KEY, hash INTEGER NOT NULL, bytes BLOB NOT NULL);
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name TEXT NOT NULL, category TEXT NOT NULL,
      latitude REAL NOT NULL, longitude REAL NOT NULL, importance REAL NOT NULL,
      number TEXT, street TEXT, street_entry INTEGER, postcode TEXT, city TEXT,
      city_entry INTEGER, city_assumed INTEGER NOT NULL);
    CREATE TABLE other_name (
      id INTEGER PRIMARY KEY, entry INTEGER NOT NULL, text TEXT NOT NULL, language TEXT);
    CREATE TABLE house (
      id INTEGER PRIMARY KEY, street INTEGER NOT NULL, number INTEGER NOT NULL,
      last INTEGER NOT NULL, suffix TEXT NOT NULL, text TEXT NOT NULL,
      latitude REAL NOT NULL, longitude REAL NOT NULL, postcode TEXT, city TEXT,
      street_assumed INTEGER NOT NULL);
    CREATE TABLE number_line (
      street INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
      step INTEGER NOT NULL, points TEXT NOT NULL);
    CREATE TABLE category (id INTEGER PRIMARY KEY, tag TEXT NOT NULL);
    CREATE TABLE region (name TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE line (id INTEGER PRIMARY KEY, street INTEGER NOT NULL, points TEXT NOT NULL);
    CREATE VIRTUAL TABLE line_area USING rtree(id, south, north, west, east);
    """

  /// Created after the rows are inserted, which is faster.
  static let indexes = """
    CREATE INDEX house_by_number ON house (street, number);
    CREATE INDEX line_by_street ON line (street);
    CREATE INDEX number_line_by_street ON number_line (street);
    CREATE INDEX other_name_by_language ON other_name (entry, language) WHERE language NOT NULL;
    """
}
