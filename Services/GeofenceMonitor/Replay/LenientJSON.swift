import Foundation
import Geography
import Time

/// A JSON object of another program, read by any of the usual names of a property.
struct LenientJSON {
  private let object: [String: Any]

  /// `nil` if it is not an object.
  init?(_ value: Any?) {
    guard let object = value as? [String: Any] else { return nil }
    self.object = object
  }

  var whole: [String: Any] { object }

  subscript(key: String) -> Any? { object[key] is NSNull ? nil : object[key] }

  func object(_ key: String) -> LenientJSON? { LenientJSON(self[key]) }

  /// The value of the first name that has a number, or a number as text.
  func number(_ names: String...) -> Double? {
    for name in names {
      if let number = Self.number(self[name]) { return number }
    }
    return nil
  }

  /// The value of the first name that has a text or a number.
  func text(_ names: String...) -> String? {
    for name in names {
      if let text = self[name] as? String, !text.isEmpty { return text }
      if let number = self[name] as? NSNumber { return number.stringValue }
    }
    return nil
  }

  /// The value of the first name that has a list of texts, or one text.
  func texts(_ names: String...) -> [String]? {
    for name in names {
      if let list = self[name] as? [Any] { return list.compactMap { $0 as? String } }
      if let text = self[name] as? String { return [text] }
    }
    return nil
  }

  /// The value of the first name that has an instant: ISO 8601, in UTC if it has no offset, or
  /// seconds or milliseconds since 1970.
  func time(_ names: String...) -> Timestamp? {
    for name in names {
      if let text = self[name] as? String, let time = Timestamp(lenient: text) { return time }
      if let number = Self.number(self[name]) {
        // Seconds have eleven digits from the year 5138 on.
        let milliseconds = abs(number) < 1e11 ? number * 1_000 : number
        guard abs(milliseconds) < 1e15 else { continue }
        return Timestamp(millisecondsSince1970: Int64(milliseconds.rounded()))
      }
    }
    return nil
  }

  /// Longitude and latitude, as GeoJSON has them.
  static func position(_ value: Any?) -> Coordinate? {
    guard let list = value as? [Any], list.count >= 2, let longitude = number(list[0]),
      let latitude = number(list[1])
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func number(_ value: Any?) -> Double? {
    if let number = value as? NSNumber { return number.doubleValue }
    return (value as? String).flatMap { Double($0) }
  }
}

extension Timestamp {
  /// Reads ISO 8601, in UTC if it has no offset.
  init?(lenient text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let time = Timestamp(text) ?? Timestamp(text + "Z") else { return nil }
    self = time
  }
}
