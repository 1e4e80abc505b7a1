import CommandLineKit
import Geography
import Messages
import OpeningHours
import Time

/// `quickbrew hours`: evaluates an opening_hours value. Needs no service.
enum HoursCommand: Subcommand {
  static let name = "hours"
  static let summary = "Show when an opening_hours value says that something is open."
  static let help = CommandHelp(
    examples: [
      #"hours "Mo-Fr 08:00-18:00; Sa 09:00-13:00; PH off" --country DE --zone Europe/Berlin"#,
      "hours --batch - < values.jsonl",
    ],
    usage: "VALUE [flags] | --batch FILE | --measure FILE",
    flags: [
      Flag("at", "TIME", "show the state then (now)"),
      Flag("from", "TIME", "begin the list here (midnight before)"),
      Flag("to", "TIME", "end the list here (7 days later)"),
      Flag("zone", "ZONE", "the place's time zone, like Europe/Helsinki (this machine's)"),
      Flag("near", "LAT,LON", "where the sun rises and sets (06:00 and 18:00 without)"),
      Flag("country", "CODE", "whose public holidays count, like DE"),
      Flag("state", "NAME", "the state whose own holidays count too, like Bayern or BY"),
      Flag("batch", "FILE", "answer each line of a file, or of - for standard input"),
      Flag("measure", "FILE", "count the lines' values that can be read, and time the answers"),
    ],
    notes: """
      A TIME is 08:15 (of today), 2026-11-21, 2026-11-21T08:15, 2026-11-21T08:15:00+01:00, now, or
      seconds or milliseconds since 1970. Without an offset it is one of the place's clocks.
      With --batch each line is an object with the keys value, from, to, lat, lon, country, state
      and timeZone, and each answer one line of JSON, in the same order:
      {"intervals":[[START,END,"open"|"unknown"],…]} or {"error":…}.
      Where "from" is a number, the times of the answer are numbers too.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let now = Timestamp.now().secondsSince1970
    for mode in ["batch", "measure"] {
      guard let path = context.arguments[mode] else { continue }
      _ = try context.arguments.positionals([])
      for flag in help.flags.map(\.name) where flag != mode && context.arguments.has(flag) {
        throw UsageError("--\(flag) does not go with --\(mode).")
      }
      let lines = try context.environment.openLines(path)
      return mode == "batch"
        ? try await answer(lines, now: now, on: context.output)
        : try await measure(lines, now: now, context)
    }
    let value = try context.arguments.positionals(["VALUE"])[0]
    let report = try report(on: value, now: now, context.arguments)
    try context.show(report) { report, style in HoursRendering.render(report, style: style) }
    return .success
  }

  private static func report(
    on value: String, now: Int64, _ arguments: Arguments
  ) throws(UsageError) -> HoursReport {
    let query = HoursQuery(
      value: value, from: arguments["from"], to: arguments["to"],
      coordinate: try PlaceParser.coordinate(of: "near", in: arguments),
      country: arguments["country"],
      state: arguments["state"], timeZone: arguments["zone"])
    do throws(ServiceError) {
      let local = try query.localHours()
      let clock = HoursClock(zone: local.context.zone, now: now)
      let at = try arguments["at"].map { text throws(ServiceError) in try clock.instant(text) }
      let span = try query.span(clock, from: clock.midnight(before: at ?? now))
      return HoursReport(local, at: at ?? now, span: span, country: query.country)
    } catch {
      throw UsageError(error.message)
    }
  }

  /// Answers each line until the input ends.
  private static func answer(
    _ source: any LineSource, now: Int64, on output: Output
  ) async throws -> CommandStatus {
    while let line = await source.next() { try output.line(answer(line, now: now)) }
    return .success
  }

  private static func measure(
    _ source: any LineSource, now: Int64, _ context: CommandContext
  ) async throws -> CommandStatus {
    var queries: [HoursQuery] = []
    while let line = await source.next() {
      queries.append(try query(line, number: queries.count + 1))
    }
    try context.show(HoursMeasurement(queries, now: now)) { $0.render($1) }
    return .success
  }

  private static func query(
    _ line: InputLine, number: Int
  ) throws(UsageError) -> HoursQuery {
    do throws(ServiceError) {
      return try HoursQuery(line)
    } catch {
      throw UsageError("Line \(number): \(error.message)")
    }
  }

  private static func answer(_ line: InputLine, now: Int64) throws -> String {
    do {
      let query = try HoursQuery(line)
      let local = try query.localHours()
      let span = try query.span(HoursClock(zone: local.context.zone, now: now), from: now)
      return try JSONLine.text(HoursAnswer(local, in: span, like: query.from))
    } catch let error as ServiceError {
      return try JSONLine.text(ErrorReport(error))
    }
  }
}
