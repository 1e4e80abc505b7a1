import CommandLineKit
import Geography
import Messages

/// Reads places as people type them: `LAT,LON`, `@DEVICE` or the name of a place.
enum Place {
  /// - Parameter flag: the flag or argument to name in errors, such as `--from`.
  /// - Throws: `UsageError` for empty text, and for a coordinate that is out of range.
  static func reference(_ text: String, _ flag: String) throws(UsageError) -> PlaceReference {
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

  /// A coordinate, where nothing else will do.
  ///
  /// - Throws: `UsageError`.
  static func coordinate(_ text: String, _ flag: String) throws(UsageError) -> Coordinate {
    if let point = Coordinate(text: text) { return point }
    if looksLikeCoordinate(text) { throw outOfRange(text, flag) }
    throw UsageError("\(flag) is a coordinate like 37.785834,-122.406417, not “\(text)”.")
  }

  /// A coordinate of one flag; `nil` where the flag is not given.
  ///
  /// - Throws: `UsageError`.
  static func coordinate(
    of flag: String, in arguments: Arguments
  ) throws(UsageError) -> Coordinate? {
    guard let text = arguments[flag] else { return nil }
    return try coordinate(text, "--\(flag)")
  }

  /// A device's name, with or without an @ before it.
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
    UsageError(
      "\(flag) “\(text)” is out of range: a latitude is -90 to 90, a longitude -180 to 180.")
  }
}

extension Call {
  /// The flag's place.
  ///
  /// - Throws: `UsageError` where it is missing or makes no sense.
  func place(_ flag: String) throws(UsageError) -> PlaceReference {
    guard let text = arguments[flag] else { throw UsageError("--\(flag) is missing.") }
    return try Place.reference(text, "--\(flag)")
  }

  /// Every place of a repeatable flag, at least one.
  ///
  /// - Throws: `UsageError`.
  func places(_ flag: String) throws(UsageError) -> [PlaceReference] {
    let texts = arguments.values(flag)
    if texts.isEmpty { throw UsageError("--\(flag) is missing.") }
    var places: [PlaceReference] = []
    for text in texts { places.append(try Place.reference(text, "--\(flag)")) }
    return places
  }

  /// A time as typed; `nil` where the flag is not given.
  ///
  /// - Throws: `UsageError`.
  func time(_ flag: String) throws(UsageError) -> RequestedTime? {
    guard let text = arguments[flag] else { return nil }
    guard let time = RequestedTime(text) else {
      throw UsageError(
        "--\(flag) is a time like 08:15, 2026-11-21T08:15, 2026-11-21T08:15:00-08:00 or now, "
          + "not “\(text)”.")
    }
    return time
  }
}

/// Finds the coordinate a place stands for, by asking the service that knows. Says what a text was
/// taken for where that is not certain.
struct PlaceFinder: Sendable {
  private let bus: any ServiceBus
  private let timeout: Duration
  private let output: Output

  init(_ call: Call, _ bus: any ServiceBus) {
    self.bus = bus
    timeout = call.timeout
    output = call.output
  }

  /// - Parameter near: of equally good places the nearer to this point is meant.
  /// - Throws: `ServiceError`: `notFound` with suggestions for a text that fits no place, or for a
  ///   device that never reported.
  func coordinate(
    of place: PlaceReference, near: Coordinate?
  ) async throws(ServiceError) -> Coordinate {
    switch place {
    case .coordinate(let point): return point
    case .device(let device):
      return try await bus.send(PositionRequest(device: device), timeout: timeout).coordinate
    case .text(let text):
      let request = GeocodeRequest(text: text, near: near, limit: 1)
      let reply = try await bus.send(request, timeout: timeout)
      if let hit = reply.hits.first {
        if hit.confidence < PlaceRendering.certain {
          output.message("quickbrew: \(PlaceRendering.guess(hit, for: text))")
        }
        return hit.coordinate
      }
      throw ServiceError(
        .notFound, "Nothing on the map is called “\(text)”.",
        suggestions: reply.suggestions.isEmpty ? nil : reply.suggestions.map(\.label))
    }
  }

  /// The coordinates of several places; each is looked for near the one before.
  ///
  /// - Throws: as `coordinate(of:near:)`.
  func coordinates(of places: [PlaceReference]) async throws(ServiceError) -> [Coordinate] {
    var points: [Coordinate] = []
    for place in places { points.append(try await coordinate(of: place, near: points.last)) }
    return points
  }
}
