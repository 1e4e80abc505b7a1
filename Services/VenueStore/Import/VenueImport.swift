import Geography
package import Messages
package import OpenStreetMap

/// Finds the venues of a map: nodes, closed ways and multipolygons.
package struct VenueImport {
  /// The elements that were skipped, by reason.
  package private(set) var report = ImportReport()
  /// The number of venues.
  package private(set) var count = 0

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
      try found.add(place.kind, place.id, place.tags, body) { point(of: place, outline) }
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
    _ kind: MapElementKind, _ id: Int64, _ tags: Tags, _ body: (Venue) throws -> Void,
    at coordinate: () -> Coordinate?
  ) throws {
    switch VenueReader.read(kind, id, tags, at: coordinate) {
    case .noVenue: break
    case .skipped(let reason): report.skip(reason, kind, id)
    case .venue(let venue):
      guard count < VenueStoreLimits.maximumVenues else { throw TooManyVenuesError() }
      count += 1
      try body(venue)
    }
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
