import CommandLineKit
import Geocoder
package import Geography

/// A query, and where an answer is right.
package struct RelevanceQuery: Sendable {
  package let text: String
  /// Lines or single points on which the answer should lie; empty if every answer is wrong.
  package let right: [[Coordinate]]
  /// Whether the text names several places of the map alike, so that nobody could be sure.
  package var isAmbiguous = false

  /// The largest distance of a right answer.
  package static let tolerance: Meters = 50

  /// The distance of a point from where it should lie; infinite if every answer is wrong.
  func error(of point: Coordinate) -> Meters {
    right.map { PlanarGeometry.nearest(to: point, on: $0).1 }.min() ?? .infinity
  }
}

/// How the text of an address or a corner is changed before it is sent.
package enum QueryNoise: String, Sendable, CaseIterable {
  case asIs = "as is"
  case oneTypo = "one typo"
  case abbreviated
  case withoutCity = "without the city"
  case reordered
  case withoutNumber = "without the number"
  case corner
  case cornerWithTypo = "corner with a typo"
  /// The number is missing from the map.
  case unknownNumber = "number unknown"
  /// The address is of another map.
  case elsewhere = "of another map"

  /// The kinds that have a target rate or are tracked beside those.
  package static let aimed: [QueryNoise] = Array(allCases.prefix(8))

  /// The target rate of right first hits.
  package var aim: Double? {
    switch self {
    case .asIs: 0.99
    case .abbreviated: 0.98
    case .oneTypo: 0.95
    case .reordered, .corner: 0.97
    case .cornerWithTypo: 0.92
    default: nil
    }
  }
}

/// Makes queries from a map's addresses and corners.
package struct RelevanceQueries: Sendable {
  private let addresses: [SampledAddress]
  private let corners: [SampledCorner]
  private let style: NumberStyle
  private let seed: UInt64

  /// - Parameters:
  ///   - style: how the map's country writes addresses.
  ///   - count: the size of the random sample of addresses and of corners; `nil` for all.
  init(_ map: GatheredMap, style: NumberStyle, count: Int?, seed: UInt64) {
    self.style = style
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    let addresses = SampledAddress.all(of: map).shuffled(using: &generator)
    let corners = SampledCorner.all(of: map).shuffled(using: &generator)
    self.addresses = Array(addresses.prefix(count ?? .max))
    self.corners = Array(corners.prefix(count ?? .max))
  }

  /// The queries with this noise, the same for the same seed.
  package func queries(_ noise: QueryNoise) -> [RelevanceQuery] {
    var writer = NoiseWriter(style: style, seed: seed)
    switch noise {
    case .corner, .cornerWithTypo:
      return corners.map { corner in
        RelevanceQuery(
          text: writer.text(of: corner, hasTypo: noise == .cornerWithTypo),
          right: corner.points.map { [$0] }, isAmbiguous: corner.hasNamesakes)
      }
    case .withoutNumber:
      var seen: Set<String> = []
      return addresses.compactMap { address in
        let text = writer.text(of: address, noise)
        guard seen.insert(text).inserted else { return nil }
        return RelevanceQuery(
          text: text, right: address.lines, isAmbiguous: address.streetHasNamesakes)
      }
    default:
      return addresses.map { address in
        RelevanceQuery(
          text: writer.text(of: address, noise),
          right: noise == .elsewhere ? [] : address.points.map { [$0] },
          isAmbiguous: address.hasNamesakes && (noise == .withoutCity || address.city == nil))
      }
    }
  }
}

/// One address of a map.
struct SampledAddress: Sendable {
  let number: String
  let street: String
  let city: String?
  /// All positions of this address on the map, as `SampledAddress.isSame` compares them.
  let points: [Coordinate]
  /// Whether houses elsewhere on the map have the same street's name and number, or may have it: a
  /// street of that name without any known number.
  let hasNamesakes: Bool
  /// Whether another street of that name is in the same town, or in another one where the address
  /// names none.
  let streetHasNamesakes: Bool
  /// The lines of its street; its houses if only houses name the street.
  let lines: [[Coordinate]]

  static func all(of map: GatheredMap) -> [SampledAddress] {
    var joiner = StreetJoiner(map)
    let houses = map.houses.filter { !HouseNumber.all(in: $0.numberText).isEmpty }
    let byStreet = Dictionary(grouping: houses) { StreetKey($0.street) }
    let groups = Dictionary(grouping: houses) { "\($0.numberText)|\($0.street)|\($0.city ?? "")" }
    return groups.sorted { $0.key < $1.key }.compactMap { _, houses in
      let first = houses[0]
      let streets = houses.compactMap { joiner.street(named: $0.street, near: $0.coordinate) }
      let all = byStreet[StreetKey(first.street)] ?? []
      let points = all.filter { other in houses.contains { isSame($0, other) } }.map(\.coordinate)
      let numbers = HouseNumber.all(in: first.numberText)
      let isAlone = joiner.streets(named: first.street).allSatisfy { other in
        streets.contains(other) || !joiner.streets[other].houses.isEmpty
      }
      let hasNamesakes =
        !isAlone
        || all.contains { other in
          HouseNumber.all(in: other.numberText).contains(where: numbers.contains)
            && points.allSatisfy { $0.distance(to: other.coordinate) > RelevanceQuery.tolerance }
        }
      return SampledAddress(
        number: first.numberText, street: first.street, city: first.city,
        points: points, hasNamesakes: hasNamesakes,
        streetHasNamesakes: joiner.streets(named: first.street).contains { other in
          let towns = Set(joiner.streets[other].houses.compactMap(\.city))
          return !streets.contains(other)
            && (first.city.map { towns.isEmpty || towns.contains($0) } ?? true)
        },
        lines: Set(streets).sorted().flatMap { number -> [[Coordinate]] in
          let street = joiner.streets[number]
          return street.lines.isEmpty ? street.houses.map { [$0.coordinate] } : street.lines
        })
    }
  }

  /// Whether two houses of one street are at one address: they share a number, and the town too,
  /// which mappers leave out at some of several elements.
  private static func isSame(_ one: GatheredHouse, _ other: GatheredHouse) -> Bool {
    let numbers = HouseNumber.all(in: other.numberText)
    let hasNumber = HouseNumber.all(in: one.numberText).contains(where: numbers.contains)
    if one.city == other.city { return hasNumber }
    return hasNumber && (one.city == nil || other.city == nil)
      && one.coordinate.distance(to: other.coordinate) <= StreetJoiner.joinDistance
  }
}

/// Two street names that share nodes of a map, by its ways.
struct SampledCorner: Sendable {
  let one: String
  let other: String
  let points: [Coordinate]

  /// Whether they are so far apart that they are corners of several pairs of streets.
  var hasNamesakes: Bool {
    points.contains { $0.distance(to: points[0]) > StreetJoiner.joinDistance }
  }

  static func all(of map: GatheredMap) -> [SampledCorner] {
    var namesByNode: [Int64: Set<String>] = [:]
    var points: [Int64: Coordinate] = [:]
    for road in map.roads {
      for (node, point) in zip(road.nodeIDs, road.line) {
        namesByNode[node, default: []].insert(road.names[0].text)
        points[node] = point
      }
    }
    var corners: [[String]: [Coordinate]] = [:]
    for (node, names) in namesByNode where names.count > 1 {
      let sorted = names.sorted()
      for (index, one) in sorted.enumerated() {
        for other in sorted[(index + 1)...] where StreetKey(one) != StreetKey(other) {
          corners[[one, other], default: []] += points[node].map { [$0] } ?? []
        }
      }
    }
    return corners.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { SampledCorner(one: $0.key[0], other: $0.key[1], points: $0.value) }
  }
}
