import Geography
import SQL
import SQLite

/// Writes an index file.
enum IndexWriter {
  /// - Parameter path: a file that does not exist yet; the caller moves it to its final path.
  /// - Throws: `SQLError`, with `isDiskFull` where the disk is full.
  static func write(_ index: IndexBuilder, to path: String) throws {
    let database = try Database(path: path, mode: .building)
    try database.execute(
      """
      PRAGMA page_size = 4096;
      PRAGMA application_id = \(IndexFormat.applicationID);
      PRAGMA user_version = \(IndexFormat.version);
      """)
    try database.transaction {
      try database.execute(IndexFormat.schema)
      try writeBlocks(index, database)
      try writeEntries(index, database)
      try writeStreets(index, database)
      try writePoints(index, database)
      try writeMetadata(index, database)
      try database.execute(IndexFormat.indexes)
    }
  }

  private static func writeBlocks(_ index: IndexBuilder, _ database: Database) throws {
    let ranks = index.terms.ranks()
    var terms = PackedListsBuilder()
    for letters in index.terms.terms.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      terms.append(letters)
    }
    var names = PackedListsBuilder()
    for name in 0..<index.nameEntries.count {
      names.append(index.names.list(name).map { ranks[Int($0)] })
    }
    var contexts = PackedListsBuilder()
    for entry in index.entries.indices {
      contexts.append(index.contexts.list(entry).map { ranks[Int($0)] }.sorted())
    }
    let postings = names.inverted(count: ranks.count)
    let entries = index.entries
    try write(terms.starts, .termStarts, database)
    try write(terms.items, .termLetters, database)
    try write(postings.starts, .postingStarts, database)
    try write(postings.items, .postingNames, database)
    try write(names.starts, .nameStarts, database)
    try write(names.items, .nameTerms, database)
    try write(index.nameEntries, .nameEntries, database)
    try write(entries.map(\.kind.rawValue), .entryKinds, database)
    try write(entries.map(\.importance.bitPattern), .entryImportance, database)
    try write(entries.map(\.coordinate), .entryLatitudes, .entryLongitudes, database)
    try write(index.reaches, .entryReaches, database)
    let tags =
      [""]
      + Set(entries.map(\.category) + entries.flatMap(\.kinds)).subtracting([""]).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: tags.enumerated().map { ($1, UInt32($0)) })
    try write(entries.map { numbers[$0.category] ?? 0 }, .entryCategories, database)
    let kinds = PackedLists(entries.map { $0.kinds.compactMap { numbers[$0] } })
    try write(kinds.starts, .kindStarts, database)
    try write(kinds.items, .kinds, database)
    for (id, tag) in tags.enumerated() {
      try database.run("INSERT INTO category VALUES (?, ?)", id, tag)
    }
    try write(contexts.starts, .contextStarts, database)
    try write(contexts.items, .contextTerms, database)
    try write(index.containingPlaces.starts, .containingPlaceStarts, database)
    try write(index.containingPlaces.items, .containingPlaces, database)
    let settlements = index.settlementTerms.map { ranks[Int($0)] }.sorted()
    try write(settlements, .settlementTerms, database)
  }

  /// Degrees as a whole number of 10⁻⁷, in two's complement.
  private static func fixed(_ degrees: Double) -> UInt32 {
    UInt32(bitPattern: Int32((degrees * 1e7).rounded()))
  }

  private static func write(
    _ numbers: [UInt32], _ block: IndexFormat.Block, _ database: Database
  ) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 4)
    for number in numbers {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    try database.run(
      "INSERT INTO block VALUES (?, ?, ?)", block.rawValue,
      Int64(bitPattern: BlockHash.of(numbers)), bytes)
  }

  private static func writeEntries(_ index: IndexBuilder, _ database: Database) throws {
    for (id, entry) in index.entries.enumerated() {
      let point = entry.coordinate
      try database.run(
        "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id,
        Int(entry.kind.rawValue), entry.name, entry.category, point.latitude, point.longitude,
        Double(entry.importance), entry.houseNumber, entry.street, entry.streetEntry,
        entry.postcode, entry.city, entry.cityEntry, entry.cityIsAssumed)
    }
    for (name, entry, text) in index.alternateNames {
      try database.run(
        "INSERT INTO other_name VALUES (?, ?, ?, ?)", name, entry, text.text, text.language)
    }
  }

  private static func writeStreets(_ index: IndexBuilder, _ database: Database) throws {
    var houses = 0
    var lines = 0
    for (number, street) in index.streets.enumerated() {
      let id = index.firstStreet + number
      for house in index.houses[number] {
        try write(house, of: id, as: houses, database)
        houses += 1
      }
      for line in street.interpolationLines {
        try database.run(
          "INSERT INTO number_line VALUES (?, ?, ?, ?, ?)", id, line.first, line.last, line.step,
          EncodedPolyline(line.line).rawValue)
      }
      for line in street.lines {
        guard let box = BoundingBox(around: line) else { continue }
        try database.run(
          "INSERT INTO line VALUES (?, ?, ?)", lines, id, EncodedPolyline(line).rawValue)
        try database.run(
          "INSERT INTO line_area VALUES (?, ?, ?, ?, ?)", lines, box.south, box.north, box.west,
          box.east)
        lines += 1
      }
    }
  }

  private static func writePoints(_ index: IndexBuilder, _ database: Database) throws {
    let corners = index.corners
    try write(corners.map { UInt32($0.one) }, .cornerFirstStreets, database)
    try write(corners.map { UInt32($0.other) }, .cornerSecondStreets, database)
    try write(corners.map(\.coordinate), .cornerLatitudes, .cornerLongitudes, database)
    let houses = index.houses.joined().map(\.coordinate)
    try write(houses, .houseLatitudes, .houseLongitudes, database)
  }

  private static func write(
    _ points: [Coordinate], _ latitudes: IndexFormat.Block, _ longitudes: IndexFormat.Block,
    _ database: Database
  ) throws {
    try write(points.map { fixed($0.latitude) }, latitudes, database)
    try write(points.map { fixed($0.longitude) }, longitudes, database)
  }

  private static func write(
    _ house: House, of street: Int, as id: Int, _ database: Database
  ) throws {
    let point = house.coordinate
    try database.run(
      "INSERT INTO house VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id, street, house.number.number,
      house.number.last, house.number.suffix, house.text, point.latitude, point.longitude,
      house.postcode, house.city, house.streetIsAssumed)
  }

  private static func writeMetadata(_ index: IndexBuilder, _ database: Database) throws {
    let metadata: [(String, String)] = [
      ("entries", "\(index.entries.count)"),
      ("houses", "\(index.houses.reduce(0) { $0 + $1.count })"),
      ("corners", "\(index.corners.count)"),
      ("numberStyle", index.style.rawValue),
      ("countries", index.countries.joined(separator: ",")),
    ]
    for name in index.regionNames {
      try database.run("INSERT OR IGNORE INTO region VALUES (?)", name)
    }
    for (key, value) in metadata {
      try database.run("INSERT INTO fact VALUES (?, ?)", key, value)
    }
  }
}
