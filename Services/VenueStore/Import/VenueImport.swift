import Geography
package import Messages
package import OpenStreetMap
import PlaceWords

/// Finds the venues of a map: nodes, closed ways and multipolygons.
package struct VenueImport {
  /// The elements that were skipped, by reason.
  package private(set) var report = ImportReport()
  /// The number of venues.
  package private(set) var count = 0
  private var nodes = VenueNodes()

  /// Calls `body` with every venue of the map, in file order, but those of relations last.
  ///
  /// Reads the map once, and a second time for the ways of relations that are venues. Memory: what
  /// the reader needs, and the relations.
  ///
  /// - Parameter progress: receives the finished part, 0 ... 1.
  /// - Throws: `MapFileError`; `TooManyVenuesError`; `TooManyOutlinesError`; whatever `body`
  ///   throws.
  package static func read(
    _ map: some MapSource, progress: (Double) -> Void = { _ in },
    _ body: (Venue) throws -> Void
  ) throws -> VenueImport {
    var found = VenueImport()
    let skipped = try map.forEachPlace(
      VenueCategories.keys, maximumOutlineParts: VenueStoreLimits.maximumOutlineParts,
      progress: progress,
      relations: {
        $0.tags["type"] == "multipolygon" && VenueCategories.category(of: $0.tags) != nil
      }
    ) { place, outline in
      try found.add(place, outline, body)
    }
    found.report.merge(skipped)
    return found
  }

  /// The point that represents an element; `nil` where the map has none of its nodes.
  static func point(of place: MapElement, _ outline: [MapWay]) -> Coordinate? {
    switch place {
    case .node(let node): node.coordinate
    case .way(let way): way.isClosed ? Ring.centroid(of: way.line) : Ring.mean(of: way.line)
    case .relation: BoundingBox(around: outline.lazy.flatMap(\.line))?.center
    }
  }

  private mutating func add(
    _ place: MapElement, _ outline: [MapWay], _ body: (Venue) throws -> Void
  ) throws {
    let outcome = VenueReader.read(place.kind, place.id, place.tags) {
      Self.point(of: place, outline)
    }
    switch outcome {
    case .noVenue: break
    case .skipped(let reason): report.skip(reason, place.kind, place.id)
    case .venue(let venue):
      guard count < VenueStoreLimits.maximumVenues else { throw TooManyVenuesError() }
      if place.kind == .node {
        nodes.insert(venue)
      } else if let box = BoundingBox(around: outline.lazy.flatMap(\.line)),
        nodes.contains(venue, in: box)
      {
        return report.skip("area with a node for the same venue", place.kind, place.id)
      }
      count += 1
      try body(venue)
      for kind in VenueKinds.all.others({ place.tags[$0] })
      where kind.name != venue.category.rawValue {
        count += 1
        try body(venue.part(kind))
      }
    }
  }
}

extension Venue {
  /// The cash machine of a bank, whose hours may be others.
  fileprivate func part(_ kind: VenueKind) -> Venue {
    Venue(
      id: VenueID(rawValue: "\(id)/\(kind.name)"), name: name,
      category: VenueCategory(rawValue: kind.name), coordinate: coordinate,
      facts: VenueFacts(address: facts.address, brand: facts.brand, names: facts.names))
  }
}

/// The venues that are nodes, so that an area around one is not imported as another venue.
private struct VenueNodes {
  private struct Cell: Hashable {
    let row: Int
    let column: Int
    /// The hash of category and name.
    let venue: Int
  }

  private static let cellsPerDegree = 200.0
  /// A larger area is no single venue.
  private static let maximumCells = 16
  private var coordinates: [Cell: [Coordinate]] = [:]

  mutating func insert(_ venue: Venue) {
    let cell = Cell(
      row: Self.cell(venue.coordinate.latitude), column: Self.cell(venue.coordinate.longitude),
      venue: Self.hash(venue))
    coordinates[cell, default: []].append(venue.coordinate)
  }

  /// Whether a node of the same category and name is in a box.
  func contains(_ venue: Venue, in box: BoundingBox) -> Bool {
    let rows = Self.cell(box.south)...Self.cell(box.north)
    let columns = Self.cell(box.west)...max(Self.cell(box.west), Self.cell(box.east))
    guard rows.count * columns.count <= Self.maximumCells else { return false }
    let hash = Self.hash(venue)
    return rows.contains { row in
      columns.contains { column in
        (coordinates[Cell(row: row, column: column, venue: hash)] ?? [])
          .contains { box.contains($0) }
      }
    }
  }

  private static func cell(_ degrees: Double) -> Int {
    Int((degrees * cellsPerDegree).rounded(.down))
  }

  private static func hash(_ venue: Venue) -> Int {
    var hasher = Hasher()
    hasher.combine(venue.category)
    hasher.combine(venue.name)
    return hasher.finalize()
  }
}

/// The map has more venues than `VenueStoreLimits.maximumVenues`.
package struct TooManyVenuesError: Error, CustomStringConvertible {
  package var description: String {
    """
    The map holds more than \(VenueStoreLimits.maximumVenues) venues. \
    Cut a smaller extract, such as one country.
    """
  }
}
