import FoundationEssentials
package import Geography
import JSON
package import Messages

/// A feed's data of one venue, in the form that every format is converted to.
package struct FeedRow: Sendable, Hashable {
  /// Unique in its feed and the same in every sync.
  package var id: String
  package var name: String
  package var category: VenueCategory
  /// `nil` if the feed has none, and for 0,0, which many feeds use for unknown.
  package var coordinate: Coordinate?
  package var facts = VenueFacts()
  /// `planning` or `closed`; `nil` for a venue in business.
  package var standing: VenueUnavailability?
  /// The address to geocode if there is no coordinate; `nil` if the address has no street.
  package var geocodableAddress: Address?
}

/// A row as its format gives it, before it is cleaned and validated.
struct RowDraft {
  var id: String?
  var name: String?
  var category: VenueCategory
  var latitude: JSONValue?
  var longitude: JSONValue?
  /// Its address is composed of the parts below if it is `nil`.
  var facts = VenueFacts()
  /// Includes the house number, unless that is in `houseNumber`.
  var street: String?
  var houseNumber: String?
  var postcode: String?
  var city: String?
  var standing: VenueUnavailability?

  init(category: VenueCategory) { self.category = category }

  /// The cleaned row.
  ///
  /// - Throws: `RejectedRow` for a row without identifier or name, or with an invalid coordinate.
  func checked() throws(RejectedRow) -> FeedRow {
    guard let id = PlainText.line(id, maximumBytes: FeedLimits.maximumRowIDBytes + 1) else {
      throw RejectedRow("row without an identifier")
    }
    guard id.utf8.count <= FeedLimits.maximumRowIDBytes else {
      throw RejectedRow("row with an identifier that is too long")
    }
    guard let name = PlainText.line(name, maximumBytes: VenueStoreLimits.maximumNameBytes) else {
      throw RejectedRow("row without a name", id: id)
    }
    let coordinate = try coordinate(of: id)
    var facts = facts
    facts.address = addressLine
    return FeedRow(
      id: id, name: name, category: category, coordinate: coordinate, facts: facts.cleaned,
      standing: standing, geocodableAddress: coordinate == nil ? geocodableAddress : nil)
  }

  private func coordinate(of id: String) throws(RejectedRow) -> Coordinate? {
    switch (try number(latitude, of: id), try number(longitude, of: id)) {
    case (nil, nil), (0, 0): return nil
    case (let latitude?, let longitude?):
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      guard coordinate.isValid else {
        throw RejectedRow("row with a coordinate off the globe", id: id)
      }
      return coordinate
    default: throw RejectedRow("row with half a coordinate", id: id)
    }
  }

  /// Feeds often give numbers as texts, and missing ones as empty texts.
  private func number(_ value: JSONValue?, of id: String) throws(RejectedRow) -> Double? {
    switch value {
    case nil, .null: return nil
    case .number(let number): return number
    case .text(let text):
      let digits = text.filter { !$0.isWhitespace }
      if digits.isEmpty { return nil }
      if let number = Double(digits) { return number }
      throw RejectedRow("row with a coordinate that is not a number", id: id)
    default: throw RejectedRow("row with a coordinate that is not a number", id: id)
    }
  }

  private func line(_ text: String?) -> String? {
    PlainText.line(text, maximumBytes: VenueStoreLimits.maximumAddressBytes)
  }

  private var addressLine: String? {
    if let address = line(facts.address) { return address }
    guard let street = line(street) else { return nil }
    let whole = line(houseNumber).map { "\($0) \(street)" } ?? street
    return line([whole, line(city)].compactMap { $0 }.joined(separator: ", "))
  }

  private var geocodableAddress: Address? {
    let whole = street == nil ? line(facts.address).flatMap(OneLineAddress.init) : nil
    let (postcode, city) = (line(postcode) ?? whole?.postcode, line(city) ?? whole?.city)
    guard let street = line(street) ?? whole?.street, city != nil || postcode != nil else {
      return nil
    }
    let parts = StreetParts(street)
    return Address(
      houseNumber: line(houseNumber) ?? parts.number, street: parts.street, postcode: postcode,
      city: city)
  }
}

/// The parts of an address in one line: "Sendlinger Straße 27, 80331 München", "1705 Mariposa St,
/// San Francisco, CA 94107".
struct OneLineAddress: Hashable {
  /// With the house number.
  let street: String
  let postcode: String?
  /// What stands behind the street, without words that have digits.
  let city: String?

  /// `nil` for a line without letters.
  init?(_ line: String) {
    let parts = line.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline })
      .map { $0.split(separator: " ") }.filter { !$0.isEmpty }
    func hasLetter(_ part: [Substring]) -> Bool { part.contains { $0.contains(where: \.isLetter) } }
    // A name before the street has no number.
    let numbered = parts.firstIndex {
      hasLetter($0) && $0.contains { $0.contains(where: \.isNumber) }
    }
    guard let first = numbered ?? parts.firstIndex(where: hasLetter) else { return nil }
    var (street, next) = (parts[first], first + 1)
    // "Sendlinger Straße, 27, München".
    if numbered == nil || !street.contains(where: { $0.contains(where: \.isNumber) }),
      next < parts.count, !hasLetter(parts[next])
    {
      street += parts[next]
      next += 1
    }
    self.street = street.joined(separator: " ")
    let rest = parts[next...]
    let digits = rest.joined().filter { $0.contains(where: \.isNumber) }
    postcode = digits.isEmpty ? nil : digits.joined(separator: " ")
    city = rest.lazy.map { $0.filter { !$0.contains(where: \.isNumber) } }
      .first { !$0.isEmpty }?.joined(separator: " ")
  }
}

/// A street and the house number in front of it or behind it: "1716 Topeka St", "Hauptstraße 12a".
struct StreetParts: Hashable {
  let number: String?
  let street: String

  init(_ text: String) {
    let words = text.split(separator: " ")
    if words.count > 1, words[0].first?.isNumber == true, !Self.isOrdinal(words[0]) {
      number = String(words[0])
      street = words.dropFirst().joined(separator: " ")
    } else if words.count > 1, let last = words.last, last.first?.isNumber == true {
      number = String(last)
      street = words.dropLast().joined(separator: " ")
    } else {
      number = nil
      street = text
    }
  }

  /// "6th", "2nd": part of a street's name, not a house number.
  private static func isOrdinal(_ word: Substring) -> Bool {
    ["st", "nd", "rd", "th"].contains(word.drop { $0.isNumber }.lowercased())
  }
}
