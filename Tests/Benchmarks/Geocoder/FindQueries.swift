import CommandLineKit
import FoldedText
import Geocoder
import Geography
import Messages

/// A text of the one search field, and the search that it means.
package struct FindQuery: Sendable {
  let text: String
  let category: VenueCategory?
  let name: String?
  let diet: VenueAttribute?
  let isOpen: Bool
  let radius: Meters?
  /// Where the search may be around: lines or points; empty if around the person.
  let around: [[Coordinate]]

  /// Whether the reply is that search.
  func isAnswered(by reply: FindReply) -> Bool {
    guard let search = reply.search else { return false }
    let filter = search.filter
    var wanted = VenueAttributeValues()
    if let diet { wanted[diet] = true }
    guard filter.category == category, filter.cuisine == nil, filter.attributes == wanted,
      filter.name.map(FoldedWords.joined) == name.map(FoldedWords.joined),
      (filter.hours != nil) == isOpen,
      abs((search.radiusMeters ?? 0) - (radius ?? 0)) < 1
    else { return false }
    guard let place = search.place else { return around.isEmpty }
    return around.contains {
      PlanarGeometry.nearest(to: place.coordinate, on: $0).1 <= RelevanceQuery.tolerance
    }
  }
}

/// Makes searches of any map: its streets, settlements and named places with the words for kinds of
/// venues, its chains, and coordinates.
struct FindQueries {
  private let places: [(name: String, around: [[Coordinate]])]
  private let chains: [String]
  private let middle: Coordinate?
  private let count: Int
  private let seed: UInt64

  private static let kinds: [(word: String, category: VenueCategory)] = [
    ("coffee", .coffee), ("cafés", .coffee), ("Bäckerei", .bakery), ("pub", .pub),
    ("bars", .bar), ("brewery", .brewery), ("ristorante", .restaurant), ("кофейня", .coffee),
    ("beer", .drinks), ("boulangerie", .bakery), ("ice cream", .iceCream),
    ("[amenity=cafe]", .coffee),
  ]

  init(_ map: GatheredMap, count: Int?, seed: UInt64) {
    self.count = count ?? .max
    self.seed = seed
    var around: [String: (name: String, around: [[Coordinate]])] = [:]
    func add(_ name: String, _ line: [Coordinate]) {
      around[FoldedWords.joined(name), default: (name, [])].around.append(line)
    }
    for road in map.roads { add(road.names[0].text, road.line) }
    for place in map.places { add(place.names[0].text, [place.coordinate]) }
    for place in map.pointsOfInterest where Self.landmarks.contains(place.category) {
      add(place.names[0].text, [place.coordinate])
    }
    var generator = SeededGenerator(seed: seed)
    places = around.sorted { $0.key < $1.key }.map(\.value)
      .filter { $0.name.contains(where: \.isLetter) }
      .shuffled(using: &generator)
    let venues = map.pointsOfInterest.filter { Self.venues.contains($0.category) }
    chains = Dictionary(grouping: venues) { $0.names[0].text }
      .filter { name, all in all.count > 1 && around[FoldedWords.joined(name)] == nil }
      .keys.sorted()
    middle = map.places.first?.coordinate ?? map.roads.first?.line.first
  }

  private static let landmarks: Set = [
    "railway=station", "place=square", "tourism=museum", "leisure=park", "tourism=attraction",
  ]
  private static let venues: Set = ["amenity=cafe", "amenity=restaurant", "amenity=fast_food"]

  func queries() -> [FindQuery] {
    var generator = SeededGenerator(seed: seed)
    var queries = places.prefix(count).enumerated().compactMap { number, place in
      query(number, place.name, place.around, &generator)
    }
    if let middle {
      let text = "restaurant near \(middle.latitude),\(middle.longitude)"
      queries.append(query(text, .restaurant, around: [[middle]]))
      queries.append(query("open bakery", .bakery, isOpen: true, around: []))
      queries.append(query("coffee near me", .coffee, around: []))
    }
    return queries
  }

  private func query(
    _ number: Int, _ place: String, _ around: [[Coordinate]], _ generator: inout SeededGenerator
  ) -> FindQuery? {
    guard let kind = Self.kinds.randomElement(using: &generator) else { return nil }
    switch number % 7 {
    case 0: return query("\(kind.word) near \(place)", kind.category, around: around)
    case 1: return query("\(kind.word) \(place)", kind.category, around: around)
    case 2: return query("\(place) \(kind.word)", kind.category, around: around)
    case 3:
      return query(
        "vegan restaurant \(place)", .restaurant, diet: .vegan, around: around)
    case 4:
      return query(
        "\(kind.word) 2 km around \(place)", kind.category, radius: 2_000, around: around)
    case 5:
      return query("open \(kind.word) in \(place)", kind.category, isOpen: true, around: around)
    default:
      guard let chain = chains.randomElement(using: &generator) else { return nil }
      return query("\(chain) near \(place)", nil, name: chain, around: around)
    }
  }

  private func query(
    _ text: String, _ category: VenueCategory?, name: String? = nil, diet: VenueAttribute? = nil,
    isOpen: Bool = false, radius: Meters? = nil, around: [[Coordinate]]
  ) -> FindQuery {
    FindQuery(
      text: text, category: category, name: name, diet: diet, isOpen: isOpen, radius: radius,
      around: around)
  }
}

/// How many searches were understood.
package struct FindOutcome: Sendable {
  package private(set) var asked = 0
  package private(set) var right = 0
  /// Texts that were not, with what they were taken for.
  package private(set) var misses: [String] = []

  /// Sends every query.
  ///
  /// - Throws: what the search throws.
  init(_ queries: [FindQuery], of searcher: Searcher) throws {
    for query in queries {
      let reply = try searcher.find(FindRequest(text: query.text))
      asked += 1
      if query.isAnswered(by: reply) {
        right += 1
        continue
      }
      let search = reply.search.map { search in
        """
        \(search.filter.category?.rawValue ?? "any") \(search.filter.name ?? "") \
        \(search.filter.cuisine ?? "") near \(search.place?.label ?? "you")
        """
      }
      misses.append("\(query.text) → \(search ?? reply.hits.first?.label ?? "nothing")")
    }
  }

  /// "97.00 % understood, of 100".
  package var line: String {
    let rate = (Double(right) / Double(max(1, asked)) * 10_000).rounded() / 100
    return "\(rate) % understood, of \(asked)"
  }
}
