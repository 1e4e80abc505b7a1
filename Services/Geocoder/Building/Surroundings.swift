import Geography

/// What an address at some place may be completed with.
struct Surroundings {
  /// The city, as mappers typed it or, where they did not, the nearest one's name.
  var city: String?
  var cityIsAssumed = false
  /// Settlements and parts of them, under all their names; postcodes, states and countries.
  var texts: [String] = []
  /// The places among `texts`, by their index.
  var places: Set<Int> = []
}

/// Finds the surroundings of points.
struct SurroundingsFinder {
  private let places: [GatheredPlace]
  private let finder: CityFinder
  private let placesByName: [[UInt32]: [Int]]
  private let postcodes: [String: Int]
  /// The addresses that say their city.
  private let neighbours: PointIndex
  private let neighbourCities: [String]

  /// So many addresses nearby tell the city of one that does not.
  static let neighbourCount = 5
  static let neighbourReach: Meters = 1_000

  init(_ places: [GatheredPlace], _ houses: [GatheredHouse]) {
    self.places = places
    let telling = houses.filter { $0.city != nil }
    neighbours = PointIndex(telling.map(\.coordinate))
    neighbourCities = telling.compactMap(\.city)
    finder = CityFinder(places)
    var placesByName: [[UInt32]: [Int]] = [:]
    for (index, place) in places.enumerated() where place.kind != PlaceKind.postcode {
      for name in place.names { placesByName[Self.key(name.text), default: []].append(index) }
    }
    self.placesByName = placesByName
    postcodes = Dictionary(
      places.indices.filter { places[$0].kind == PlaceKind.postcode }
        .map { (places[$0].names[0].text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A place of this name that is the nearest to the point; far ones are of another country.
  func place(named name: String, near point: Coordinate) -> Int? {
    (placesByName[Self.key(name)] ?? [])
      .map { (index: $0, distance: places[$0].coordinate.distance(to: point)) }
      .filter { $0.distance <= Self.farthestPlace }
      .min { $0.distance < $1.distance }?.index
  }

  /// How far from its middle a place may still be meant by its name.
  static let farthestPlace: Meters = 50_000

  /// - Parameters:
  ///   - points: some of what is surrounded, at least one.
  ///   - typed: cities as typed by mappers, the most frequent first.
  ///   - others: texts that are not names of settlements.
  func surroundings(
    of points: [Coordinate], cities typed: [String], _ others: [String]
  ) -> Surroundings {
    var around = Surroundings()
    guard let middle = points.first else { return around }
    let enclosing = points.map { finder.city(around: $0) }
    let near = finder.city(near: middle)
    let neighbours = neighbourCity(of: middle)
    let cities = typed.isEmpty ? [neighbours].compactMap { $0 } : typed
    around.city = typed.first ?? enclosing[0].map(name) ?? neighbours ?? near.map(name)
    around.cityIsAssumed = typed.isEmpty && around.city != nil
    around.texts = cities
    var inside = enclosing.compactMap { $0 }
    if inside.isEmpty, neighbours == nil { inside += [near].compactMap { $0 } }
    inside += cities.compactMap { place(named: $0, near: middle) }
    inside += points.flatMap { finder.parts(at: $0) }
    for place in inside where around.places.insert(place).inserted {
      around.texts += places[place].names.map(\.text)
    }
    around.places.formUnion(others.compactMap { postcodes[$0] })
    around.texts += others
    return around
  }

  private func name(_ place: Int) -> String { places[place].names[0].text }

  /// The city that most of the nearest addresses are in.
  private func neighbourCity(of point: Coordinate) -> String? {
    let near = neighbours.nearest(
      Self.neighbourCount, to: point, within: Self.neighbourReach)
    return MostFrequent.first(near.map { neighbourCities[$0.index] })
  }

  private static func key(_ name: String) -> [UInt32] {
    Words.of(name, limit: GeocoderBounds.maximumNameWords).flatMap { $0.letters + [0] }
  }
}

enum MostFrequent {
  /// The most frequent first; of equally frequent ones the alphabetically first.
  static func sorted(_ texts: [String]) -> [String] {
    let counts = texts.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  static func first(_ texts: [String]) -> String? { sorted(texts).first }
}
