import CommandLineKit
import Messages
import Time

/// The flags for travel mode and time, the same in every command that asks the router.
enum TripFlags {
  static let profile = Flag(
    "profile", "PROFILE", of: TravelProfile.self, "car, bicycle or foot (car)")
  static let park = Flag(
    "park", choices: ParkingPlace.allCases.map(\.rawValue),
    "leave the car on the street, or in the car park nearest to the door (street)")
  static let leave = Flag(
    "depart", "TIME", "when you leave: 08:15, 8am, +30m, tomorrow 9:00 (as late as may be)")
  static let arriveBy = Flag(
    "arrive-by", "TIME", "the latest time to be there; +45m is after you leave (whenever)")
  static let timeToPark = Flag(
    "time-to-park", "TIME", "how long it takes to park at a stop, such as 4m (not counted)")
  static let depart = Flag(
    "depart", "TIME", "when you leave: 08:15, 8am, +30m, tomorrow 9:00 (on empty roads)")
  static let arrive = Flag("arrive", "TIME", "when you must be there, instead of --depart")
  static let timeNote = """
    Without --depart or --arrive the speeds are those of empty roads. \(clockNote)
    """
  static let clockNote = """
    A clock time is in the map's time zone: today, or tomorrow where that has passed.
    """

  /// What people call the means of travel, besides their names.
  private static let profileWords: [String: TravelProfile] = [
    "drive": .car, "driving": .car, "auto": .car, "bike": .bicycle, "cycle": .bicycle,
    "biking": .bicycle, "cycling": .bicycle, "walk": .foot, "walking": .foot, "pedestrian": .foot,
  ]

  /// The means of travel that a word names; `nil` for none.
  static func profile(_ word: String) -> TravelProfile? {
    profileWords[word.lowercased()] ?? TravelProfile(rawValue: word.lowercased())
  }
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
    if let profile = TripFlags.profile(word) { return profile }
    return try choice(flag)
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
