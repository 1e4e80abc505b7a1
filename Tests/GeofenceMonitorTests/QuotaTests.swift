import Geography
import Messages
import SQL
import TestSupport
import Testing
import Time

@testable import GeofenceMonitor

@Suite struct QuotaTests {
  private let ann = Caller(name: "ann's phone", scope: .write, user: "ann")
  private let bob = Caller(name: "bob's phone", scope: .write, user: "bob")

  @Test("a user to whom a key is bound has so many devices, and keeps nobody else from theirs")
  func devices() throws {
    let file = MonitorFile()
    var monitor = try file.open()
    func report(
      _ names: [String], as caller: Caller?, to monitor: MonitorState
    ) throws -> PositionBatchReply {
      let positions = names.map {
        PositionReportRequest(
          device: DeviceID(rawValue: $0), coordinate: Coordinate(latitude: 1, longitude: 2),
          time: Track.time(0))
      }
      return try monitor.apply(
        PositionBatchRequest(positions: positions), now: Track.time(0), caller: caller
      ).reply
    }
    let all = (0..<MonitorLimits.devicesOfUser).map { "ann.\($0)" }
    _ = try report(Array(all.dropLast()), as: ann, to: monitor)
    _ = try report(["ann", "ann.0", "ann/last"], as: ann, to: monitor)
    for isRestarted in [false, true] {
      if isRestarted { monitor = try file.open() }
      let error = #expect(throws: ServiceError.self) {
        try report(["ann.0", "ann.more"], as: ann, to: monitor)
      }
      #expect(error?.code == .conflict)
      #expect(error?.message.contains("ann.more") == true)
      #expect(!monitor.engine.knows("ann.more"))
      _ = try report(["ann.1", "ann"], as: ann, to: monitor)
      _ = try report(["bob.1", "anna.1"], as: bob, to: monitor)
    }
    // Whoever runs the stack decides for itself.
    _ = try report(["ann.owner's"], as: nil, to: monitor)
    let request = PositionReportRequest(
      device: "ann.single", coordinate: Coordinate(latitude: 1, longitude: 2))
    #expect(throws: ServiceError.self) {
      try monitor.apply(request, now: Track.time(0), caller: ann)
    }
    for device: DeviceID in ["ann.5", "ann.6"] { try monitor.forget(device) }
    _ = try monitor.apply(request, now: Track.time(0), caller: ann)
  }

  @Test("users with four fifths of their devices are listed until they have fewer")
  func near() throws {
    let monitor = try MonitorFile().open()
    func report(_ numbers: Range<Int>, of user: String, as caller: Caller?) throws {
      let positions = numbers.map {
        PositionReportRequest(
          device: DeviceID(rawValue: "\(user).\($0)"),
          coordinate: Coordinate(latitude: 1, longitude: 2), time: Track.time(0))
      }
      _ = try monitor.apply(
        PositionBatchRequest(positions: positions), now: Track.time(0), caller: caller)
    }
    func listed() -> [String] {
      monitor.nearQuotas().map { "\($0.user) \($0.count) of \($0.quota) \($0.kind)" }
    }
    try report(0..<799, of: "ann", as: ann)
    try report(0..<900, of: "fleet", as: nil)
    #expect(listed() == [])
    try report(799..<800, of: "ann", as: ann)
    try report(0..<900, of: "bob", as: bob)
    #expect(listed() == ["bob 900 of 1000 devices", "ann 800 of 1000 devices"])
    // A refused one does not count.
    #expect(throws: ServiceError.self) { try report(900..<1001, of: "bob", as: bob) }
    try monitor.forget("ann.5")
    #expect(listed() == ["bob 900 of 1000 devices"])
  }

  @Test("a user has so many routes, and keeps nobody else from theirs")
  func routes() throws {
    let monitor = try MonitorFile().open()
    func set(_ device: String, as caller: Caller?, ends: Bool = false) throws {
      let line = EncodedPolyline([
        Coordinate(latitude: 1, longitude: 2), Coordinate(latitude: 1.1, longitude: 2),
      ])
      let route = DeviceRoute(stretches: [.init(line: line, durationSeconds: 3_600)])
      _ = try monitor.apply(
        RouteSetRequest(device: DeviceID(rawValue: device), route: ends ? nil : route),
        now: Track.time(0), caller: caller)
    }
    let name = "guest-" + String(repeating: "c", count: 24)
    for (caller, quota) in [(ann, 100), (Caller(name: name, scope: .write, user: name), 2)] {
      let user = try #require(caller.user)
      for number in 0..<quota { try set("\(user).\(number)", as: caller) }
      #expect(
        monitor.nearQuotas() == [QuotaUse(user: user, kind: "routes", count: quota, quota: quota)])
      let error = #expect(throws: ServiceError.self) { try set(user, as: caller) }
      #expect(error?.code == .conflict)
      // Another one in the place of the first; the end of one makes room.
      try set("\(user).0", as: caller)
      try set("\(user).0", as: caller, ends: true)
      try set(user, as: caller)
      #expect(throws: ServiceError.self) { try set("\(user).0", as: caller) }
      // Those that ended are counted no more.
      try set(user, as: caller, ends: true)
      for number in 1..<quota { try set("\(user).\(number)", as: caller, ends: true) }
      #expect(monitor.nearQuotas() == [])
    }
    try set("bob", as: bob)
    try set("ann.owner's", as: nil)
  }

  @Test("a guest, whose name is free, has fewer devices than a user with a key")
  func guests() throws {
    let name = "guest-" + String(repeating: "c", count: 24)
    let guest = Caller(name: name, scope: .write, user: name)
    let monitor = try MonitorFile().open()
    func report(_ number: Int) throws {
      let device = DeviceID(rawValue: "\(name).\(number)")
      _ = try monitor.apply(
        PositionReportRequest(
          device: device, coordinate: Coordinate(latitude: 1, longitude: 2), time: Track.time(0)),
        now: Track.time(0), caller: guest)
    }
    for number in 0..<20 { try report(number) }
    #expect(throws: ServiceError.self) { try report(20) }
    try report(19)
  }

  @Test("positions of a user that do not count push out that user's oldest only")
  func flawed() throws {
    let file = MonitorFile()
    let monitor = try file.open()
    func spoil(_ count: Int, _ device: DeviceID, as caller: Caller?) throws {
      for batch in stride(from: 0, to: count, by: 500) {
        let positions = (0..<min(500, count - batch)).map { _ in
          PositionReportRequest(
            device: device, coordinate: Coordinate(latitude: 91, longitude: 0),
            time: Track.time(0))
        }
        _ = try monitor.apply(
          PositionBatchRequest(positions: positions), now: Track.time(0), caller: caller)
      }
    }
    try spoil(3, "bob", as: bob)
    try spoil(4, "owner's", as: nil)
    try spoil(MonitorLimits.flawedOfUser + 700, "ann", as: ann)
    let name = "guest-" + String(repeating: "c", count: 24)
    let guest = Caller(name: name, scope: .write, user: name)
    try spoil(30, DeviceID(rawValue: name), as: guest)
    let kept = try monitor.store.database.query(
      "SELECT owner, count(*) AS n FROM flawed GROUP BY owner ORDER BY owner"
    ) { "\($0.text("owner")) \($0.int("n"))" }
    #expect(kept == [" 4", "ann \(MonitorLimits.flawedOfUser)", "bob 3", "\(name) 20"])
  }
}
