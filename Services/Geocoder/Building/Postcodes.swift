import Geography

/// Makes places of the postcodes that addresses carry: each lies at the address nearest to the
/// middle of those that carry it.
enum Postcodes {
  static func places(of map: GatheredMap) -> [GatheredPlace] {
    var points: [String: [Coordinate]] = [:]
    func add(_ code: String?, _ point: Coordinate?) {
      guard let code, let point, code.contains(where: \.isNumber) else { return }
      points[code, default: []].append(point)
    }
    for house in map.houses { add(house.postcode, house.coordinate) }
    for venue in map.venues where venue.houseNumber == nil { add(venue.postcode, venue.coordinate) }
    for road in map.roads { add(road.postcode, road.line.first) }
    return points.sorted { $0.key < $1.key }.compactMap { code, points in
      guard !Words.of(code).isEmpty else { return nil }
      let middle = Outline.median(of: points)
      let nearest = points.min { $0.distance(to: middle) < $1.distance(to: middle) }
      return GatheredPlace(
        names: [PlaceName(code)], kind: PlaceKind.postcode, coordinate: nearest ?? middle,
        importance: PlaceKind.postcodeImportance)
    }
  }
}
