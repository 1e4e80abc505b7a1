import CommandLineKit
import Messages

/// `quickbrew traffic set`.
enum TrafficSetCommand: Subcommand {
  static let name = "traffic set"
  static let summary = "Close roads, or say how fast they are just now."
  static let help = CommandHelp(
    examples: [
      "traffic set way:27 --closed",
      #"traffic set 37.785834,-122.406417 "Columbus Avenue" --speed 12 --keep"#,
    ],
    usage: "ROAD [ROAD …] --closed | --speed KMH [flags]",
    flags: [
      Flag("closed", "nobody drives there"),
      Flag("speed", "KMH", "kilometres an hour, 1 to 140, whatever the time of day"),
      Flag("bearing", "DEGREES", "only the direction of travel nearest to this (both)"),
      Flag("keep", "so it stays when the stack is stopped and started"),
    ],
    notes: """
      \(TrafficRoads.note)
      A change counts for routes asked for from then on, in every instance of the router.
      Exit status: 0 set, 3 no such road; nothing is changed then.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let state = try state(context.arguments)
    let roads = try TrafficRoads(context)
    let bus = try context.connect()
    let references = try await roads.references(PlaceArgumentResolver(context, bus))
    let request = TrafficRequest(
      set: references.map { TrafficChange(road: $0, state: state) },
      keep: context.arguments.has("keep") ? true : nil)
    let reply = try await bus.send(request, timeout: context.timeout)
    try context.show(reply) { reply, style in
      let changed = reply.roads.filter { references.contains($0.road) }
      return TrafficRendering.render(changed.isEmpty ? reply.roads : changed, style: style)
    }
    return .success
  }

  /// - Throws: `UsageError` unless exactly one of `--closed` and `--speed` is given.
  private static func state(_ arguments: Arguments) throws(UsageError) -> RoadCondition {
    let speed = try arguments.number("speed", in: 1...140)
    switch (speed, arguments.has("closed")) {
    case (nil, true): return .closed
    case (let speed?, false): return .speed(kilometersPerHour: speed)
    case (nil, false): throw UsageError("--closed or --speed is missing.")
    case (_, true): throw UsageError("--speed does not go with --closed.")
    }
  }
}

/// `quickbrew traffic clear`.
enum TrafficClearCommand: Subcommand {
  static let name = "traffic clear"
  static let summary = "Let roads be as usual again."
  static let help = CommandHelp(
    examples: ["traffic clear way:27", "traffic clear --all"],
    usage: "ROAD [ROAD …] [flags] | --all",
    flags: [
      Flag("all", "all roads"), Confirmation.flag,
      Flag("bearing", "DEGREES", "the direction given when it was set"),
    ],
    notes: "\(TrafficRoads.note)\nExit status: 0 cleared, 3 no such road.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let isAll = context.arguments.has("all")
    let roads = isAll ? nil : try TrafficRoads(context)
    if isAll {
      for word in context.arguments.positional.prefix(1) {
        throw UsageError("“\(word)” does not go with --all.")
      }
    }
    guard !isAll || context.confirms("Let all roads be as usual again?") else { return .failure }
    let bus = try context.connect()
    let references = try await roads?.references(PlaceArgumentResolver(context, bus))
    let request = TrafficRequest(clear: references, clearAll: isAll ? true : nil)
    let reply = try await bus.send(request, timeout: context.timeout)
    try context.show(reply) { reply, _ in
      let left = Formats.count(reply.roads.count, "road is", "roads are")
      return
        "Cleared; \(reply.roads.isEmpty ? "all roads are as usual" : "\(left) still changed").\n"
    }
    return .success
  }
}

/// `quickbrew traffic list`.
enum TrafficListCommand: Subcommand {
  static let name = "traffic list"
  static let summary = "List the roads that are not as usual."
  static let help = CommandHelp(examples: ["traffic list"], usage: "")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let reply = try await context.send(TrafficRequest())
    if reply.roads.isEmpty, !context.wantsJSON {
      context.output.message("All roads are as usual: quickbrew traffic set ROAD changes one.")
    } else {
      try context.show(reply) { TrafficRendering.render($0.roads, style: $1) }
    }
    return .success
  }
}

/// The roads given as arguments.
struct TrafficRoads: Sendable {
  static let note = """
    ROAD is way:NUMBER as in OpenStreetMap, LAT,LON for the stretch between junctions nearest to it,
    or a text that is looked up first.
    """

  private enum Name: Sendable {
    case way(Int)
    case place(LocationReference)
  }

  private let names: [Name]
  private let bearing: Double?

  /// - Throws: `UsageError` where there are none, too many, or one is invalid.
  init(_ context: CommandContext) throws(UsageError) {
    let words = context.arguments.positional
    guard !words.isEmpty else { throw UsageError("ROAD is missing.") }
    guard words.count <= RouterLimits.maximumTrafficChanges else {
      throw UsageError("At most \(RouterLimits.maximumTrafficChanges) roads are taken at once.")
    }
    var names: [Name] = []
    for word in words { names.append(try Self.name(word)) }
    self.names = names
    bearing = try context.bearing()
  }

  private static func name(_ word: String) throws(UsageError) -> Name {
    guard word.hasPrefix("way:") else { return .place(try PlaceParser.reference(word, "ROAD")) }
    guard let number = Int(word.dropFirst(4)), number > 0 else {
      throw UsageError("ROAD is a way like way:27, a place or LAT,LON, not “\(word)”.")
    }
    return .way(number)
  }

  /// The roads as the router expects them.
  ///
  /// - Throws: `ServiceError` where a text matches no place.
  func references(
    _ resolver: PlaceArgumentResolver
  ) async throws(ServiceError) -> [RoadReference] {
    var references: [RoadReference] = []
    for name in names {
      switch name {
      case .way(let number): references.append(RoadReference(way: number, bearing: bearing))
      case .place(let place):
        let point = try await resolver.coordinate(of: place, near: references.last?.coordinate)
        references.append(RoadReference(coordinate: point, bearing: bearing))
      }
    }
    return references
  }
}
