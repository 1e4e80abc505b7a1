import CommandLineKit
import Messages
import Time

/// The flags for travel mode and time, the same in every command that asks the router.
enum TripFlags {
  static let profile = profile(requires: [])

  static func profile(requires owners: [String]) -> Flag {
    Flag(
      "profile", "PROFILE", of: TravelProfile.self, requires: owners, "car, bicycle or foot (car)")
  }

  static let park = Flag(
    "park", choices: ParkingPlace.allCases.map(\.rawValue),
    "leave the car on the street, or in the car park nearest to the door (street)")
  /// Where a trip begins and ends, and when; also as arguments.
  static let ends = [
    Flag(
      "from", "PLACE", excludes: ["PLACE"], "where the trip begins: LAT,LON, a text, or @DEVICE"),
    Flag("to", "PLACE", excludes: ["PLACE"], "where it ends: a text, LAT,LON, or @DEVICE"),
    leave, arriveBy,
  ]
  static let leave = Flag(
    "depart", "TIME", "when you leave: 08:15, 8am, +30m, tomorrow 9:00 (the latest possible)")
  static let arriveBy = Flag(
    "arrive-by", "TIME", "the latest arrival; +45m: 45 minutes after departure (any time)")
  static let timeToPark = Flag(
    "time-to-park", "TIME", "how long it takes to park at a stop, such as 4m (not counted)")
  static let depart = Flag(
    "depart", "TIME", "when you leave: 08:15, 8am, +30m, tomorrow 9:00 (on empty roads)")
  static let arrive = Flag(
    "arrive", "TIME", excludes: ["depart"], "when you must be there, instead of --depart")
  static let timeNote = """
    Without --depart or --arrive the speeds are those of empty roads. \(clockNote)
    """
  static let clockNote = """
    A clock time is in the map's time zone: today, or tomorrow where that has passed.
    """
}

/// When a drive begins or ends.
struct TripTimes: Sendable, Hashable {
  let departure: Timestamp?
  let arrival: Timestamp?
}

extension CommandContext {
  /// The value of `--profile` or of another flag for a means of travel, else that of the settings;
  /// `nil` where neither is given.
  ///
  /// - Throws: `UsageError`.
  func profile(_ flag: String = "profile") throws(UsageError) -> TravelProfile? {
    guard let word = arguments[flag] else { return environment.configuration.profile }
    if let profile = TravelProfile(word: word) { return profile }
    return try arguments.choice(flag)
  }

  /// The value of `--time-to-park`; `nil` where it is not given.
  ///
  /// - Throws: `UsageError`.
  func parkSeconds() throws(UsageError) -> Int? {
    try arguments.seconds("time-to-park", in: 0...PlannerLimits.maximumParkSeconds)
  }

  /// Where a trip begins and ends: `--from` and `--to`, or two arguments.
  ///
  /// - Throws: `UsageError`, with how to write a time of several words where that was meant.
  func tripEnds() throws(UsageError) -> (from: LocationReference, to: LocationReference) {
    let words = arguments.positional
    if words.isEmpty { return (try place("from"), try place("to")) }
    if let time = words.first(where: { RequestedTime($0) != nil }) {
      throw UsageError(
        "Unexpected argument “\(time)”; a time of several words needs quotes, such as "
          + "--depart \"tomorrow 9:00\".")
    }
    if arguments.has("from") || arguments.has("to") { _ = try arguments.positionals([]) }
    let ends = try arguments.positionals(["FROM", "TO"])
    return (
      try reference(ends[0], "FROM"), try reference(ends[1], "TO")
    )
  }

  /// Resolves times to instants. The planner, which knows the map's time zone, is asked only where
  /// there is one.
  ///
  /// - Throws: `ServiceError`.
  func tripTimes(_ requested: MapTimesRequest) async throws -> TripTimes {
    if requested == MapTimesRequest() { return TripTimes(departure: nil, arrival: nil) }
    let reply = try await send(requested)
    return TripTimes(departure: reply.departure, arrival: reply.deadline)
  }

  /// Resolves a time to an instant. The planner is asked only for times without an offset.
  ///
  /// - Throws: `ServiceError`.
  func instant(_ time: RequestedTime) async throws -> Timestamp {
    if case .instant(let instant) = time { return instant }
    return try await send(MapTimesRequest(departure: time)).departure ?? .now()
  }

  /// The current time with the offset of the map's time zone, in which fences evaluate their hours.
  /// `nil` where the planner is unavailable.
  func mapNow() async -> Timestamp? {
    guard let map = try? await send(MapTimesRequest(departure: .now)).departure else { return nil }
    return Timestamp(
      millisecondsSince1970: Timestamp.now().millisecondsSince1970,
      offsetSeconds: map.offsetSeconds)
  }

  /// The values of `--depart` and `--arrive`, unresolved.
  ///
  /// - Throws: `UsageError` where one is invalid.
  func requestedTimes() throws(UsageError) -> MapTimesRequest {
    MapTimesRequest(departure: try time("depart"), deadline: try time("arrive"))
  }
}
