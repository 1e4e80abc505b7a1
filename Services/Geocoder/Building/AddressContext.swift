import Geography
import Messages

/// The settlements and areas around an entry: the text that may follow its name in an address.
struct AddressContext {
  /// The mapped `addr:city`, or else the city derived from the position.
  var city: String?
  var cityIsAssumed = false
  /// All names of the settlements and of their parts; postcodes, states and countries.
  var texts: [String] = []
  /// The indexes of the places whose names are in `texts`.
  var places: Set<Int> = []
}

/// Determines the address context of positions.
struct AddressContextFinder {
  private let places: [GatheredPlace]
  private let cityFinder: CityFinder
  private let placesByName: [[UInt32]: [Int]]
  private let postcodes: [String: Int]
  /// The addresses with a mapped city.
  private let neighbours: PointIndex
  private let neighbourCities: [String]

  /// The number of nearby addresses that vote on a missing city, and how far away they may be.
  static let neighbourCount = 5
  static let neighbourReach: Meters = 1_000

  init(_ places: [GatheredPlace], _ houses: [GatheredHouse]) {
    self.places = places
    let withCity = houses.filter { $0.city != nil }
    neighbours = PointIndex(withCity.map(\.coordinate))
    neighbourCities = withCity.compactMap(\.city)
    cityFinder = CityFinder(places)
    var placesByName: [[UInt32]: [Int]] = [:]
    for (index, place) in places.enumerated() where place.kind != PlaceKind.postcode {
      for name in place.names { placesByName[Self.key(name.text), default: []].append(index) }
    }
    self.placesByName = placesByName
    postcodes = Dictionary(
      places.indices.filter { places[$0].kind == PlaceKind.postcode }
        .map { (places[$0].names[0].text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The nearest place with this name. Places beyond `maximumPlaceDistance` are ignored, because
  /// they may be in another country.
  func place(named name: String, near point: Coordinate) -> Int? {
    (placesByName[Self.key(name)] ?? [])
      .map { (index: $0, distance: places[$0].coordinate.distance(to: point)) }
      .filter { $0.distance <= Self.maximumPlaceDistance }
      .min { $0.distance < $1.distance }?.index
  }

  static let maximumPlaceDistance: Meters = 50_000

  /// The context of an entry.
  ///
  /// - Parameters:
  ///   - points: positions of the entry, the most representative first.
  ///   - mapped: its mapped cities, the most frequent first.
  ///   - others: further context that is not the name of a settlement.
  func context(
    of points: [Coordinate], cities mapped: [String], _ others: [String]
  ) -> AddressContext {
    var context = AddressContext()
    guard let middle = points.first else { return context }
    let enclosing = points.map { cityFinder.city(around: $0) }
    let near = cityFinder.city(near: middle)
    let neighbours = neighbourCity(of: middle)
    let cities = mapped.isEmpty ? [neighbours].compactMap { $0 } : mapped
    context.city = mapped.first ?? enclosing[0].map(name) ?? neighbours ?? near.map(name)
    context.cityIsAssumed = mapped.isEmpty && context.city != nil
    context.texts = cities
    var inside = enclosing.compactMap { $0 }
    if inside.isEmpty, neighbours == nil { inside += [near].compactMap { $0 } }
    inside += cities.compactMap { place(named: $0, near: middle) }
    inside += points.flatMap { cityFinder.parts(at: $0) }
    for place in inside where context.places.insert(place).inserted {
      context.texts += places[place].names.map(\.text)
    }
    context.places.formUnion(others.compactMap { postcodes[$0] })
    context.texts += others
    return context
  }

  private func name(_ place: Int) -> String { places[place].names[0].text }

  /// The most frequent city of the nearest addresses.
  private func neighbourCity(of point: Coordinate) -> String? {
    let near = neighbours.nearest(
      Self.neighbourCount, to: point, within: Self.neighbourReach)
    return MostFrequent.first(near.map { neighbourCities[$0.index] })
  }

  private static func key(_ name: String) -> [UInt32] {
    WordTokenizer.tokens(in: name, limit: GeocoderLimits.maximumNameTokens).flatMap {
      $0.letters + [0]
    }
  }
}

enum MostFrequent {
  /// Distinct texts, the most frequent first, equally frequent ones alphabetically.
  static func sorted(_ texts: [String]) -> [String] {
    let counts = texts.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  static func first(_ texts: [String]) -> String? { sorted(texts).first }
}
