import CommandLineKit
import Geography

/// What is asked, and where an answer is right.
package struct TrialQuestion: Sendable {
  package let text: String
  /// Lines, or single points, on which the answer should lie; empty where every answer is wrong.
  package let right: [[Coordinate]]

  /// How far from a line an answer may lie.
  package static let tolerance: Meters = 50

  /// How far off a point is; infinite where nothing is right.
  func error(of point: Coordinate) -> Meters {
    right.map { PlanarGeometry.nearest(to: point, on: $0).1 }.min() ?? .infinity
  }
}

/// What is done to an address or a corner before it is asked for.
package enum TrialDamage: String, Sendable, CaseIterable {
  case asIs = "as is"
  case oneTypo = "one typo"
  case abbreviated
  case withoutCity = "without the city"
  case reordered
  case withoutNumber = "without the number"
  case corner
  case cornerWithTypo = "corner with a typo"
  /// The number was taken out of the map.
  case unknownNumber = "number unknown"
  /// The address is of another map.
  case elsewhere = "of another map"

  /// The rows that the aims are set for.
  package static let aimed: [TrialDamage] = Array(allCases.prefix(8))

  /// What rate at the first hit is aimed at.
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

/// Makes questions of a map's addresses and corners.
package struct TrialQuestions: Sendable {
  private let addresses: [TrialAddress]
  private let corners: [TrialCorner]
  private let style: NumberStyle
  private let seed: UInt64

  /// - Parameters:
  ///   - style: how the map's country writes addresses.
  ///   - count: how many addresses and corners are taken by chance; `nil` for all.
  init(_ map: GatheredMap, style: NumberStyle, count: Int?, seed: UInt64) {
    self.style = style
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    let addresses = TrialAddress.all(of: map).shuffled(using: &generator)
    let corners = TrialCorner.all(of: map).shuffled(using: &generator)
    self.addresses = Array(addresses.prefix(count ?? .max))
    self.corners = Array(corners.prefix(count ?? .max))
  }

  /// The questions with this damage, the same for the same seed.
  package func questions(_ damage: TrialDamage) -> [TrialQuestion] {
    var damaged = Damaged(style: style, seed: seed)
    switch damage {
    case .corner, .cornerWithTypo:
      return corners.map { corner in
        TrialQuestion(
          text: damaged.text(of: corner, hasTypo: damage == .cornerWithTypo),
          right: corner.points.map { [$0] })
      }
    case .withoutNumber:
      var seen: Set<String> = []
      return addresses.compactMap { address in
        let text = damaged.text(of: address, damage)
        guard seen.insert(text).inserted else { return nil }
        return TrialQuestion(text: text, right: address.lines)
      }
    default:
      return addresses.map { address in
        TrialQuestion(
          text: damaged.text(of: address, damage),
          right: damage == .elsewhere ? [] : address.points.map { [$0] })
      }
    }
  }
}

/// One address of a map.
struct TrialAddress: Sendable {
  let number: String
  let street: String
  let city: String?
  /// Where the map has this address; more than once where it has it more than once.
  let points: [Coordinate]
  /// The lines of its street; of a street that only houses name, those houses.
  let lines: [[Coordinate]]

  static func all(of map: GatheredMap) -> [TrialAddress] {
    var joiner = StreetJoiner(map)
    let houses = map.houses.filter { !HouseNumber.all(in: $0.numberText).isEmpty }
    let groups = Dictionary(grouping: houses) { "\($0.numberText)|\($0.street)|\($0.city ?? "")" }
    return groups.sorted { $0.key < $1.key }.compactMap { _, houses in
      let first = houses[0]
      let streets = houses.compactMap { joiner.street(named: $0.street, near: $0.coordinate) }
      return TrialAddress(
        number: first.numberText, street: first.street, city: first.city,
        points: houses.map(\.coordinate),
        lines: Set(streets).sorted().flatMap { number -> [[Coordinate]] in
          let street = joiner.streets[number]
          return street.lines.isEmpty ? street.houses.map { [$0.coordinate] } : street.lines
        })
    }
  }
}

/// Two street names that share points of a map, told from the ways themselves.
struct TrialCorner: Sendable {
  let one: String
  let other: String
  let points: [Coordinate]

  static func all(of map: GatheredMap) -> [TrialCorner] {
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
          corners[[one, other], default: []].append(points[node] ?? PlanarGeometry.nowhere)
        }
      }
    }
    return corners.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { TrialCorner(one: $0.key[0], other: $0.key[1], points: $0.value) }
  }
}
