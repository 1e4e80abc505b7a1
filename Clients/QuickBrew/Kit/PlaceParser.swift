import CommandLineKit
import Geography
import Messages

/// Parses PLACE arguments: `LAT,LON`, `@DEVICE` or the name of a place.
enum PlaceParser {
  /// - Parameter flag: the flag or argument to name in errors, such as `--from`.
  /// - Throws: `UsageError` for empty text, and for a coordinate that is out of range.
  static func reference(_ text: String, _ flag: String) throws(UsageError) -> LocationReference {
    if let point = Coordinate(text: text) { return .coordinate(point) }
    if looksLikeCoordinate(text) { throw outOfRange(text, flag) }
    if text.first == "@" {
      let device = String(text.dropFirst())
      if device.isEmpty { throw UsageError("\(flag) needs a device's name after the @.") }
      return .device(DeviceID(rawValue: device))
    }
    if text.allSatisfy(\.isWhitespace) { throw UsageError("\(flag) is empty.") }
    return .text(text)
  }

  /// A coordinate; names and devices are not accepted.
  ///
  /// - Throws: `UsageError`.
  static func coordinate(_ text: String, _ flag: String) throws(UsageError) -> Coordinate {
    if let point = Coordinate(text: text) { return point }
    if looksLikeCoordinate(text) { throw outOfRange(text, flag) }
    throw UsageError("\(flag) is a coordinate like 37.785834,-122.406417, not “\(text)”.")
  }

  /// The coordinate of a flag; `nil` where the flag is not given.
  ///
  /// - Throws: `UsageError`.
  static func coordinate(
    of flag: String, in arguments: Arguments
  ) throws(UsageError) -> Coordinate? {
    guard let text = arguments[flag] else { return nil }
    return try coordinate(text, "--\(flag)")
  }

  /// A device's name, with or without a leading @.
  ///
  /// - Throws: `UsageError` where it is empty.
  static func device(_ text: String, _ flag: String) throws(UsageError) -> DeviceID {
    let name = text.first == "@" ? String(text.dropFirst()) : text
    if name.allSatisfy(\.isWhitespace) { throw UsageError("\(flag) needs a device's name.") }
    return DeviceID(rawValue: name)
  }

  private static func looksLikeCoordinate(_ text: String) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { Double(String($0.filter { !$0.isWhitespace })) != nil }
  }

  private static func outOfRange(_ text: String, _ flag: String) -> UsageError {
    let parts = text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
    let swapped = parts.reversed().joined(separator: ",")
    return UsageError(
      "\(flag) “\(text)” is out of range: a latitude is -90 to 90, a longitude -180 to 180.",
      suggestions: Coordinate(text: swapped) == nil ? [] : ["\(swapped), the latitude first"])
  }
}

extension CommandContext {
  /// A PLACE as typed, where `home` and `work` are those of the settings, and called so where they
  /// are coordinates.
  ///
  /// - Throws: `UsageError` where it is empty or out of range, or not set.
  func reference(_ text: String, _ flag: String) throws(UsageError) -> LocationReference {
    let place = try environment.configuration.place(text)
    let reference = try PlaceParser.reference(place, flag)
    guard case .coordinate(let point, _) = reference, place != text else { return reference }
    return .coordinate(point, label: text.lowercased())
  }

  /// The place of a flag.
  ///
  /// - Throws: `UsageError` where it is missing or invalid.
  func place(_ flag: String) throws(UsageError) -> LocationReference {
    try reference(try arguments.required(flag), "--\(flag)")
  }

  /// The places of a repeatable flag; empty where it is not given.
  ///
  /// - Throws: `UsageError`.
  func places(_ flag: String) throws(UsageError) -> [LocationReference] {
    var places: [LocationReference] = []
    for text in arguments.values(flag) { places.append(try reference(text, "--\(flag)")) }
    return places
  }

  /// The device of a flag.
  ///
  /// - Throws: `UsageError` where it is missing or empty.
  func device(_ flag: String = "device") throws(UsageError) -> DeviceID {
    try PlaceParser.device(try arguments.required(flag), "--\(flag)")
  }

  /// The time of a flag; `nil` where the flag is not given.
  ///
  /// - Throws: `UsageError`.
  func time(_ flag: String) throws(UsageError) -> RequestedTime? {
    guard let text = arguments[flag] else { return nil }
    guard let time = RequestedTime(text) else {
      throw UsageError(
        "--\(flag) is a time like \(RequestedTime.examples) or now, not “\(text)”.")
    }
    return time
  }
}
