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
  /// Each name that is not its entry's first.
  private(set) var otherNames: [(name: Int, entry: Int, text: PlaceName)] = []
  private(set) var contexts = PackedLists()
  /// The places that each entry is in, by their number.
  private(set) var inside = PackedLists()
  /// How far each entry reaches from its coordinate, in whole metres; 0 but for streets.
  private(set) var reaches: [UInt32] = []
  private(set) var settlementWords: Set<UInt32> = []
  let places: [GatheredPlace]
  let streets: [JoinedStreet]
  private(set) var houses: [[House]] = []
  let corners: [Corner]
  let style: NumberStyle
  private(set) var report: ImportReport

  private let finder: SurroundingsFinder

  /// The number of the first street's entry.
  var firstStreet: Int { places.count }

  init(_ map: GatheredMap) {
    report = map.report
    style = NumberStyle.of(map)
    places = map.places + Postcodes.places(of: map)
    finder = SurroundingsFinder(places, map.houses)
    var joiner = StreetJoiner(map)
    streets = joiner.streets
    corners = CornerFinder.corners(of: streets)
    for place in places { add(place) }
    for street in streets { add(street) }
    for venue in map.venues {
      // The widening of a street is not another thing of its name.
      if venue.category == PlaceKind.pedestrianArea,
        joiner.street(named: venue.names[0].text, near: venue.coordinate) != nil
      {
        continue
      }
      let street = venue.street.flatMap { joiner.street(named: $0, near: venue.coordinate) }
      add(venue, street: street.map { firstStreet + $0 })
    }
  }

  private mutating func add(_ place: GatheredPlace) {
    let number = entries.count
    let isCity = PlaceKind.cityRadii[place.kind] != nil
    var around = Surroundings()
    if !isCity, place.kind != "region" {
      around = finder.surroundings(of: [place.coordinate], cities: [], [])
    }
    if isCity {
      for name in place.names {
        settlementWords.formUnion(
          words.ids(of: name.text, limit: GeocoderBounds.maximumNameWords))
      }
    }
    around.places.insert(number)
    append(
      Entry(
        kind: place.kind == PlaceKind.postcode ? .postcode : .place,
        category: "place=\(place.kind)", coordinate: place.coordinate,
        importance: place.importance, around, near: finder, name: place.names[0].text),
      names: place.names, around)
  }

  private mutating func add(_ street: JoinedStreet) {
    let numbers = HouseList.of(street, &report)
    let coordinate = street.representative
    let codes = street.postcodes.union(street.houses.compactMap(\.postcode)).sorted()
    let cities = MostFrequent.sorted(street.houses.compactMap(\.city))
    let others = Set(street.houses.flatMap(\.around)).sorted()
    let around = finder.surroundings(
      of: [coordinate] + street.samples, cities: cities, codes + others)
    append(
      Entry(
        kind: .street, category: "", coordinate: coordinate, importance: street.importance,
        around, near: finder, name: street.names[0].text,
        postcode: codes.count == 1 ? codes[0] : nil),
      names: street.names, around, reach: street.reach(from: coordinate))
    houses.append(
      numbers.map {
        House(
          number: $0.number, text: $0.text, coordinate: $0.coordinate, postcode: $0.postcode,
          city: $0.city == around.city ? nil : $0.city)
      })
  }

  private mutating func add(_ venue: GatheredVenue, street: Int?) {
    let own = [venue.street, venue.houseNumber, venue.postcode].compactMap { $0 }
    let around = finder.surroundings(
      of: [venue.coordinate], cities: venue.city.map { [$0] } ?? [], own + venue.around)
    append(
      Entry(
        kind: .venue, category: venue.category, coordinate: venue.coordinate,
        importance: venue.importance, around, near: finder, name: venue.names[0].text,
        houseNumber: venue.houseNumber, street: venue.street, streetEntry: street,
        postcode: venue.postcode), names: venue.names, around)
  }

  private mutating func append(
    _ entry: Entry, names: [PlaceName], _ around: Surroundings, reach: Meters = 0
  ) {
    let number = entries.count
    for (index, name) in names.prefix(GeocoderBounds.maximumNames).enumerated() {
      let ids = words.ids(of: name.text, limit: GeocoderBounds.maximumNameWords)
      guard !ids.isEmpty else { continue }
      if index > 0 { otherNames.append((nameEntries.count, number, name)) }
      self.names.append(ids)
      nameEntries.append(UInt32(number))
    }
    var seen: Set<UInt32> = []
    for text in around.texts where seen.count < GeocoderBounds.maximumContextWords {
      seen.formUnion(words.ids(of: text, limit: GeocoderBounds.maximumNameWords))
    }
    contexts.append(seen.sorted())
    inside.append(around.places.sorted().map(UInt32.init))
    entries.append(entry)
    reaches.append(UInt32(reach.rounded(.up)))
  }
}

extension Entry {
  fileprivate init(
    kind: EntryKind, category: String, coordinate: Coordinate, importance: Float,
    _ around: Surroundings, near finder: SurroundingsFinder, name: String,
    houseNumber: String? = nil, street: String? = nil, streetEntry: Int? = nil,
    postcode: String? = nil
  ) {
    self.init(
      kind: kind, name: name, category: category, coordinate: coordinate, importance: importance,
      houseNumber: houseNumber, street: street, streetEntry: streetEntry, postcode: postcode,
      city: around.city,
      cityEntry: around.city.flatMap { finder.place(named: $0, near: coordinate) },
      cityIsAssumed: around.cityIsAssumed)
  }
}
