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

  init(_ places: [GatheredPlace]) {
    self.places = places
    finder = CityFinder(places)
    var placesByName: [[UInt32]: [Int]] = [:]
    for (index, place) in places.enumerated() where place.kind != PlaceKind.postcode {
      for name in place.names { placesByName[Self.key(name.text), default: []].append(index) }
    }
    self.placesByName = placesByName
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
  ///   - cities: as typed by mappers, the most frequent first.
  ///   - others: texts that are not names of settlements.
  func surroundings(
    of points: [Coordinate], cities: [String], _ others: [String]
  ) -> Surroundings {
    var around = Surroundings()
    guard let middle = points.first else { return around }
    let found = points.map { finder.city(at: $0) }
    around.city = cities.first ?? found[0].map { places[$0].names[0].text }
    around.cityIsAssumed = cities.isEmpty && around.city != nil
    around.texts = cities
    var inside = found.compactMap { $0 }
    inside += cities.compactMap { place(named: $0, near: middle) }
    inside += points.flatMap { finder.parts(at: $0) }
    for place in inside where around.places.insert(place).inserted {
      around.texts += places[place].names.map(\.text)
    }
    around.texts += others
    return around
  }

  private static func key(_ name: String) -> [UInt32] {
    Words.of(name, limit: GeocoderBounds.maximumNameWords).flatMap { $0.letters + [0] }
  }
}
