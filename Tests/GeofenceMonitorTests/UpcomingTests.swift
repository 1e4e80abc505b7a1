import Areas
import Geography
import Messages
import TestSupport
import Testing

@testable import GeofenceMonitor

/// Applies positions to a monitor; logs a line for each update of the upcoming fence:
/// "255 A 650 6500" for fence A, expected at second 650, at metre 6,500 of the test's road.
private struct Road {
  let file = MonitorFile()
  var monitor: MonitorState
  private(set) var log: [String] = []
  private var names: [FenceID: String] = [:]

  /// Ten kilometres to the east, driven at 10 m/s.
  static let line = stride(from: 0.0, through: 10_000, by: 500).map { position($0) }

  static func position(_ meters: Meters) -> Coordinate {
    let way = Arc(SpaceVector(union), SpaceVector(union.east(10_000)))
    return way.point(at: meters / Coordinate.earthRadius).coordinate
  }

  static func stretch(
    _ meters: ClosedRange<Meters> = 0...10_000, back: Bool = false, stop: Int? = nil
  ) -> DeviceRoute.Stretch {
    let line = [meters.lowerBound, meters.upperBound].map(position)
    return .init(
      line: EncodedPolyline(back ? line.reversed() : line),
      durationSeconds: Int((meters.upperBound - meters.lowerBound) / 10), stopSeconds: stop)
  }

  init() throws { monitor = try file.open() }

  mutating func fence(_ name: String, at meters: Meters, hours: [FenceHours]? = nil) throws {
    let area = FenceArea.circle(center: Self.position(meters), radiusMeters: 500)
    let definition = FenceDefinition(
      area: area, label: name, hours: hours, confirmation: .immediate)
    note(try monitor.apply(FenceAddRequest(definition), now: Track.time(0)).effects)
  }

  /// A triangle north of the road whose right angle reaches across it at a metre.
  mutating func tip(_ name: String, at meters: Meters, across depth: Meters) throws {
    let tip = Self.position(meters).north(-depth)
    let ring = [tip] + [-45, 45].map { tip.moved(by: 400, bearing: $0) }
    let definition = FenceDefinition(
      area: .polygon(rings: [ring]), label: name, confirmation: .immediate)
    note(try monitor.apply(FenceAddRequest(definition), now: Track.time(0)).effects)
  }

  mutating func removeFence(_ name: String) throws {
    for fence in monitor.fences(FenceListRequest()).fences where fence.label == name {
      note(try monitor.apply(FenceRemoveRequest(id: fence.id), now: Track.time(0)).effects)
    }
  }

  mutating func set(_ stretches: [DeviceRoute.Stretch]?, departure: Double? = nil) throws {
    let route = stretches.map {
      DeviceRoute(stretches: $0, departure: departure.map(Track.time))
    }
    let outcome = try monitor.apply(
      RouteSetRequest(device: "phone", route: route), now: Track.time(0))
    note(outcome.effects)
    // Without a route and a position nobody knows the device.
    guard route != nil || monitor.engine.knows("phone") else { return }
    #expect(
      outcome.reply == (try monitor.upcoming(UpcomingRequest(device: "phone"), now: Track.time(0))))
  }

  /// The device is on the road at a metre, or beside it.
  mutating func report(
    _ seconds: Double, _ meters: Meters, aside: Meters = 0, accuracy: Meters? = nil
  ) throws {
    let position = Self.position(meters)
    let request = PositionReportRequest(
      device: "phone", coordinate: aside == 0 ? position : position.north(aside),
      time: Track.time(seconds), accuracyMeters: accuracy)
    note(try monitor.apply(request, now: Track.time(seconds)).effects)
  }

  /// Goes on at the road's pace.
  mutating func drive(_ seconds: ClosedRange<Double>, by step: Double = 10, late: Double = 0) throws
  {
    for second in stride(from: seconds.lowerBound, through: seconds.upperBound, by: step) {
      try report(second, (second - late) * 10)
    }
  }

  private mutating func note(_ effects: RequestEffects) {
    for update in effects.upcoming {
      let when = Track.text(Track.seconds(update.time))
      guard update.state == .active else {
        log.append("\(when) \(update.state.rawValue)")
        continue
      }
      guard let next = update.next else {
        log.append("\(when) nothing")
        continue
      }
      let at = Int((Track.seconds(update.time) + next.aheadSeconds).rounded())
      #expect(at == Int(Track.seconds(next.time).rounded()))
      let meters = SpaceVector(next.coordinate).distance(to: SpaceVector(union))
      log.append("\(when) \(next.fence.label ?? "?") \(at) \(Int(meters.rounded()))")
    }
  }
}

@Suite(.bothBackends) struct UpcomingTests {
  @Test("upcoming fences are published one after the other")
  func upcomingInOrder() throws {
    var road = try Road()
    try road.fence("A", at: 3_000)
    try road.fence("B", at: 7_000)
    try road.set([Road.stretch()])
    try road.drive(5...985)
    try road.report(1_005, 10_000)
    #expect(
      road.log == ["0 A 250 2500", "255 B 650 6500", "655 nothing", "1005 arrived"])
    let after = try road.monitor.upcoming(UpcomingRequest(device: "phone"), now: Track.time(1_100))
    #expect(after.state == .off)
  }

  @Test("a device that nobody knows has nothing upcoming, and no route to end")
  func unknownDevice() throws {
    var road = try Road()
    let now = Track.time(0)
    func code(_ body: () throws -> Void) -> ErrorCode? {
      #expect(throws: ServiceError.self, performing: body)?.code
    }
    let asked = UpcomingRequest(device: "nobody")
    #expect(code { _ = try road.monitor.upcoming(asked, now: now) } == .notFound)
    let ended = RouteSetRequest(device: "phone", route: nil)
    #expect(code { _ = try road.monitor.apply(ended, now: now) } == .notFound)
    // A route may be set before the first position, and end before it, too.
    try road.set([Road.stretch()])
    #expect(try road.monitor.upcoming(UpcomingRequest(device: "phone"), now: now).state == .active)
    #expect(try road.monitor.apply(ended, now: now).reply.state == .off)
  }

  @Test("a fence that the road only touches is not ahead")
  func touched() throws {
    var road = try Road()
    // The road is within them for 0.6 and for 10 m.
    try road.tip("touched", at: 2_000, across: 0.3)
    try road.tip("crossed", at: 4_000, across: 5)
    try road.set([Road.stretch()])
    #expect(road.log.map { $0.split(separator: " ")[1] } == ["crossed"])
  }

  @Test("the reply has the whole state of the route")
  func upcomingReply() throws {
    var road = try Road()
    try road.fence("A", at: 3_000)
    try road.set([Road.stretch()])
    try road.drive(5...105)
    let now = try road.monitor.upcoming(UpcomingRequest(device: "phone"), now: Track.time(500))
    #expect(now.state == .active)
    #expect(now.time == Track.time(105))
    #expect(abs((now.next?.aheadMeters ?? 0) - 1_450) < 0.5)
    #expect(abs((now.next?.aheadSeconds ?? 0) - 145) < 0.1)
    #expect(abs((now.remainingMeters ?? 0) - 8_950) < 0.5)
    #expect(abs(Track.seconds(now.arrival ?? now.time) - 1_000) < 0.1)
  }

  @Test("a late device is expected later")
  func lateDevice() throws {
    var road = try Road()
    try road.fence("A", at: 6_500)
    try road.set([Road.stretch()])
    try road.drive(5...95)
    // Stands for 36 s; by 30 s and by 5 % of the nine minutes left nothing is new.
    for second in [107.0, 119, 131] { try road.report(second, 950) }
    try road.drive(141...301, late: 36)
    #expect(road.log == ["0 A 600 6000", "131 A 636 6000"])
  }

  @Test("outliers do not end a route")
  func outliersOnRoute() throws {
    var road = try Road()
    try road.fence("A", at: 3_000)
    try road.set([Road.stretch()])
    try road.drive(5...55)
    try road.report(65, 650, aside: 800)
    try road.report(75, 750, aside: 800)
    try road.drive(85...95)
    try road.report(105, 1_050, aside: 400, accuracy: 300)
    try road.report(115, 1_150, aside: 400, accuracy: 300)
    try road.report(125, 1_250, aside: 400, accuracy: 300)
    #expect(road.log == ["0 A 250 2500"])
    for second in [135.0, 145, 155, 165] { try road.report(second, 1_250, aside: 2 * second) }
    #expect(road.log.dropFirst() == ["155 leftRoute"])
  }

  @Test("a device on its way to the route's start has not left the route")
  func joiningTheRoute() throws {
    var road = try Road()
    try road.fence("A", at: 3_000)
    try road.set([Road.stretch()])
    for second in [0.0, 60, 120, 180, 240] {
      try road.report(second, 0, aside: 2_600 - second * 10)
    }
    try road.drive(300...330, late: 300)
    #expect(
      road.log == [
        "0 A 250 2500", "60 A 310 2500", "120 A 370 2500", "180 A 430 2500",
        "240 A 490 2500", "300 A 550 2500",
      ])
  }

  @Test("before the departure the expected time counts from the departure")
  func departure() throws {
    var road = try Road()
    try road.fence("A", at: 3_000)
    try road.set([Road.stretch()], departure: 1_000)
    for second in [0.0, 400, 800, 999] { try road.report(second, 10) }
    try road.drive(1_005...1_055, late: 1_000)
    #expect(road.log == ["0 A 1250 2500"])
    // Setting out before it makes it sooner.
    try road.set([Road.stretch()], departure: 5_000)
    try road.report(1_100, 20)
    try road.report(1_110, 120)
    #expect(road.log.dropFirst() == ["0 A 5250 2500", "1110 A 1348 2500"])
  }

  @Test("the time of a stop is part of the timetable")
  func stop() throws {
    var road = try Road()
    try road.fence("shop", at: 5_000)
    try road.fence("B", at: 7_000)
    try road.set([
      Road.stretch(0...5_000, stop: 600), Road.stretch(5_000...10_000),
    ])
    try road.drive(5...495)
    // Parks beside, with a receiver that is off to and fro.
    for second in stride(from: 505.0, to: 1_090, by: 30) {
      try road.report(second, second.truncatingRemainder(dividingBy: 60) < 30 ? 4_970 : 5_030)
    }
    try road.drive(1_105...1_205, late: 600)
    #expect(road.log == ["0 shop 450 4500", "455 B 1250 6500"])
  }

  @Test("a device that leaves a stop early is expected earlier")
  func earlyDevice() throws {
    var road = try Road()
    try road.fence("B", at: 7_000)
    try road.set([
      Road.stretch(0...5_000, stop: 600), Road.stretch(5_000...10_000),
    ])
    try road.drive(5...595)
    #expect(road.log == ["0 B 1250 6500", "515 B 650 6500"])
  }

  /// A is entered twice.
  @Test("on a route there and back the way back is not matched to the way there")
  func thereAndBack() throws {
    var road = try Road()
    try road.fence("A", at: 3_000)
    try road.set([Road.stretch(), Road.stretch(back: true)])
    try road.drive(5...995)
    for second in stride(from: 1_005.0, to: 1_990, by: 10) {
      try road.report(second, 20_000 - second * 10)
    }
    try road.report(1_998, 20)
    #expect(road.log == ["0 A 250 2500", "255 A 1650 3500", "1655 nothing", "1998 arrived"])
  }

  @Test("a fence around the route's start is not upcoming")
  func fenceAroundTheStart() throws {
    var road = try Road()
    try road.fence("A", at: 100)
    try road.set([Road.stretch()])
    #expect(road.log == ["0 nothing"])
  }

  @Test("fences that are added and removed change what is upcoming")
  func fenceChangesOnRoute() throws {
    var road = try Road()
    try road.set([Road.stretch()])
    try road.fence("B", at: 7_000)
    try road.fence("A", at: 3_000)
    try road.fence("C", at: 9_000)
    try road.removeFence("A")
    try road.removeFence("B")
    #expect(
      road.log == ["0 nothing", "0 B 650 6500", "0 A 250 2500", "0 B 650 6500", "0 C 850 8500"])
    try road.set(nil)
    try road.drive(5...25)
    try road.set(nil)
    #expect(road.log.dropFirst(5) == ["0 off"])
  }

  /// The day of the tests is Monday 21 September 2026, 14:13:20 in UTC at second 0.
  @Test("a fence that is closed at the expected time is not upcoming")
  func closedOnArrival() throws {
    var road = try Road()
    try road.fence("A", at: 3_000, hours: [FenceHours(from: "14:00", until: "14:17")])
    try road.fence("B", at: 4_000, hours: [FenceHours(from: "14:19", until: "15:00")])
    try road.set([Road.stretch()])
    #expect(road.log == ["0 B 350 3500"])
  }

  @Test("late samples change nothing upcoming")
  func lateSampleOnRoute() throws {
    var road = try Road()
    try road.fence("A", at: 3_000)
    try road.set([Road.stretch()])
    try road.drive(5...255)
    try road.report(252, 0)
    #expect(road.log == ["0 A 250 2500", "255 nothing"])
  }

  /// A monitor reopened now and then, against one that runs on.
  @Test("a restart on a route changes no update")
  func restartOnRoute() throws {
    var (whole, apart) = (try Road(), try Road())
    for second in stride(from: -5.0, through: 1_995, by: 10) {
      if second < 0 {
        for (name, meters) in [("A", 3_000.0), ("B", 7_000)] {
          try whole.fence(name, at: meters)
          try apart.fence(name, at: meters)
        }
        try whole.set([Road.stretch(), Road.stretch(back: true)])
        try apart.set([Road.stretch(), Road.stretch(back: true)])
        continue
      }
      if Int(second) % 25 == 0 { apart.monitor = try apart.file.open() }
      let meters = second < 1_000 ? second * 10 : 20_000 - second * 10
      try whole.report(second, meters)
      try apart.report(second, meters)
    }
    #expect(whole.log.count == 6)
    #expect(apart.log == whole.log)
  }

  @Test("a batch publishes only the state at its end")
  func batchPublishesOnce() throws {
    var road = try Road()
    try road.fence("A", at: 3_000)
    try road.fence("B", at: 7_000)
    try road.set([Road.stretch()])
    let positions = stride(from: 5.0, to: 700, by: 10).map {
      PositionReportRequest(
        device: "phone", coordinate: Road.position($0 * 10), time: Track.time($0))
    }
    let outcome = try road.monitor.apply(
      PositionBatchRequest(positions: positions), now: Track.time(700))
    #expect(outcome.effects.upcoming.map(\.state) == [.active])
    #expect(outcome.effects.upcoming.allSatisfy { $0.next == nil })
  }

  @Test(
    "invalid routes are refused",
    arguments: [
      DeviceRoute(stretches: []),
      DeviceRoute(stretches: [.init(line: EncodedPolyline([union]), durationSeconds: 5)]),
      DeviceRoute(stretches: [.init(line: EncodedPolyline([union, union]), durationSeconds: 5)]),
      DeviceRoute(stretches: [.init(line: EncodedPolyline(rawValue: "~"), durationSeconds: 5)]),
      DeviceRoute(stretches: [.init(line: EncodedPolyline(Road.line), durationSeconds: -1)]),
      DeviceRoute(
        stretches: [
          .init(line: EncodedPolyline(Road.line), durationSeconds: 1, stopSeconds: 700_000)
        ]
      ),
      DeviceRoute(
        stretches: Array(
          repeating: .init(line: EncodedPolyline(Road.line), durationSeconds: 1), count: 500)),
    ]) func invalidRoutes(route: DeviceRoute) throws
  {
    let road = try Road()
    let error = #expect(throws: ServiceError.self) {
      try road.monitor.apply(
        RouteSetRequest(device: "phone", route: route), now: Track.time(0))
    }
    #expect(error?.code == .invalidRequest)
  }
}
