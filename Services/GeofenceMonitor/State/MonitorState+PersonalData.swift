import Foundation
import Idempotency
package import Messages
import SQL
import Stores
import Time

/// Erases what is stored about somebody: with the first part of the log of events all else.
extension MonitorEraseRequest: MonitorCommand {
  func validate() throws(ServiceError) { try subject.validate() }

  /// - Throws: `SQLError`.
  func perform(on state: MonitorState, now: Timestamp) throws -> CommandOutcome<EraseReply> {
    var effects = RequestEffects()
    var rows: [String: Int] = [:]
    if after == nil { rows = try state.erase(subject, &effects, now: now) }
    let part = try state.store.events(about: subject, after: after ?? 0)
    for number in part.numbers {
      try state.store.database.run("DELETE FROM event WHERE number = ?", number)
    }
    rows["event"] = part.numbers.count
    return CommandOutcome(
      reply: EraseReply(rows: rows.filter { $0.value > 0 }, next: part.next), effects: effects)
  }
}

extension MonitorState {
  /// What is stored about somebody, with one part of the log of events.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  package func export(_ request: MonitorExportRequest) throws -> ExportReply {
    try request.subject.validate()
    var rows: [String: [[String: String]]] = [:]
    if request.after == nil {
      for (table, columns) in GeofenceStore.exported {
        rows[table] = try store.rows(of: request.subject, in: table)
          .export(columns, from: store.database)
      }
      if let user = request.subject.user {
        rows["watch"] = try fences(of: BoardID(rawValue: user)).map { watched in
          let fence = try MessageCoder.encode(watched.fence)
          return ["body": String(decoding: fence, as: UTF8.self)]
        }
      }
    }
    let part = try store.events(about: request.subject, after: request.after ?? 0)
    rows["event"] = part.bodies.map { ["body": $0] }
    return ExportReply(rows: rows.filter { !$0.value.isEmpty }, next: part.next)
  }

  /// Erases all but events.
  ///
  /// - Parameter effects: gets what to publish: devices leave the fences that are removed.
  /// - Returns: how many rows of each table.
  fileprivate func erase(
    _ subject: DataSubject, _ effects: inout RequestEffects, now: Timestamp
  ) throws -> [String: Int] {
    // The numbers of events and arrivals go on after those that are erased.
    try store.markNumbers(engine, now: now)
    var rows: [String: Int] = [:]
    if let user = subject.user {
      let fences = fences(of: BoardID(rawValue: user))
      for fence in fences { effects.append(try remove(fence.fence.id, now: now)) }
      rows["watch"] = fences.count
    }
    for table in ["flawed", "route", "route_progress", "journal", "horizon"] {
      rows[table] = try store.rows(of: subject, in: table).erase(from: store.database)
    }
    let devices = engine.devices.filter(subject.includes)
    for device in devices { try forget(device) }
    for device in routes.devices.filter(subject.includes) { _ = routes.end(device) }
    store.journal.rows -= rows["journal"] ?? 0
    rows["device"] = devices.count
    try store.replies.erase(
      ["position", "route", "board"].map { "\(ServiceName.geofenceMonitor).\($0)" },
      from: store.database)
    return rows
  }
}

extension GeofenceStore {
  /// What of each table with the names or numbers of devices is exported.
  fileprivate static let exported = [
    "device": ["name", "saved"], "route": ["device", "body"],
    "route_progress": ["device", "body"],
    "flawed": ["device", "time_ms", "latitude", "longitude", "accuracy_meters", "flaw"],
    "journal": ["device", "time_ms", "latitude", "longitude", "accuracy_meters"],
  ]
  static let rewritten =
    [
      "watch", "event", "device", "journal", "horizon", "flawed", "route", "route_progress",
      "kept_reply",
    ]
  /// How many events one request looks through: some tenths of a second.
  private static let eventsAtOnce = 20_000

  fileprivate func rows(of subject: DataSubject, in table: String) -> PersonalRows {
    switch table {
    case "device": PersonalRows(table, deviceIn: "name", of: subject)
    case "journal", "horizon":
      PersonalRows(
        table, deviceIn: "name", of: subject,
        joined: "device IN (SELECT number FROM device WHERE %)")
    default: PersonalRows(table, deviceIn: "device", of: subject)
    }
  }

  /// The events about somebody in the next part of the log: of their devices, and of the fences of
  /// their board.
  fileprivate func events(
    about subject: DataSubject, after: Int64
  ) throws -> (numbers: [Int64], bodies: [String], next: Int64?) {
    let name = Data((subject.user ?? subject.device?.rawValue ?? "").utf8)
    var found: (numbers: [Int64], bodies: [String]) = ([], [])
    var (count, last) = (0, after)
    let sql = "SELECT number, body FROM event WHERE number > ? ORDER BY number LIMIT ?"
    try database.forEach(sql, after, Self.eventsAtOnce) { row in
      count += 1
      last = row.int64("number")
      let body = row.data("body")
      // Most are of others: to read them all would take many times as long.
      guard body.range(of: name) != nil,
        let event = try? MessageCoder.decode(GeofenceEvent.self, from: body),
        subject.includes(event.device)
          || subject.user != nil && event.fence.board?.rawValue == subject.user
      else { return }
      found.numbers.append(last)
      found.bodies.append(String(decoding: body, as: UTF8.self))
    }
    return (found.numbers, found.bodies, count == Self.eventsAtOnce ? last : nil)
  }

  /// Marks the present numbers, after which later ones go on when their rows are gone.
  fileprivate func markNumbers(_ engine: FenceEngine, now: Timestamp) throws {
    let newest = try newestMark()
    try insert(
      AgeMark(
        time: max(now.millisecondsSince1970, 1 + (newest?.time ?? .min)),
        event: engine.latestEvent, flawed: try latestFlawedNumber(),
        arrival: engine.latestArrival))
  }
}
