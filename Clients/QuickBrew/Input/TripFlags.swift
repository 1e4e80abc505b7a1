import CommandLineKit
import Messages
import Time

/// The flags for travel mode and time, the same in every command that asks the router.
enum TripFlags {
  static let profile = Flag("profile", "PROFILE", "car, bicycle or foot (car)")
  static let depart = Flag(
    "depart", "TIME", "when you leave: HH:MM, ISO 8601, or now (on empty roads)")
  static let arrive = Flag("arrive", "TIME", "when you must be there, instead of --depart")
  static let timeNote = """
    Without --depart or --arrive the speeds are those of empty roads. HH:MM is in the map's time
    zone: today, or tomorrow where that has passed.
    """
}

/// When a drive begins or ends.
struct TripTimes: Sendable, Hashable {
  let departure: Timestamp?
  let arrival: Timestamp?
}

extension CommandContext {
  /// The value of `--profile`; `nil` where it is not given.
  ///
  /// - Throws: `UsageError`.
  func profile() throws(UsageError) -> TravelProfile? { try choice("profile") }

  /// A flag's value out of an enumeration; `nil` where the flag is not given.
  ///
  /// - Throws: `UsageError` that lists the accepted values.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ flag: String
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = arguments[flag] else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    throw UsageError(
      "--\(flag) is \(words.dropLast().joined(separator: ", ")) or \(words.last ?? ""), "
        + "not “\(text)”.",
      suggestions: Spelling.nearest(to: text, among: words).map { [$0] } ?? [])
  }

  /// The values of `--depart` and `--arrive` as instants. The planner, which knows the map's time
  /// zone, is asked only where one of them is given.
  ///
  /// - Throws: `UsageError` where both are given or one is invalid, `ServiceError`.
  func tripTimes(_ bus: any ClientBus) async throws -> TripTimes {
    let request = try requestedTimes()
    if request == MapTimesRequest() { return TripTimes(departure: nil, arrival: nil) }
    let reply = try await bus.send(request, timeout: timeout)
    return TripTimes(departure: reply.departure, arrival: reply.deadline)
  }

  /// The current time with the offset of the map's time zone, in which fences evaluate their hours.
  /// `nil` where the planner is unavailable.
  func mapNow(_ bus: any ClientBus) async -> Timestamp? {
    let request = MapTimesRequest(departure: .now)
    guard let map = try? await bus.send(request, timeout: timeout).departure else { return nil }
    return Timestamp(
      millisecondsSince1970: Timestamp.now().millisecondsSince1970,
      offsetSeconds: map.offsetSeconds)
  }

  /// The values of `--depart` and `--arrive`, unresolved.
  ///
  /// - Throws: `UsageError` where both are given or one is invalid.
  func requestedTimes() throws(UsageError) -> MapTimesRequest {
    if arguments.has("depart") && arguments.has("arrive") {
      throw UsageError("--arrive does not go with --depart.")
    }
    return MapTimesRequest(departure: try time("depart"), deadline: try time("arrive"))
  }
}
