package import Geography
package import Messages

/// Which of several maps a question is about: the pure part.
package enum RegionChoice {
  /// A place of a question, and the maps that hold it.
  @Memberwise package struct LocatedPlace: Sendable, Hashable {
    /// For people: "“Vaduz”", "47.14, 9.52".
    package let label: String
    /// Names of maps.
    package let maps: [String]
  }

  /// Roads that are farther from a point by no more than this count as equally near: two extracts
  /// may be of different days.
  static let equallyNear: Meters = 25

  /// The maps whose box holds all points, the largest first: where two are equally good, a trip
  /// finds more ways on the larger one.
  package static func holding(_ points: [Coordinate], of maps: [RegionMap]) -> [RegionMap] {
    maps.filter { map in points.allSatisfy { map.map.box.contains($0) } }
      .enumerated().sorted { ($1.element.area, $0.offset) < ($0.element.area, $1.offset) }
      .map(\.element)
  }

  /// The map whose roads come nearest to the points, by the farthest of them; of equally near ones
  /// the first.
  ///
  /// An extract covers less than its box, so of two boxes that hold a point one may have no road
  /// there.
  ///
  /// - Parameter distances: of each map, from each point to a road, or `nil`.
  /// - Returns: the number of the map; `nil` if there are none.
  package static func nearest(_ distances: [[Meters?]]) -> Int? {
    let farthest = distances.map { $0.map { $0 ?? .infinity }.max() ?? 0 }
    guard let least = farthest.min() else { return nil }
    return farthest.firstIndex { $0 <= least + equallyNear }
  }

  /// Why no map can be chosen: each place with the maps that hold it.
  ///
  /// - Parameter all: the names of all maps.
  package static func refusal(_ places: [LocatedPlace], all: [String]) -> ServiceError {
    let nowhere = places.filter(\.maps.isEmpty)
    if let first = nowhere.first {
      let are = nowhere.count == 1 ? "lies" : "and others lie"
      return ServiceError(
        .outsideMap,
        "\(first.label) \(are) on none of this stack's maps, which are \(listed(all)).")
    }
    // The one end on a map and the others: each once.
    var seen: Set<String> = []
    let named = places.filter { seen.insert($0.label).inserted }
      .map { "\($0.label) (in \($0.maps.joined(separator: ", ")))" }
    return ServiceError(
      .outsideMap,
      "No region holds \(named.count == 2 ? "both" : "all of") \(listed(named)). A trip stays on "
        + "one map: choose places on the same one, or have a map that holds them added "
        + "(deploy/stack map add).")
  }

  private static func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension RegionMap {
  /// Of the box, in square metres, nearly.
  fileprivate var area: Double {
    let box = map.box
    let west = Coordinate(latitude: box.center.latitude, longitude: box.west)
    let east = Coordinate(latitude: box.center.latitude, longitude: box.east)
    let south = Coordinate(latitude: box.south, longitude: box.west)
    let north = Coordinate(latitude: box.north, longitude: box.west)
    return west.distance(to: east) * south.distance(to: north)
  }
}
