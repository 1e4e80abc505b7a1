import Geography

/// The corners of the index: where two streets meet. Immutable.
struct CornerTable: Sendable {
  /// The entries of the two streets of each corner.
  let ones: [UInt32]
  let others: [UInt32]
  let points: [Coordinate]
  /// The corners of each entry.
  private let cornersByEntry: Lists

  var count: Int { points.count }

  init(_ blocks: Blocks, entryCount: Int) throws {
    ones = try blocks[.cornerOnes]
    others = try blocks[.cornerOthers]
    points = try blocks.points(.cornerLatitudes, .cornerLongitudes)
    guard ones.count == points.count, others.count == points.count,
      ones.allSatisfy({ $0 < entryCount }), others.allSatisfy({ $0 < entryCount })
    else { throw PlaceIndexError.damaged(path: "", reason: "its corners and entries do not fit") }
    var lists = [[UInt32]](repeating: [], count: entryCount)
    for corner in 0..<ones.count {
      lists[Int(ones[corner])].append(UInt32(corner))
      lists[Int(others[corner])].append(UInt32(corner))
    }
    cornersByEntry = Lists(lists)
  }

  /// The corners of a street: the entry of the street it meets there, and where.
  func meetings(of street: UInt32) -> [(other: UInt32, point: Coordinate)] {
    cornersByEntry[Int(street)].map { corner in
      let one = ones[Int(corner)]
      return (one == street ? others[Int(corner)] : one, points[Int(corner)])
    }
  }
}

/// Where everything lies, for looking around a point. Immutable; about 60 bytes a point.
struct PointTables: Sendable {
  /// By the number of the house's row.
  let houses: PointIndex
  /// By the number of the corner.
  let corners: PointIndex
  /// Settlements and parts of them, without postcodes; a point's number is its place in
  /// `placeEntries`.
  let places: PointIndex
  let placeEntries: [UInt32]
  let venues: PointIndex
  let venueEntries: [UInt32]
  /// By the number of the entry.
  let entries: PointIndex

  init(_ blocks: Blocks, _ names: NameTable, _ corners: CornerTable) throws {
    houses = PointIndex(try blocks.points(.houseLatitudes, .houseLongitudes))
    self.corners = PointIndex(corners.points)
    let entries = (0..<UInt32(names.entryCount))
    placeEntries = entries.filter { names.kind(of: $0) == .place }
    venueEntries = entries.filter { names.kind(of: $0) == .venue }
    places = PointIndex(placeEntries.map(names.coordinate))
    venues = PointIndex(venueEntries.map(names.coordinate))
    self.entries = PointIndex(entries.map(names.coordinate))
  }
}
