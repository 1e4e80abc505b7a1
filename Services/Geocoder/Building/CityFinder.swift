import Geography

/// Determines which settlement a point belongs to: the one whose boundary contains it, or else the
/// nearest settlement without a mapped boundary, in proportion to the usual radius of its kind.
struct CityFinder {
  private struct Candidate {
    let index: Int
    let coordinate: Coordinate
    let radius: Meters
    let rings: [(box: BoundingBox, points: [Coordinate])]
    let area: Double

    /// A quick test by latitude alone: false only where the distance is certainly larger.
    func mayBeWithin(_ distance: Meters, of point: Coordinate) -> Bool {
      abs(coordinate.latitude - point.latitude).radians * Coordinate.earthRadius <= distance
    }

    func contains(_ point: Coordinate) -> Bool {
      rings.contains { $0.box.contains(point) && Ring.contains($0.points, point) }
    }
  }

  private let cities: [Candidate]
  private let parts: [Candidate]

  /// The greatest distance of a city's points in radii. Generous, because settlements are not round
  /// and an extract may contain only their edge.
  static let reachFactor = 3.0
  /// The most suburbs and neighbourhoods of one point.
  static let maximumParts = 4

  init(_ places: [GatheredPlace]) {
    func candidates(_ radii: [String: Double]) -> [Candidate] {
      places.enumerated().compactMap { index, place in
        radii[place.kind].map { Self.candidate(index, place, radius: $0) }
      }
    }
    cities = candidates(PlaceKind.cityRadii)
    parts = candidates(PlaceKind.partRadii)
  }

  private static func candidate(
    _ index: Int, _ place: GatheredPlace, radius: Meters
  ) -> Candidate {
    Candidate(
      index: index, coordinate: place.coordinate, radius: radius,
      rings: place.rings.compactMap { ring in BoundingBox(around: ring).map { ($0, ring) } },
      area: place.rings.reduce(0) { $0 + abs(Ring.signedArea(of: $1)) })
  }

  /// The index of the settlement whose boundary contains the point; the smallest of several.
  func city(around point: Coordinate) -> Int? {
    cities.filter { $0.contains(point) }.min { $0.area < $1.area }?.index
  }

  /// The index of the nearest settlement in proportion to its radius; `nil` where none is in reach.
  func city(near point: Coordinate) -> Int? {
    var best: (index: Int, ratio: Double)?
    for city in cities
    where city.rings.isEmpty && city.mayBeWithin(city.radius * Self.reachFactor, of: point) {
      let ratio = city.coordinate.distance(to: point) / city.radius
      if ratio < best?.ratio ?? Self.reachFactor { best = (city.index, ratio) }
    }
    return best?.index
  }

  /// The indexes of the suburbs and neighbourhoods of the point: those that contain it, smallest
  /// first, then the nearest.
  func parts(at point: Coordinate) -> [Int] {
    let containing = parts.filter { $0.contains(point) }.sorted { $0.area < $1.area }
    let near = parts.compactMap { part -> (index: Int, distance: Meters)? in
      guard part.rings.isEmpty, part.mayBeWithin(part.radius, of: point) else { return nil }
      let distance = part.coordinate.distance(to: point)
      return distance <= part.radius ? (part.index, distance) : nil
    }
    return Array(
      (containing.map(\.index) + near.sorted { $0.distance < $1.distance }.map(\.index))
        .prefix(Self.maximumParts))
  }
}
