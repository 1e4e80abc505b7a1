import Geography
import PlaceWords
import SQL
import SQLite

/// The in-memory part of an index file, which all searchers share: its terms and names. Immutable.
///
/// It takes about 80 bytes per name in addition to the terms. Loading two million names takes about
/// a second. A class, as a copy of the structure would count thirty references; a search made one
/// for each candidate.
package final class PlaceIndex: Sendable {
  /// The file. Each searcher opens its own connection.
  let path: String
  let dictionary: TermDictionary
  let names: NameTable
  let corners: CornerTable
  let points: PointTables
  let commonPrefixes: CommonPrefixes
  let style: NumberStyle
  /// The terms in the names of cities, towns and villages.
  let settlementTerms: Set<UInt32>
  /// Where the places are whose names have these terms.
  private let settlements: [UInt32: [Coordinate]]
  /// Names and codes of the countries and states that the map touches.
  let regions: PhraseTable<Void>
  /// The codes of those countries, the likeliest first: "LI".
  let countries: [String]
  /// The number of each category, kind of venues and cuisine: "amenity=cafe", "coffee".
  let categories: [String: UInt32]
  /// The numbers of the categories whose places shop search has.
  let venueCategories: Set<UInt32>
  /// The number of streets, places, points of interest and postcodes.
  package let entryCount: Int
  /// The middle of everything in the index.
  var middle: Coordinate {
    BoundingBox(around: (0..<UInt32(entryCount)).map(names.coordinate))?.center
      ?? PlanarGeometry.nowhere
  }
  /// The number of house numbers.
  package let houseCount: Int

  /// Loads the file and verifies it completely.
  ///
  /// - Throws: `PlaceIndexError`.
  package convenience init(path: String) throws(PlaceIndexError) {
    do {
      let database = try Database(path: path, mode: .readOnly)
      try self.init(database)
    } catch let error as PlaceIndexError {
      throw error
    } catch let error as SQLError {
      throw error.isCorrupt
        ? .damaged(path: path, reason: error.message)
        : .unreadable(path: path, reason: error.message)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  private init(_ database: Database) throws {
    path = database.location
    let id = try database.first("PRAGMA application_id") { $0.int("application_id") } ?? 0
    guard id == IndexFormat.applicationID else { throw PlaceIndexError.notAnIndex(path: path) }
    let version = try database.schemaVersion()
    guard version == IndexFormat.version else {
      throw PlaceIndexError.wrongVersion(path: path, found: version)
    }
    if let problem = try database.integrityProblems().first {
      throw PlaceIndexError.damaged(path: path, reason: problem)
    }
    let blocks = try Blocks(database)
    dictionary = try TermDictionary(blocks)
    names = try NameTable(blocks, dictionary)
    corners = try CornerTable(blocks, entryCount: names.entryCount)
    points = try PointTables(blocks, names, corners)
    commonPrefixes = CommonPrefixes(dictionary, names)
    settlementTerms = Set(try blocks[.settlementTerms])
    let terms = dictionary.count
    guard settlementTerms.allSatisfy({ $0 < terms }) else {
      throw PlaceIndexError.damaged(path: path, reason: "its settlements and terms do not fit")
    }
    settlements = Self.settlements(settlementTerms, names, dictionary)
    var regions = PhraseTable<Void>()
    let regionNames = try database.query("SELECT name FROM region") { $0.text("name") }
    for name in regionNames { regions.add(name, ()) }
    self.regions = regions
    categories = Dictionary(
      try database.query("SELECT tag, id FROM category") {
        ($0.text("tag"), UInt32(truncatingIfNeeded: $0.int64("id")))
      }, uniquingKeysWith: { first, _ in first })
    venueCategories = Set(
      categories.filter { KindWords.all.kind(tagged: $0.key)?.category != nil }.values)
    let metadata = Dictionary(
      try database.query("SELECT key, value FROM fact") { ($0.text("key"), $0.text("value")) },
      uniquingKeysWith: { first, _ in first })
    countries = (metadata["countries"] ?? "").split(separator: ",").map(String.init)
    guard let style = NumberStyle(rawValue: metadata["numberStyle"] ?? ""),
      let houses = Int(metadata["houses"] ?? ""), metadata["entries"] == "\(names.entryCount)"
    else { throw PlaceIndexError.damaged(path: path, reason: "its metadata is incomplete") }
    self.style = style
    houseCount = houses
    entryCount = names.entryCount
  }
}

extension PlaceIndex {
  /// Within this distance of a place people may name it instead of the one that they are in.
  private static let neighbourDistance: Meters = 1_500

  private static func settlements(
    _ terms: Set<UInt32>, _ names: NameTable, _ dictionary: TermDictionary
  ) -> [UInt32: [Coordinate]] {
    var settlements: [UInt32: [Coordinate]] = [:]
    for term in terms {
      for name in dictionary.postings[Int(term)] {
        let entry = names.entries[Int(name)]
        guard names.kind(of: entry) == .place else { continue }
        settlements[term, default: []].append(names.coordinate(of: entry))
      }
    }
    return settlements
  }

  /// Whether a place with this term in its name is next to the entry.
  func isNeighbour(_ term: UInt32, of entry: UInt32) -> Bool {
    guard let places = settlements[term] else { return false }
    let point = names.coordinate(of: entry)
    let distance = Self.neighbourDistance + min(names.reach(of: entry), Self.neighbourDistance)
    return places.contains { $0.distance(to: point) <= distance }
  }
}

/// Why an index file cannot be used; build it again with `geocoder build`.
package enum PlaceIndexError: Error, Hashable, CustomStringConvertible {
  /// The file is missing or cannot be read.
  case unreadable(path: String, reason: String)
  /// A database of another application.
  case notAnIndex(path: String)
  /// Written by another release.
  case wrongVersion(path: String, found: Int)
  /// Not a database, truncated, or changed since it was written.
  case damaged(path: String, reason: String)

  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "Opening the place index \(path): \(reason). Build it with `geocoder build MAP --into DIR`."
    case .notAnIndex(let path):
      "Opening the place index \(path): this database is not the geocoder's. Build it again."
    case .wrongVersion(let path, let found):
      """
      Opening the place index \(path): it has format \(found), this release reads \
      \(IndexFormat.version). Build it again with `geocoder build`.
      """
    case .damaged(let path, let reason):
      "Opening the place index \(path): the file is damaged (\(reason)). Build it again."
    }
  }
}

/// The number blocks of an index file, verified by their checksums.
struct Blocks {
  private var numbers: [String: [UInt32]] = [:]
  private let path: String

  init(_ database: Database) throws {
    path = database.location
    try database.forEach("SELECT name, hash, bytes FROM block") { row in
      let block = row.withBytes(2) { bytes in
        (0..<bytes.count / 4).map {
          UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
        }
      }
      guard Int64(bitPattern: BlockHash.of(block)) == row.int64("hash") else {
        throw PlaceIndexError.damaged(
          path: path, reason: "block \(row.text("name")) does not match its checksum")
      }
      numbers[row.text("name")] = block
    }
  }

  subscript(_ block: IndexFormat.Block) -> [UInt32] {
    get throws {
      guard let found = numbers[block.rawValue] else {
        throw PlaceIndexError.damaged(path: path, reason: "block \(block.rawValue) is missing")
      }
      return found
    }
  }

  /// Coordinates from a block of latitudes and one of longitudes.
  func points(
    _ latitudes: IndexFormat.Block, _ longitudes: IndexFormat.Block
  ) throws -> [Coordinate] {
    let (latitudes, longitudes) = (try self[latitudes], try self[longitudes])
    guard latitudes.count == longitudes.count else {
      throw PlaceIndexError.damaged(path: path, reason: "a point lacks a degree")
    }
    let points = zip(latitudes, longitudes).map { Coordinate(fixedLatitude: $0, longitude: $1) }
    guard points.allSatisfy(\.isValid) else {
      throw PlaceIndexError.damaged(path: path, reason: "a point is not on Earth")
    }
    return points
  }

  /// Lists from a block of start offsets and one of items; verifies the offsets.
  func lists(_ starts: IndexFormat.Block, _ items: IndexFormat.Block) throws -> PackedLists {
    let lists = PackedLists(starts: try self[starts], items: try self[items])
    guard lists.isSound else {
      throw PlaceIndexError.damaged(path: path, reason: "block \(starts.rawValue) is unsound")
    }
    return lists
  }
}

/// Lists of numbers, concatenated.
struct PackedLists: Sendable {
  let starts: [UInt32]
  let items: [UInt32]
}

extension PackedLists {
  init(_ lists: [[UInt32]]) {
    var starts: [UInt32] = [0]
    for list in lists { starts.append((starts.last ?? 0) + UInt32(list.count)) }
    self.init(starts: starts, items: lists.flatMap { $0 })
  }

  var count: Int { starts.count - 1 }

  @inline(__always)
  func range(_ list: Int) -> Range<Int> { Int(starts[list])..<Int(starts[list + 1]) }

  @inline(__always)
  subscript(list: Int) -> ArraySlice<UInt32> { items[range(list)] }

  fileprivate var isSound: Bool {
    starts.first == 0 && starts.last.map(Int.init) == items.count
      && zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
  }
}

extension Coordinate {
  /// Degrees as whole numbers of 10⁻⁷, in two's complement.
  init(fixedLatitude latitude: UInt32, longitude: UInt32) {
    self.init(
      latitude: Double(Int32(bitPattern: latitude)) / 1e7,
      longitude: Double(Int32(bitPattern: longitude)) / 1e7)
  }
}
