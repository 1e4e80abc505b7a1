import Countries
import FoldedText
import Geography
import Messages
import OpenStreetMap

/// Builds the contents of the index file from a gathered map.
///
/// Entries are numbered: places first, then streets, then points of interest, those without a name
/// last. Each name belongs to one entry; the primary name of an entry comes first.
struct IndexBuilder {
  private(set) var terms = TermTable()
  private(set) var entries: [IndexEntry] = []
  private(set) var names = PackedListsBuilder()
  private(set) var nameEntries: [UInt32] = []
  /// The names that are not the primary name of their entry.
  private(set) var alternateNames: [(name: Int, entry: Int, text: PlaceName)] = []
  private(set) var contexts = PackedListsBuilder()
  /// The numbers of the places that contain each entry.
  private(set) var containingPlaces = PackedListsBuilder()
  /// The greatest distance of each street's parts, or of each area's middle, from its coordinate,
  /// in whole metres; 0 for all else.
  private(set) var reaches: [UInt32] = []
  private(set) var settlementTerms: Set<UInt32> = []
  let places: [GatheredPlace]
  let streets: [JoinedStreet]
  private(set) var houses: [[House]] = []
  private(set) var corners: [Corner] = []
  let style: NumberStyle
  /// Names and codes of the countries and states that the map touches.
  let regionNames: [String]
  /// The codes of the countries, the likeliest first.
  let countries: [String]
  private(set) var report: ImportReport

  private let contextFinder: AddressContextFinder

  /// The number of the first street entry.
  var firstStreet: Int { places.count }

  init(_ map: GatheredMap) {
    report = map.report
    style = NumberStyle.of(map)
    let towns = map.places.filter { PlaceKind.cityRadii[$0.kind] != nil }.flatMap(\.names)
    countries = map.countryCodes
    regionNames = RegionNames().names(
      of: countries, states: Set(map.votes.states.keys),
      except: Set(towns.map { FoldedWords.joined($0.text) }))
    places = map.places + Postcodes.places(of: map)
    contextFinder = AddressContextFinder(places, map.houses)
    var joiner = StreetJoiner(map)
    streets = joiner.streets
    if joiner.orphansLeft > 0 {
      report.skip(
        "house number without a street, and no named street near", count: joiner.orphansLeft)
    }
    corners = CornerFinder.corners(of: streets, first: firstStreet)
    var areas = places.enumerated().compactMap { number, place in
      place.kind == PlaceKind.square
        ? place.rings.first.map { CornerFinder.Area(entry: number, outline: $0) } : nil
    }
    for place in places { add(place) }
    for street in streets { add(street) }
    for poi in map.pointsOfInterest {
      // A pedestrian area with the name of a street is part of that street.
      if poi.category == PlaceKind.pedestrianArea,
        joiner.street(named: poi.names[0].text, near: poi.coordinate) != nil
      {
        continue
      }
      let street = poi.street.flatMap { joiner.street(named: $0, near: poi.coordinate) }
      if PlaceKind.openAreas.contains(poi.category), !poi.outline.isEmpty {
        areas.append(CornerFinder.Area(entry: entries.count, outline: poi.outline))
      }
      add(poi, street: street.map { firstStreet + $0 })
    }
    for poi in map.unnamed {
      let street = poi.street.flatMap { joiner.street(named: $0, near: poi.coordinate) }
      add(poi, street: street.map { firstStreet + $0 })
    }
    corners += CornerFinder.corners(of: areas, with: streets, first: firstStreet)
  }

  private mutating func add(_ place: GatheredPlace) {
    let number = entries.count
    let isCity = PlaceKind.cityRadii[place.kind] != nil
    var context = AddressContext()
    if !isCity, place.kind != "region" {
      context = contextFinder.context(of: [place.coordinate], cities: [], [])
    }
    if isCity {
      for name in place.names {
        settlementTerms.formUnion(
          terms.ids(of: name.text, limit: GeocoderLimits.maximumNameTokens))
        if let latin = LatinScript.of(name.text) {
          settlementTerms.formUnion(
            terms.ids(of: latin, limit: GeocoderLimits.maximumNameTokens))
        }
      }
    }
    context.places.insert(number)
    append(
      IndexEntry(
        kind: place.kind == PlaceKind.postcode ? .postcode : .place,
        category: "place=\(place.kind)", coordinate: place.coordinate,
        importance: place.importance, context, near: contextFinder, name: place.names[0].text),
      names: place.names, context)
  }

  private mutating func add(_ street: JoinedStreet) {
    let numbers = HouseList.of(street, &report)
    let coordinate = street.representative
    let codes = street.postcodes.union(street.houses.compactMap(\.postcode)).sorted()
    let cities = MostFrequent.sorted(street.houses.compactMap(\.city))
    let others = Set(street.houses.flatMap(\.context)).sorted()
    let context = contextFinder.context(
      of: [coordinate] + street.samples, cities: cities, codes + others)
    append(
      IndexEntry(
        kind: .street, category: "", coordinate: coordinate,
        importance: street.importance + PlaceKind.importance(ofHouses: numbers.count),
        context, near: contextFinder, name: street.names[0].text,
        postcode: codes.count == 1 ? codes[0] : nil),
      names: street.names, context, reach: street.reach(from: coordinate))
    houses.append(
      numbers.map {
        House(
          number: $0.number, text: $0.text, coordinate: $0.coordinate, postcode: $0.postcode,
          city: $0.city == context.city ? nil : $0.city, streetIsAssumed: $0.streetIsAssumed)
      })
  }

  private mutating func add(_ poi: GatheredPOI, street: Int?) {
    let address = [poi.street, poi.houseNumber, poi.postcode].compactMap { $0 }
    let context = contextFinder.context(
      of: [poi.coordinate], cities: poi.city.map { [$0] } ?? [], address + poi.context)
    append(
      IndexEntry(
        kind: .pointOfInterest, category: poi.category, coordinate: poi.coordinate,
        importance: poi.importance, context, near: contextFinder,
        name: poi.label,
        houseNumber: poi.houseNumber, street: poi.street, streetEntry: street,
        postcode: poi.postcode, kinds: poi.kinds), names: poi.names, context, reach: poi.reach)
  }

  private mutating func append(
    _ entry: IndexEntry, names: [PlaceName], _ context: AddressContext, reach: Meters = 0
  ) {
    let number = entries.count
    for (index, name) in names.prefix(GeocoderLimits.maximumNames).enumerated() {
      let ids = terms.ids(of: name.text, limit: GeocoderLimits.maximumNameTokens)
      guard !ids.isEmpty else { continue }
      if index > 0 { alternateNames.append((nameEntries.count, number, name)) }
      self.names.append(ids)
      nameEntries.append(UInt32(number))
    }
    var seen: Set<UInt32> = []
    for text in context.texts where seen.count < GeocoderLimits.maximumContextTerms {
      seen.formUnion(terms.ids(of: text, limit: GeocoderLimits.maximumNameTokens))
      if let latin = LatinScript.of(text) {
        seen.formUnion(terms.ids(of: latin, limit: GeocoderLimits.maximumNameTokens))
      }
    }
    contexts.append(seen.sorted())
    containingPlaces.append(context.places.sorted().map(UInt32.init))
    entries.append(entry)
    reaches.append(UInt32(reach.rounded(.up)))
  }
}

extension IndexEntry {
  fileprivate init(
    kind: EntryKind, category: String, coordinate: Coordinate, importance: Float,
    _ context: AddressContext, near finder: AddressContextFinder, name: String,
    houseNumber: String? = nil, street: String? = nil, streetEntry: Int? = nil,
    postcode: String? = nil, kinds: [String] = []
  ) {
    self.init(
      kind: kind, name: name, category: category, coordinate: coordinate, importance: importance,
      houseNumber: houseNumber, street: street, streetEntry: streetEntry, postcode: postcode,
      city: context.city,
      cityEntry: context.city.flatMap { finder.place(named: $0, near: coordinate) },
      cityIsAssumed: context.cityIsAssumed, kinds: kinds)
  }
}
