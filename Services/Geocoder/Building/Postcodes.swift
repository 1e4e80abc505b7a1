import Geography

/// Derives places from the postcodes of addresses. Each is positioned at the address nearest to the
/// median of all addresses with that postcode.
enum Postcodes {
  static func places(of map: GatheredMap) -> [GatheredPlace] {
    var points: [String: [Coordinate]] = [:]
    func add(_ code: String?, _ point: Coordinate?) {
      guard let code, let point, code.contains(where: \.isNumber) else { return }
      points[code, default: []].append(point)
    }
    for house in map.houses { add(house.postcode, house.coordinate) }
    for poi in map.pointsOfInterest where poi.houseNumber == nil {
      add(poi.postcode, poi.coordinate)
    }
    for road in map.roads { add(road.postcode, road.line.first) }
    return points.sorted { $0.key < $1.key }.compactMap { code, points in
      guard !WordTokenizer.tokens(in: code).isEmpty else { return nil }
      let middle = PlanarGeometry.median(of: points)
      let nearest = points.min { $0.distance(to: middle) < $1.distance(to: middle) }
      return GatheredPlace(
        names: [PlaceName(code)], kind: PlaceKind.postcode, coordinate: nearest ?? middle,
        importance: PlaceKind.postcodeImportance)
    }
  }
}
