import Geography
import Messages
import OpenStreetMap

/// Finds the venues of a map: points, outlines, and outlines made of several ways.
package struct VenueImport {
  /// What was passed over, and why.
  package private(set) var report = ImportReport()
  /// How many venues were handed over.
  package private(set) var count = 0

  private var relations: [MapRelation] = []

  /// Hands over every venue of the map, in file order, those of relations last.
  ///
  /// Reads the map once, and once more where relations are venues, for their outlines. Memory: what
  /// the reader needs, and the relations.
  ///
  /// - Parameter progress: called with the part done, 0 ... 1.
  /// - Throws: `MapFileError`; `TooManyVenuesError`; whatever `body` throws.
  package static func read(
    _ map: some MapSource, progress: (Double) -> Void = { _ in },
    _ body: (Venue) throws -> Void
  ) throws -> VenueImport {
    var found = VenueImport()
    let selection = MapSelection(
      [.node, .way, .relation], keys: VenueCategories.keys, locatesWays: true)
    let passedOver = try map.readReporting(selection, progress: { progress($0 * 0.7) }) {
      try found.take($0, body)
    }
    found.report.merge(passedOver)
    try found.takeRelations(of: map, progress: { progress(0.7 + $0 * 0.3) }, body)
    progress(1)
    return found
  }

  private mutating func take(_ element: MapElement, _ body: (Venue) throws -> Void) throws {
    switch element {
    case .node(let node):
      try take(.node, node.id, node.tags, body) { node.coordinate }
    case .way(let way):
      try take(.way, way.id, way.tags, body) { RepresentativePoint.centroid(of: way.coordinates) }
    case .relation(let relation):
      // Only an area is a place; a site, a route or a collection is a list of others.
      guard relation.tags["type"] == "multipolygon" else { return }
      if VenueCategories.category(of: relation.tags) != nil { relations.append(relation) }
    }
  }

  private mutating func takeRelations(
    of map: some MapSource, progress: (Double) -> Void, _ body: (Venue) throws -> Void
  ) throws {
    guard !relations.isEmpty else { return }
    let wanted = Set(relations.lazy.flatMap(\.outerWays))
    var outlines: [Int64: [Coordinate?]] = [:]
    try map.read(MapSelection([.way], locatesWays: true), progress: progress) { element in
      guard case .way(let way) = element, wanted.contains(way.id) else { return }
      outlines[way.id] = way.coordinates
    }
    for relation in relations {
      try take(.relation, relation.id, relation.tags, body) {
        RepresentativePoint.boxCenter(of: relation.outerWays.flatMap { outlines[$0] ?? [] })
      }
    }
  }

  private mutating func take(
    _ kind: MapElementKind, _ id: Int64, _ tags: Tags, _ body: (Venue) throws -> Void,
    at place: () -> Coordinate?
  ) throws {
    switch VenueReader.read(kind, id, tags, at: place) {
    case .noVenue: break
    case .skipped(let reason): report.skip(reason, kind, id)
    case .venue(let venue):
      guard count < VenueStoreLimits.maximumVenues else { throw TooManyVenuesError() }
      count += 1
      try body(venue)
    }
  }
}

/// The map holds more venues than one store takes.
package struct TooManyVenuesError: Error, CustomStringConvertible {
  package var description: String {
    """
    The map holds more than \(VenueStoreLimits.maximumVenues) venues. \
    Cut a smaller extract, such as one country.
    """
  }
}

extension MapRelation {
  fileprivate var outerWays: [Int64] {
    members.lazy.filter { $0.kind == .way && $0.role != "inner" }.map(\.id)
  }
}
