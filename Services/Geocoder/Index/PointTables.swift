import Geography

/// The corners of the index: where two streets cross or meet. Immutable.
struct CornerTable: Sendable {
  /// The entries of the two streets of each corner.
  let firstStreets: [UInt32]
  let secondStreets: [UInt32]
  let points: [Coordinate]
  /// The corners of each entry.
  private let cornersByEntry: PackedLists

  var count: Int { points.count }

  init(_ blocks: Blocks, entryCount: Int) throws {
    firstStreets = try blocks[.cornerFirstStreets]
    secondStreets = try blocks[.cornerSecondStreets]
    points = try blocks.points(.cornerLatitudes, .cornerLongitudes)
    guard firstStreets.count == points.count, secondStreets.count == points.count,
      firstStreets.allSatisfy({ $0 < entryCount }),
      secondStreets.allSatisfy({ $0 < entryCount })
    else { throw PlaceIndexError.damaged(path: "", reason: "its corners and entries do not fit") }
    var lists = [[UInt32]](repeating: [], count: entryCount)
    for corner in points.indices {
      lists[Int(firstStreets[corner])].append(UInt32(corner))
      lists[Int(secondStreets[corner])].append(UInt32(corner))
    }
    cornersByEntry = PackedLists(lists)
  }

  func hasCorners(_ entry: UInt32) -> Bool { !cornersByEntry.range(Int(entry)).isEmpty }

  /// The corners of a street: the entry of the other street, and the position.
  func corners(of street: UInt32) -> [(other: UInt32, point: Coordinate)] {
    cornersByEntry[Int(street)].map { corner in
      let first = firstStreets[Int(corner)]
      return (first == street ? secondStreets[Int(corner)] : first, points[Int(corner)])
    }
  }
}

/// Spatial indexes of everything that can be found near a point. Immutable; about 60 bytes per
/// point.
struct PointTables: Sendable {
  /// A point's index is the house's row id.
  let houses: PointIndex
  /// A point's index is the corner's number in `CornerTable`.
  let corners: PointIndex
  /// Settlements and parts of them, without postcodes. A point's index is its index in
  /// `placeEntries`.
  let places: PointIndex
  let placeEntries: [UInt32]
  /// A point's index is its index in `poiEntries`. Some have no name.
  let pointsOfInterest: PointIndex
  let poiEntries: [UInt32]
  /// Those with a name. A point's index is the entry's number.
  let entries: PointIndex

  init(_ blocks: Blocks, _ names: NameTable, _ corners: CornerTable) throws {
    houses = PointIndex(try blocks.points(.houseLatitudes, .houseLongitudes))
    self.corners = PointIndex(corners.points)
    let entries = (0..<UInt32(names.entryCount))
    placeEntries = entries.filter { names.kind(of: $0) == .place }
    poiEntries = entries.filter { names.kind(of: $0) == .pointOfInterest }
    places = PointIndex(placeEntries.map(names.coordinate))
    pointsOfInterest = PointIndex(poiEntries.map(names.coordinate))
    // Most entries without a name are the last ones.
    let last = entries.last { names.isNamed($0) }
    self.entries = PointIndex(entries.prefix { $0 <= last ?? 0 }.map(names.coordinate))
  }
}
