import Geography
package import Messages
package import OpenStreetMap

/// Finds the venues of a map: nodes, closed ways and multipolygons.
package struct VenueImport {
  /// The elements that were skipped, by reason.
  package private(set) var report = ImportReport()
  /// The number of venues.
  package private(set) var count = 0

  private var relations: [MapRelation] = []
  /// The members of relations and the points of their ways in memory.
  private var outlineParts = 0

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
    let selection = MapSelection(
      [.node, .way, .relation], keys: VenueCategories.keys, locatesWays: true)
    let skipped = try map.readReporting(selection, progress: { progress($0 * 0.7) }) {
      try found.read($0, body)
    }
    found.report.merge(skipped)
    try found.readRelations(of: map, progress: { progress(0.7 + $0 * 0.3) }, body)
    progress(1)
    return found
  }

  private mutating func read(_ element: MapElement, _ body: (Venue) throws -> Void) throws {
    switch element {
    case .node(let node):
      try add(.node, node.id, node.tags, body) { node.coordinate }
    case .way(let way):
      try add(.way, way.id, way.tags, body) { RepresentativePoint.centroid(of: way.coordinates) }
    case .relation(let relation):
      // Only a multipolygon has a location of its own; a site or a route is a list of elements.
      guard relation.tags["type"] == "multipolygon" else { return }
      if VenueCategories.category(of: relation.tags) != nil { try keep(relation) }
    }
  }

  private mutating func keep(_ relation: MapRelation) throws(TooManyOutlinesError) {
    outlineParts += relation.members.count
    guard outlineParts <= VenueStoreLimits.maximumOutlineParts else {
      throw TooManyOutlinesError()
    }
    relations.append(relation)
  }

  private mutating func readRelations(
    of map: some MapSource, progress: (Double) -> Void, _ body: (Venue) throws -> Void
  ) throws {
    guard !relations.isEmpty else { return }
    let wayIDs = Set(relations.lazy.flatMap(\.outerWays))
    var outlines: [Int64: [Coordinate?]] = [:]
    try map.read(MapSelection([.way], locatesWays: true), progress: progress) { element in
      guard case .way(let way) = element, wayIDs.contains(way.id) else { return }
      outlineParts += way.coordinates.count
      guard outlineParts <= VenueStoreLimits.maximumOutlineParts else {
        throw TooManyOutlinesError()
      }
      outlines[way.id] = way.coordinates
    }
    for relation in relations {
      try add(.relation, relation.id, relation.tags, body) {
        RepresentativePoint.boxCenter(of: relation.outerWays.flatMap { outlines[$0] ?? [] })
      }
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

/// The outlines of the map's multipolygon venues exceed `VenueStoreLimits.maximumOutlineParts`.
package struct TooManyOutlinesError: Error, CustomStringConvertible {
  package var description: String {
    """
    The relations that are venues have more than \(VenueStoreLimits.maximumOutlineParts) members \
    and points in all. Cut a smaller extract, such as one country.
    """
  }
}

extension MapRelation {
  fileprivate var outerWays: [Int64] {
    members.lazy.filter { $0.kind == .way && $0.role != "inner" }.map(\.id)
  }
}
