import Geography

/// Answers which settlement a point belongs to: the one whose boundary holds it, else, of those
/// whose boundary the map does not draw, the one that is nearest in proportion to how far such a
/// settlement reaches.
struct CityFinder {
  private struct Candidate {
    let index: Int
    let coordinate: Coordinate
    let radius: Meters
    let rings: [(box: BoundingBox, points: [Coordinate])]
    let area: Double

    /// A quick look at the latitudes: false only where the distance is larger.
    func isWithin(_ distance: Meters, of point: Coordinate) -> Bool {
      abs(coordinate.latitude - point.latitude).radians * Coordinate.earthRadius <= distance
    }

    func contains(_ point: Coordinate) -> Bool {
      rings.contains { $0.box.contains(point) && Outline.contains($0.points, point) }
    }
  }

  private let cities: [Candidate]
  private let parts: [Candidate]

  /// How many radii away a city still counts; settlements are wider than they are high, and
  /// extracts stop at the centre's edge.
  static let reachFactor = 3.0
  /// Parts of a settlement that a point may be said to be in.
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
      area: place.rings.reduce(0) { $0 + Outline.area(of: $1) })
  }

  /// The index of the settlement whose boundary holds the point; the smallest of several.
  func city(around point: Coordinate) -> Int? {
    cities.filter { $0.contains(point) }.min { $0.area < $1.area }?.index
  }

  /// The index of the nearest settlement in proportion to its size; `nil` where none is in reach.
  func city(near point: Coordinate) -> Int? {
    var best: (index: Int, ratio: Double)?
    for city in cities
    where city.rings.isEmpty && city.isWithin(city.radius * Self.reachFactor, of: point) {
      let ratio = city.coordinate.distance(to: point) / city.radius
      if ratio < best?.ratio ?? Self.reachFactor { best = (city.index, ratio) }
    }
    return best?.index
  }

  /// The indexes of the parts of a settlement that the point may be said to be in: those around it,
  /// then the nearest.
  func parts(at point: Coordinate) -> [Int] {
    let around = parts.filter { $0.contains(point) }.sorted { $0.area < $1.area }
    let near = parts.compactMap { part -> (index: Int, distance: Meters)? in
      guard part.rings.isEmpty, part.isWithin(part.radius, of: point) else { return nil }
      let distance = part.coordinate.distance(to: point)
      return distance <= part.radius ? (part.index, distance) : nil
    }
    return Array(
      (around.map(\.index) + near.sorted { $0.distance < $1.distance }.map(\.index))
        .prefix(Self.maximumParts))
  }
}
