import CommandLineKit
import Messages
import Time

/// The commands `quickbrew traffic …`.
enum TrafficCommands {
  static let group = CommandGroup(
    "traffic", "Report which roads are closed or slow just now.", [set, load, clear, list, watch])

  private static let keep = Flag("keep", "keep it when the stack is stopped and started")

  private static let set = Command(
    "traffic set", "Close roads, or set their current speed.",
    examples: [
      "traffic set way:27 --closed",
      #"traffic set 37.785834,-122.406417 "Columbus Avenue" --speed 12 --keep"#,
    ],
    arguments: nil, usage: "ROAD [ROAD …] --closed | --speed KMH [flags]",
    flags: [
      Flag("closed", "nobody drives there"),
      Flag(
        "speed", "KMH", excludes: ["closed"],
        "kilometres an hour, 1 to 140, whatever the time of day"),
      Flag("bearing", "DEGREES", "only the direction of travel nearest to this (both)"),
      keep,
    ],
    notes: """
      \(TrafficRoads.note)
      A change counts for routes asked for from then on, in every instance of the router.
      Exit status: 0 set, 3 no such road; nothing is changed then.
      """,
    .run { context in
      let state = try state(context.arguments)
      let references = try await TrafficRoads(context).references(context)
      let reply = try await context.send(
        TrafficRequest(
          set: references.map { TrafficChange(road: $0, state: state) },
          keep: context.arguments.ifGiven("keep")))
      try context.show(reply) { reply, style in
        let changed = reply.roads.filter { references.contains($0.road) }
        return TrafficRendering.render(changed.isEmpty ? reply.roads : changed, style: style)
      }
      return .success
    })

  /// - Throws: `UsageError` where neither `--closed` nor `--speed` is given.
  private static func state(_ arguments: Arguments) throws(UsageError) -> RoadCondition {
    if arguments.has("closed") { return .closed }
    guard let speed = try arguments.number("speed", in: 1...140) else {
      throw UsageError("--closed or --speed is missing.")
    }
    return .speed(kilometersPerHour: speed)
  }

  private static let load = Command(
    "traffic load", "Set live traffic from a file of speeds or closures.",
    examples: [
      "traffic load speeds.csv --clear", "traffic load events.json --keep",
      "traffic load situations.xml --clear",
    ],
    arguments: ["FILE"],
    flags: [
      Flag("clear", "first clear all live traffic, also that set by hand"), keep,
    ],
    notes: """
      FILE is Open511 JSON, of which the active events that close a road count; DATEX II XML, of
      which the valid records that close a road or carriageway at coordinates do; lines of
      way,speed or way,speed,bearing: the number in OpenStreetMap, km/h or closed, and the direction
      of travel; or lines of from,to,speed with the numbers of two neighbouring nodes, as OSRM's
      --segment-speed-file; - is standard input. Roads that the map does not have are left out.
      Exit status: 0 set, 2 a file that makes no sense.
      """,
    .run { context in
      let feed = try TrafficFeed(InputFile.text(context.words[0]), now: .now())
      let keep = context.arguments.ifGiven("keep")
      if context.arguments.has("clear") {
        _ = try await context.send(TrafficRequest(clearAll: true))
      }
      var missing = 0
      var rest = feed.changes[...]
      while !rest.isEmpty {
        let part = Array(rest.prefix(RouterLimits.maximumTrafficChanges))
        rest = rest.dropFirst(part.count)
        missing += try await set(part, keep, context)
      }
      let reply = try await context.send(TrafficRequest())
      context.output.message(
        Formats.phrase(
          "traffic.loaded", count: feed.changes.count - missing,
          ["missing": "\(missing)", "ignored": "\(feed.ignored)"]))
      try context.show(reply) { TrafficRendering.render($0.roads, style: $1) }
      return .success
    })

  /// Sets roads; halves the list where one is not on the map, since then nothing is changed.
  ///
  /// - Returns: how many are not on the map.
  private static func set(
    _ changes: [TrafficChange], _ keep: Bool?, _ context: CommandContext
  ) async throws -> Int {
    do {
      _ = try await context.send(TrafficRequest(set: changes, keep: keep))
      return 0
    } catch let error as ServiceError where error.code == .notFound {
      guard changes.count > 1 else { return 1 }
      let half = changes.count / 2
      let first = try await set(Array(changes[..<half]), keep, context)
      return first + (try await set(Array(changes[half...]), keep, context))
    }
  }

  private static let clear = Command(
    "traffic clear", "Clear live traffic.",
    examples: ["traffic clear way:27", "traffic clear --all"],
    arguments: nil, usage: "ROAD [ROAD …] [flags] | --all",
    flags: [
      Flag("all", excludes: ["ROAD"], "all roads"),
      Flag("bearing", "DEGREES", "the direction given when it was set"),
    ],
    notes: "\(TrafficRoads.note)\nExit status: 0 cleared, 3 no such road.",
    confirming: { $0.arguments.has("all") ? Formats.phrase("confirm.traffic") : nil },
    .ask { context in
      let isAll = context.arguments.has("all")
      return TrafficRequest(
        clear: isAll ? nil : try await TrafficRoads(context).references(context),
        clearAll: isAll ? true : nil)
    } text: { reply, _ in
      let key = reply.roads.isEmpty ? "traffic.cleared.all" : "traffic.cleared"
      return Formats.phrase(key, count: reply.roads.count) + "\n"
    })

  private static let list = Command(
    "traffic list", "List the roads with live traffic.", examples: ["traffic list"],
    .list(\TrafficReply.roads, hint: Formats.phrase("hint.traffic")) {
      try await $0.send(TrafficRequest())
    } text: {
      TrafficRendering.render($0.roads, style: $1)
    })

  private static let watch = Command(
    "traffic watch", "Print each change of live traffic, as it happens.",
    examples: ["traffic watch", "traffic watch | jq .version"],
    notes: """
      Changes are lines of JSON with --json and where the output is no terminal. Where changes were
      missed, because the connection was lost, all roads that are not as usual are printed instead,
      as by traffic list --json. Ctrl-C ends it.
      """,
    .run { context in
      try await context.output.runUntilClosed { try await TrafficWatch(context: context).run() }
      return .success
    })
}

/// Prints each version of live traffic once, however many instances of the router publish it.
private struct TrafficWatch: EventWatch {
  static let publisher: String? = "router"

  let context: CommandContext
  /// The last version that was printed, or the version at the start; `nil` before.
  var version: Int?

  mutating func show(_ change: TrafficChanged) async throws {
    if change.version == (version ?? 0) + 1 {
      version = change.version
      try context.showEvent(change) { change, _ in TrafficRendering.render(change) }
    } else if change.version > version ?? 0 {
      try await catchUp()
    }
  }

  /// Prints the current state of all changed roads, unless that version is printed already.
  mutating func catchUp() async throws {
    let reply = try await context.send(TrafficRequest())
    let known = version
    version = reply.version
    guard let known, known != reply.version else { return }
    try context.showEvent(reply) { TrafficRendering.render($0.roads, style: $1) }
  }
}
