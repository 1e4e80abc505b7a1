import Geography
import Messages
import OpenStreetMap
import ServiceRuntime

/// Asks for a map's own addresses, as they are and damaged as people damage them, and counts how
/// often the answer lies where the map says.
package struct AddressTrial: Sendable {
  /// What is done to an address before it is asked for.
  package enum Damage: String, Sendable, CaseIterable {
    case asIs = "as is"
    case oneTypo = "one typo"
    case abbreviated
    case withoutCity = "without the city"
    case reordered
    case withoutNumber = "without the number"
  }

  /// One address of the map.
  package struct Sample: Sendable {
    package let number: String
    package let street: String
    package let city: String?
    /// Where the map has this address; more than once where it has it more than once.
    package let coordinates: [Coordinate]
  }

  package struct Outcome: Sendable {
    package var asked = 0
    package var rightFirst = 0
    package var rightInFive = 0
    /// From the first hit to the address; without the replies that had no hit.
    package var errors: [Meters] = []
    /// Texts that were not found first, with what was.
    package var misses: [String] = []

    package var firstRate: Double { Double(rightFirst) / Double(max(1, asked)) }
    package var fiveRate: Double { Double(rightInFive) / Double(max(1, asked)) }
    package var medianError: Meters {
      errors.isEmpty ? .infinity : errors.sorted()[errors.count / 2]
    }
  }

  /// An answer within this is right; without the number, on the street within `streetRight`.
  package static let right: Meters = 50

  package let samples: [Sample]

  /// Takes addresses of the map by chance.
  ///
  /// - Throws: `MapFileError`.
  package init(_ source: some MapSource, count: Int, seed: UInt64) throws {
    let map = try GatheredMap(source) { _ in }
    let houses = map.houses.filter { !HouseNumber.all(in: $0.numberText).isEmpty }
    let groups = Dictionary(grouping: houses) { "\($0.numberText)|\($0.street)|\($0.city ?? "")" }
    var generator = SeededGenerator(seed: seed)
    samples = groups.keys.sorted().shuffled(using: &generator).prefix(count).compactMap { key in
      groups[key]?.first.map { first in
        Sample(
          number: first.numberText, street: first.street, city: first.city,
          coordinates: groups[key]?.map(\.coordinate) ?? [])
      }
    }
  }

  /// Asks for every sample with this damage.
  ///
  /// - Throws: what the search throws.
  package func run(_ damage: Damage, with searcher: Searcher, seed: UInt64) throws -> Outcome {
    var generator = SeededGenerator(seed: seed)
    var outcome = Outcome()
    for sample in samples {
      let text = Damaged.text(of: sample, damage, searcher.labels.style, &generator)
      let reply = try searcher.search(GeocodeRequest(text: text))
      outcome.asked += 1
      let isRight = { (hit: PlaceHit) -> Bool in
        guard damage != .withoutNumber else { return isStreet(hit, sample) }
        return Self.error(of: hit, sample) <= Self.right
      }
      if let first = reply.hits.first { outcome.errors.append(Self.error(of: first, sample)) }
      if reply.hits.prefix(1).contains(where: isRight) {
        outcome.rightFirst += 1
      } else {
        let found = reply.hits.first.map { "\($0.label) [\($0.matched)] \($0.confidence)" }
        outcome.misses.append("\(text) → \(found ?? "nothing")")
      }
      if reply.hits.prefix(5).contains(where: isRight) { outcome.rightInFive += 1 }
    }
    return outcome
  }

  private func isStreet(_ hit: PlaceHit, _ sample: Sample) -> Bool {
    hit.address?.street.map(StreetKey.init) == StreetKey(sample.street)
  }

  private static func error(of hit: PlaceHit, _ sample: Sample) -> Meters {
    sample.coordinates.map { $0.distance(to: hit.coordinate) }.min() ?? .infinity
  }
}

/// Texts as people mistype them.
enum Damaged {
  static func text(
    of sample: AddressTrial.Sample, _ damage: AddressTrial.Damage, _ style: NumberStyle,
    _ generator: inout SeededGenerator
  ) -> String {
    let labels = Labels(style: style)
    func whole(_ number: String, _ street: String, _ city: String?) -> String {
      labels.joined([labels.address(number, street)], city)
    }
    switch damage {
    case .asIs: return whole(sample.number, sample.street, sample.city)
    case .oneTypo:
      return whole(sample.number, typo(in: sample.street, &generator), sample.city)
    case .abbreviated:
      return whole(sample.number, abbreviated(sample.street), sample.city)
    case .withoutCity: return whole(sample.number, sample.street, nil)
    case .reordered:
      let other: NumberStyle = style == .numberFirst ? .streetFirst : .numberFirst
      let address = Labels(style: other).address(sample.number, sample.street)
      return sample.city.map { "\($0) \(address)" } ?? address
    case .withoutNumber: return labels.joined([sample.street], sample.city)
    }
  }

  /// Drops, doubles, replaces or swaps one letter of the longest word.
  private static func typo(in street: String, _ generator: inout SeededGenerator) -> String {
    let words = street.split(separator: " ")
    guard let longest = words.max(by: { $0.count < $1.count }), longest.count >= 4 else {
      return street
    }
    var letters = Array(longest)
    let place = Int.random(in: 1..<(letters.count - 1), using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    case 2:
      letters[place] = Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &generator)))
    default: letters.swapAt(place, place + 1)
    }
    return words.map { $0 == longest ? String(letters) : String($0) }.joined(separator: " ")
  }

  /// Each word that has a short form in it, "Hauptstraße" included.
  private static func abbreviated(_ street: String) -> String {
    street.split(separator: " ").map { word -> String in
      let folded = Words.of(word).first?.folded ?? ""
      for (full, short) in [("straße", "str."), ("strasse", "str."), ("katu", "k.")]
      where word.hasSuffix(full) && word.count > full.count {
        return word.dropLast(full.count) + short
      }
      let short = Abbreviations.others(of: folded).first { $0.count < folded.count && $0.count > 1 }
      return short ?? String(word)
    }.joined(separator: " ")
  }
}
