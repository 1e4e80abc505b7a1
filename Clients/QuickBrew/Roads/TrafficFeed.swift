import CommandLineKit
import FoundationEssentials
import Geography
import JSON
import Messages
import Time

/// Live traffic as a file gives it: closures of Open511 or DATEX II, or a list of ways or of nodes
/// with speeds.
struct TrafficFeed: Sendable {
  let changes: [TrafficChange]
  /// Entries that close nothing, or say nothing about a place.
  let ignored: Int

  /// - Throws: `UsageError` with the line or the event that makes no sense.
  init(_ text: String, now: Timestamp) throws(UsageError) {
    switch text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
    case "{": (changes, ignored) = try Self.open511(text)
    case "<": (changes, ignored) = try DATEX(text, now: now).traffic
    default:
      let rows = Self.rows(text)
      ignored = 0
      changes =
        Self.namesNodes(rows)
        ? try Self.changes(rows, like: "61312,61313,30: from node, to node, km/h", Self.node)
        : try Self.changes(
          rows, like: "27,30 or 27,closed,90: way, km/h or closed, bearing", Self.way)
    }
  }

  // MARK: Lists

  private typealias Row = (number: Int, text: Substring, fields: [String])

  /// The lines with their fields, without those that begin with `#` and the names of the columns.
  private static func rows(_ text: String) -> [Row] {
    text.split(whereSeparator: \.isNewline).enumerated().compactMap { number, line in
      let isHeader = number == 0 && (line.hasPrefix("way") || line.hasPrefix("from"))
      guard !line.hasPrefix("#"), !isHeader else { return nil }
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      return (number + 1, line, fields.map { String($0.drop { $0 == " " }) })
    }
  }

  /// Whether the second column is the number of a node: no speed is as high as most of them are.
  private static func namesNodes(_ rows: [Row]) -> Bool {
    rows.contains { $0.fields.count > 2 && Double($0.fields[1]) ?? 0 > Self.speeds.upperBound }
  }

  private static let speeds = 1.0...140

  private static func changes(
    _ rows: [Row], like example: String, _ change: ([String]) -> TrafficChange?
  ) throws(UsageError) -> [TrafficChange] {
    var changes: [TrafficChange] = []
    for (number, line, fields) in rows {
      guard let change = change(fields) else {
        throw UsageError("Line \(number), “\(line.prefix(60))”, is not like \(example).")
      }
      changes.append(change)
    }
    return changes
  }

  /// `from,to,speed` with the numbers of two neighbouring nodes, and a rate that does not matter
  /// here: the `--segment-speed-file` of OSRM. Source: its wiki, "Traffic".
  private static func node(_ fields: [String]) -> TrafficChange? {
    guard (3...4).contains(fields.count), let first = Int(fields[0]), let second = Int(fields[1]),
      let speed = Double(fields[2]), speed >= 0
    else { return nil }
    let state: RoadCondition =
      speed == 0
      ? .closed
      : .speed(kilometersPerHour: min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound))
    return TrafficChange(road: RoadReference(from: first, to: second), state: state)
  }

  /// `way,speed` or `way,speed,bearing` by line, with kilometres an hour or "closed".
  private static func way(_ fields: [String]) -> TrafficChange? {
    let bearing = fields.count == 3 ? Double(fields[2]) : nil
    guard (2...3).contains(fields.count), let way = Int(fields[0]), way > 0,
      let state = state(fields[1]), fields.count == 2 || bearing != nil
    else { return nil }
    return TrafficChange(road: RoadReference(way: way, bearing: bearing), state: state)
  }

  private static func state(_ text: String) -> RoadCondition? {
    if text == "closed" || text == "0" { return .closed }
    return Double(text).map { .speed(kilometersPerHour: $0) }
  }

  // MARK: Open511

  /// The active events that close a road. Source: the Open511 specification 1.0, "Events".
  private static func open511(_ text: String) throws(UsageError) -> ([TrafficChange], Int) {
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONValue(reading: Data(text.utf8))
    } catch {
      throw UsageError("The feed is no JSON: \(error)")
    }
    guard case .array(let events) = document["events"] else {
      throw UsageError("The feed has no list “events”, as Open511 has.")
    }
    var changes: [TrafficChange] = []
    var ignored = 0
    for event in events {
      let points = closes(event) ? points(event["geography"]) : []
      if points.isEmpty { ignored += 1 }
      changes += points.map {
        TrafficChange(road: RoadReference(coordinate: $0), state: .closed)
      }
    }
    return (changes, ignored)
  }

  private static func closes(_ event: JSONValue) -> Bool {
    guard event["status"] == nil || event["status"] == .text("ACTIVE"),
      case .array(let roads) = event["roads"]
    else { return false }
    return roads.contains { $0["state"] == .text("CLOSED") }
  }

  /// A point, or the middle of each piece of a line: junctions are on several roads.
  private static func points(_ geography: JSONValue?) -> [Coordinate] {
    guard case .array(let list)? = geography?["coordinates"] else { return [] }
    switch geography?["type"] {
    case .text("Point"): return [coordinate(.array(list))].compactMap { $0 }
    case .text("LineString"):
      let line = list.compactMap(coordinate)
      return zip(line, line.dropFirst()).map { start, end in
        Coordinate(
          latitude: (start.latitude + end.latitude) / 2,
          longitude: (start.longitude + end.longitude) / 2)
      }
    default: return []
    }
  }

  private static func coordinate(_ value: JSONValue) -> Coordinate? {
    guard case .array(let numbers) = value, numbers.count >= 2,
      case .number(let longitude) = numbers[0], case .number(let latitude) = numbers[1]
    else { return nil }
    let point = Coordinate(latitude: latitude, longitude: longitude)
    return point.isValid ? point : nil
  }
}
