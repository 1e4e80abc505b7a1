import Geography

/// Answers which settlement a point most likely belongs to, from place nodes alone: the one that is
/// nearest in proportion to how far such a settlement reaches.
struct CityFinder {
  private let cities: [(place: GatheredPlace, index: Int, radius: Meters)]
  private let parts: [(place: GatheredPlace, index: Int, radius: Meters)]

  /// - Parameter reachFactor: how many radii away a city still counts; settlements are wider
  ///   than they are high, and extracts stop at the centre's edge.
  static let reachFactor = 3.0

  init(_ places: [GatheredPlace]) {
    func with(_ radii: [String: Double]) -> [(GatheredPlace, Int, Meters)] {
      places.enumerated().compactMap { index, place in
        radii[place.kind].map { (place, index, $0) }
      }
    }
    cities = with(PlaceKind.cityRadii)
    parts = with(PlaceKind.partRadii)
  }

  /// The index of the settlement among the places; `nil` where none is in reach.
  func city(at point: Coordinate) -> Int? {
    var best: (index: Int, ratio: Double)?
    for (place, index, radius) in cities {
      let ratio = place.coordinate.distance(to: point) / radius
      if ratio < best?.ratio ?? Self.reachFactor { best = (index, ratio) }
    }
    return best?.index
  }

  /// The indexes of the parts of a settlement that the point may be said to be in, nearest first.
  func parts(at point: Coordinate) -> [Int] {
    parts.filter { $0.place.coordinate.distance(to: point) <= $0.radius }
      .map { ($0.index, $0.place.coordinate.distance(to: point)) }
      .sorted { $0.1 < $1.1 }.prefix(4).map(\.0)
  }
}
