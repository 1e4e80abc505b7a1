/// The layout of `geocoder.sqlite`.
///
/// What a query touches many times over, words and names, lies in numbered `block` rows that are
/// read into memory whole; what it touches a few times, the details of the best hits, is read row
/// by row.
package enum IndexFormat {
  /// Raised with every change that an older reader would misread.
  package static let version = 2
  /// "QBGC": tells the file from another service's.
  static let applicationID = 0x5142_4743
  package static let fileName = "geocoder.sqlite"

  /// Arrays of 32-bit little-endian numbers. A list of lists is two blocks: where each list
  /// starts, with one more entry for the end, and all items one after another.
  enum Block: String, CaseIterable {
    case wordStarts, wordLetters
    case postingStarts, postingNames
    case nameStarts, nameWords, nameEntries
    case entryKinds, entryImportance, entryLatitudes, entryLongitudes, entryReaches
    case contextStarts, contextWords
    case insideStarts, insidePlaces
    case settlementWords
    case cornerOnes, cornerOthers, cornerLatitudes, cornerLongitudes
    case houseLatitudes, houseLongitudes
  }

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
      latitude REAL NOT NULL, longitude REAL NOT NULL, postcode TEXT, city TEXT);
    CREATE TABLE number_line (
      street INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
      step INTEGER NOT NULL, points TEXT NOT NULL);
    CREATE TABLE line (id INTEGER PRIMARY KEY, street INTEGER NOT NULL, points TEXT NOT NULL);
    CREATE VIRTUAL TABLE line_area USING rtree(id, south, north, west, east);
    """

  /// Made once the rows are in, which is quicker.
  static let indexes = """
    CREATE INDEX house_by_number ON house (street, number);
    CREATE INDEX line_by_street ON line (street);
    CREATE INDEX number_line_by_street ON number_line (street);
    CREATE INDEX other_name_by_language ON other_name (entry, language) WHERE language NOT NULL;
    """
}
