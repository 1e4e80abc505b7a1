import Geography
import OpenStreetMap

/// Makes of a gathered map what the index file holds.
///
/// Entries are numbered: places first, then streets, then venues. A name belongs to one entry, an
/// entry's first name comes first.
struct IndexBuilder {
  private(set) var words = WordTable()
  private(set) var entries: [Entry] = []
  private(set) var names = PackedLists()
  private(set) var nameEntries: [UInt32] = []
  /// The text of each name that is not its entry's first.
  private(set) var otherNames: [(name: Int, text: String)] = []
  private(set) var contexts = PackedLists()
  private(set) var settlementWords: Set<UInt32> = []
  let streets: [JoinedStreet]
  private(set) var houses: [[House]] = []
  let corners: [Corner]
  let style: NumberStyle
  private(set) var report: ImportReport

  private let places: [GatheredPlace]
  private let finder: CityFinder
  private var placesByName: [[UInt32]: [Int]] = [:]

  /// The number of the first street's entry.
  var firstStreet: Int { places.count }

  init(_ map: GatheredMap) {
    report = map.report
    style = NumberStyle.of(map)
    places = map.places
    finder = CityFinder(map.places)
    streets = StreetJoiner(roads: map.roads, houses: map.houses).streets
    corners = CornerFinder.corners(of: streets)
    for place in map.places { add(place) }
    for street in streets { add(street) }
    for venue in map.venues { add(venue) }
  }

  private mutating func add(_ place: GatheredPlace) {
    let index = entries.count
    let city = PlaceKind.cityRadii[place.kind] == nil ? finder.city(at: place.coordinate) : nil
    for name in place.names {
      placesByName[Words.of(name).flatMap { $0.letters + [0] }, default: []].append(index)
    }
    if PlaceKind.cityRadii[place.kind] != nil {
      for name in place.names {
        settlementWords.formUnion(words.ids(of: name, limit: GeocoderBounds.maximumNameWords))
      }
    }
    let cityName = city.map { places[$0].names[0] }
    append(
      Entry(
        kind: .place, name: place.names[0], category: "place=\(place.kind)",
        coordinate: place.coordinate, importance: place.importance, houseNumber: nil,
        street: nil, postcode: nil, city: cityName, cityIsAssumed: cityName != nil),
      names: place.names, context: city.map { places[$0].names } ?? [])
  }

  private mutating func add(_ street: JoinedStreet) {
    let numbers = HouseList.of(street, &report)
    let coordinate = street.representative
    let given = mostFrequent(street.houses.compactMap(\.city))
    let city = given ?? finder.city(at: coordinate).map { places[$0].names[0] }
    let cities = Set(street.houses.compactMap(\.city)).sorted()
    let codes = Set(street.houses.compactMap(\.postcode)).sorted()
    let around = Set(street.houses.flatMap(\.around)).sorted()
    append(
      Entry(
        kind: .street, name: street.names[0], category: "", coordinate: coordinate,
        importance: street.importance, houseNumber: nil, street: nil,
        postcode: codes.count == 1 ? codes[0] : nil, city: city, cityIsAssumed: given == nil),
      names: street.names,
      context: context(coordinate, cities: cities, codes + around))
    houses.append(
      numbers.map {
        House(
          number: $0.number, text: $0.text, coordinate: $0.coordinate, postcode: $0.postcode,
          city: $0.city == city ? nil : $0.city)
      })
  }

  private mutating func add(_ venue: GatheredVenue) {
    let city = venue.city ?? finder.city(at: venue.coordinate).map { places[$0].names[0] }
    let own = [venue.street, venue.houseNumber, venue.postcode].compactMap { $0 }
    append(
      Entry(
        kind: .venue, name: venue.names[0], category: venue.category,
        coordinate: venue.coordinate, importance: venue.importance,
        houseNumber: venue.houseNumber, street: venue.street, postcode: venue.postcode,
        city: city, cityIsAssumed: venue.city == nil),
      names: venue.names,
      context: context(
        venue.coordinate, cities: venue.city.map { [$0] } ?? [], own + venue.around))
  }

  /// Texts an address here may be completed with: settlements under all their names, the rest.
  private func context(
    _ point: Coordinate, cities: [String], _ others: [String]
  ) -> [String] {
    var texts = cities
    for city in cities {
      for index in placesByName[Words.of(city).flatMap { $0.letters + [0] }] ?? [] {
        texts += places[index].names
      }
    }
    if let city = finder.city(at: point) { texts += places[city].names }
    texts += others
    for part in finder.parts(at: point) { texts += places[part].names }
    return texts
  }

  private mutating func append(_ entry: Entry, names: [String], context: [String]) {
    let number = UInt32(entries.count)
    for (index, name) in names.prefix(GeocoderBounds.maximumNames).enumerated() {
      let ids = words.ids(of: name, limit: GeocoderBounds.maximumNameWords)
      guard !ids.isEmpty else { continue }
      if index > 0 { otherNames.append((nameEntries.count, name)) }
      self.names.append(ids)
      nameEntries.append(number)
    }
    var seen: Set<UInt32> = []
    for text in context where seen.count < GeocoderBounds.maximumContextWords {
      seen.formUnion(words.ids(of: text, limit: GeocoderBounds.maximumNameWords))
    }
    contexts.append(seen.sorted())
    entries.append(entry)
  }

  private func mostFrequent(_ texts: [String]) -> String? {
    let counts = texts.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
