import CommandLineKit
import Messages

/// The commands `quickbrew usual …`, and the usual trip of `quickbrew plan`.
enum UsualCommands {
  static let group = CommandGroup(
    "usual", "Keep your home, work and usual trip.", [show, set, remove])

  /// Those of `quickbrew plan`.
  static let flags = [
    Flag("usual", excludes: ["keep", "PLACE"], "plan your usual trip; other flags change it"),
    Flag("keep", "keep this as your usual trip"),
  ]

  private static let show = Command(
    "usual show", "Show your home, work and usual trip.", examples: ["usual show"],
    flags: [UserFlag.flag],
    notes: "The settings in quickbrew.conf count more.",
    .ask {
      UsualRequest(user: try UserFlag.name($0))
    } text: { usual, _ in
      render(usual)
    })

  private static let set = Command(
    "usual set", "Keep what home or work stands for, here and in the page.",
    examples: [#"usual set home "1 Market Street""#, "usual set work 37.7959,-122.3937"],
    arguments: ["WHAT", "PLACE"], flags: [UserFlag.flag],
    notes: """
      WHAT is home or work. quickbrew plan --keep keeps a trip.
      Exit status: 0 kept, 2 no such WHAT, or no place.
      """,
    .ask { context in
      _ = try PlaceParser.reference(context.words[1], "PLACE")
      return try request(context, to: context.words[1])
    } text: { usual, _ in
      render(usual)
    })

  private static let remove = Command(
    "usual remove", "Remove your home, work or usual trip.", examples: ["usual remove trip"],
    arguments: ["WHAT"], flags: [UserFlag.flag],
    .ask {
      try request($0, to: "")
    } text: { usual, _ in
      render(usual)
    })

  private static func request(
    _ context: CommandContext, to place: String
  ) throws(UsageError) -> UsualPutRequest {
    var request = UsualPutRequest(user: try UserFlag.name(context))
    switch context.words[0] {
    case "home": request.home = place
    case "work": request.work = place
    case "trip" where place.isEmpty: request.trip = UsualTrip(words: "", parameters: [:])
    case let other: throw UsageError("WHAT is home or work, not “\(other)”.")
    }
    return request
  }

  private static func render(_ usual: Usual) -> String {
    [("home", usual.home), ("work", usual.work), ("trip", usual.trip?.words)]
      .map { "\($0)  \($1?.printable ?? Formats.phrase("usual.unset"))\n" }.joined()
  }

  /// By parameter of the page's links: the flag of `quickbrew plan`.
  private static let flagsByParameter = [
    "from": "from", "to": "to", "depart": "depart", "arrive": "arrive-by", "category": "category",
    "dwell": "dwell", "profile": "profile",
  ]

  /// Keeps the trip of `quickbrew plan` as the usual one, without its day.
  static func keepTrip(_ context: CommandContext) async throws {
    let arguments = context.arguments
    var values: [String: String] = [:]
    for (parameter, flag) in flagsByParameter { values[parameter] = arguments[flag] }
    for (parameter, word) in zip(["from", "to"], context.words) { values[parameter] = word }
    for parameter in ["depart", "arrive"] {
      values[parameter] = values[parameter].flatMap(RequestedTime.init).flatMap(clockText)
    }
    values["dwell"] = try arguments.seconds("dwell", in: 0...PlannerLimits.maximumDwellSeconds)
      .map { "\(($0 + 59) / 60)" }
    let words =
      "\(values["from"] ?? "") → \(values["to"] ?? "")"
      + (values["arrive"].map { " by \($0)" } ?? "")
    _ = try await context.send(
      UsualPutRequest(
        user: try UserFlag.name(context), trip: UsualTrip(words: words, parameters: values)))
    context.report(Formats.phrase("usual.kept", ["trip": words]))
  }

  /// "08:15", of a time that people name, on whatever day.
  private static func clockText(_ time: RequestedTime) -> String? {
    switch time {
    case .clock(let hour, let minute), .day(_, let hour, let minute):
      [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    case .now, .fromNow, .after, .local, .instant: nil
    }
  }

  /// The words of `quickbrew plan` for a trip, but for the flags that were typed.
  static func words(of trip: UsualTrip, besides typed: Arguments) -> [String] {
    flagsByParameter.sorted { $0.key < $1.key }.flatMap { parameter, flag -> [String] in
      guard let value = trip.parameters[parameter], !value.isEmpty, typed[flag] == nil else {
        return []
      }
      return ["--\(flag)", parameter == "dwell" ? value + "m" : value]
    }
  }
}

extension CommandContext {
  /// The run with the user's home and work as the planner keeps them, where a word names one that
  /// the settings do not have; and with the usual trip, where that is wanted.
  ///
  /// - Throws: `UsageError`; `ServiceError`: what the planner says of the usual trip, `notFound` if
  ///   there is none.
  func withUsual(of command: Command, words: [String]) async throws -> CommandContext {
    let isMeant = command.name.split(separator: " ").first != "usual"
    let wantsTrip = arguments.has("usual")
    guard isMeant, wantsTrip || environment.configuration.isUnset(anyOf: arguments.allValues)
    else { return self }
    switch await usual() {
    case .success(let usual): return try with(usual, command, words: words)
    // Without a trip the place counts as not set, and what to do is said there.
    case .failure(let error): if wantsTrip { throw error } else { return self }
    }
  }

  private func usual() async -> Result<Usual, any Error> {
    do {
      return .success(try await send(UsualRequest(user: try UserFlag.name(self))))
    } catch {
      return .failure(error)
    }
  }

  private func with(
    _ usual: Usual, _ command: Command, words: [String]
  ) throws -> CommandContext {
    var environment = environment
    environment.configuration = environment.configuration.with(usual)
    guard arguments.has("usual") else {
      return try CommandContext(command, words: words, in: environment)
    }
    guard let trip = usual.trip, (trip.parameters["trip"] ?? "").isEmpty else {
      throw ServiceError(
        .notFound, "No usual trip with one stop is kept: quickbrew plan … --keep keeps one.")
    }
    return try CommandContext(
      command, words: words + UsualCommands.words(of: trip, besides: arguments), in: environment)
  }
}
