import Foundation
import Geography
import Messages
import OpeningHours
import Time

@testable import ShopSearch

/// The answers of `nearby`, computed by a plain scan of all venues.
struct NearbyOracle {
  let venues: [Venue]
  let now: Timestamp

  /// All venues that match a request, in its order.
  func answer(_ request: NearbyRequest) -> [VenueID] {
    let center = request.coordinate
    return venues.filter { matches($0, request) }
      .map { ($0, center.distance(to: $0.coordinate)) }
      .sorted { one, other in
        let (mine, theirs) = (key(one.0, request.order), key(other.0, request.order))
        if mine != theirs { return mine.lexicographicallyPrecedes(theirs) }
        return (one.1, one.0.id) < (other.1, other.0.id)
      }
      .map(\.0.id)
  }

  private func key(_ venue: Venue, _ order: NearbyOrder?) -> [String] {
    switch order ?? .distance {
    case .distance: return []
    case .rating:
      let mean = venue.rating.map { 900 - Int(($0.mean * 100).rounded()) } ?? 999
      return ["\(mean)", "\(9_000_000 - (venue.rating?.count ?? 0))"]
    case .name: return [plainWords(venue.name).joined(separator: " ")]
    }
  }

  private func matches(_ venue: Venue, _ request: NearbyRequest) -> Bool {
    let distance = request.coordinate.distance(to: venue.coordinate)
    if let radius = request.radiusMeters, distance > radius { return false }
    if let box = request.box, !box.contains(venue.coordinate) { return false }
    if case .circle(let center, let radius) = request.area,
      center.distance(to: venue.coordinate) > radius
    {
      return false
    }
    let filter = request.filter ?? VenueFilter()
    return matches(venue, filter) && matchesAttributes(venue, filter)
  }

  private func matches(_ venue: Venue, _ filter: VenueFilter) -> Bool {
    let isNamed = filter.name != nil || filter.brand != nil || filter.venueIDs != nil
    let wanted = filter.category ?? (isNamed ? .root : .foodAndDrink)
    if !wanted.covers(venue.category) { return false }
    if let name = filter.name, !matches(plainWords(name), plainWords(venue.name)) { return false }
    if let brand = filter.brand, plainWords(brand) != plainWords(venue.brand ?? "") {
      return false
    }
    if let cuisine = filter.cuisine {
      let parts = (venue.cuisine ?? "").split(separator: ";").map { plainWords(String($0)) }
      if !parts.contains(plainWords(cuisine)) { return false }
    }
    if let venueIDs = filter.venueIDs, !venueIDs.contains(venue.id) { return false }
    if let least = filter.minimumRating {
      guard let rating = venue.rating else { return false }
      if (Double(rating.mean) * 100).rounded() < (least * 100).rounded() { return false }
    }
    return true
  }

  private func matchesAttributes(_ venue: Venue, _ filter: VenueFilter) -> Bool {
    if let wanted = filter.attributes[.outdoorSeating], venue.attributes[.outdoorSeating] != wanted
    {
      return false
    }
    if let wanted = filter.attributes[.takeaway], venue.attributes[.takeaway] != wanted {
      return false
    }
    switch filter.wheelchair {
    case .limited: if venue.wheelchair == nil || venue.wheelchair == .no { return false }
    case let wanted?: if venue.wheelchair != wanted { return false }
    case nil: break
    }
    switch filter.wifi {
    case .yes: if venue.wifi == nil || venue.wifi == .no { return false }
    case let wanted?: if venue.wifi != wanted { return false }
    case nil: break
    }
    guard let hours = filter.hours else { return true }
    let state = state(venue.openingHours, hours)
    switch hours.admits ?? .open {
    case .open: return state == .open
    case .unknown: return state == .unknown
    case .either: return state != .closed
    }
  }

  private func state(_ value: String?, _ wanted: HoursFilter) -> HoursState {
    guard let value, let hours = try? OpeningHours(value) else { return .unknown }
    let start = (wanted.at ?? now).secondsSince1970
    return LocalHours(hours, at: HoursContext(zone: pacific))
      .isOpen(during: start..<start + Int64(wanted.seconds ?? 0))
  }

  private func matches(_ wanted: [String], _ words: [String]) -> Bool {
    wanted.allSatisfy { word in
      words.contains { other in
        if word == other || word.count >= 2 && other.hasPrefix(word) { return true }
        let isNumber = word.contains(where: \.isNumber)
        let allowed = isNumber ? 0 : word.count < 4 ? 0 : word.count < 8 ? 1 : 2
        return edits(Array(word), Array(other)) <= allowed
      }
    }
  }
}

/// The lower-case words without accents.
func plainWords(_ text: String) -> [String] {
  text.replacing("'", with: "").folding(options: [.diacriticInsensitive], locale: nil)
    .lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
}

/// The optimal string alignment distance, by the full dynamic programming table.
func edits(_ one: [Character], _ other: [Character]) -> Int {
  var rows = [Array(0...other.count)]
  for depth in 0..<one.count {
    var row = [depth + 1]
    for column in 0..<other.count {
      let above = rows[depth]
      var cost = min(above[column + 1] + 1, row[column] + 1)
      cost = min(cost, above[column] + (one[depth] == other[column] ? 0 : 1))
      if depth > 0, column > 0, one[depth] == other[column - 1], one[depth - 1] == other[column] {
        cost = min(cost, rows[depth - 1][column - 1] + 1)
      }
      row.append(cost)
    }
    rows.append(row)
  }
  return rows[one.count][other.count]
}
