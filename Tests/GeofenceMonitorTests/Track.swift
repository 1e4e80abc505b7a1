import GeofenceMonitor
import Geography
import Messages

/// Positions in, a line of text for each out: "07:00 enter A" and so on.
///
/// Fences are single letters, numbered in the order they were drawn.
struct Track {
  private(set) var engine = FenceEngine()
  private(set) var log: [String] = []
  private var names: [FenceNumber: String] = [:]
  private var now = Track.time(0)

  /// `minute` minutes into the day of the tests.
  static func time(_ minute: Int) -> Timestamp {
    Timestamp(secondsSince1970: 1_790_000_000 + Int64(minute) * 60)
  }

  mutating func fence(_ name: String, at center: Coordinate, radius: Meters = 1_000) {
    let number = FenceNumber(names.count + 1)
    names[number] = name
    let fence = Fence(
      id: FenceID(rawValue: "fence-\(number)"), center: center, radiusMeters: radius, label: name)
    engine.add(fence, number: number)
  }

  mutating func removeFence(_ name: String) {
    for (number, known) in names where known == name { engine.remove(number) }
  }

  /// What the clock of the monitor shows; it follows the positions unless it is set.
  mutating func clock(_ minute: Int) { now = Self.time(minute) }

  mutating func report(_ minute: Int, _ place: Coordinate, device: String = "phone") {
    let position = DevicePosition(
      device: DeviceID(rawValue: device), coordinate: place, time: Self.time(minute))
    now = max(now, position.time)
    append(engine.report(position, now: now), minute, device)
  }

  /// As `report`, without moving the monitor's clock.
  mutating func reportAhead(_ minute: Int, _ place: Coordinate) {
    let position = DevicePosition(device: "phone", coordinate: place, time: Self.time(minute))
    append(engine.report(position, now: now), minute, "phone")
  }

  private mutating func append(_ verdict: Verdict, _ minute: Int, _ device: String) {
    let who = device == "phone" ? "" : "\(device) "
    switch verdict {
    case .ignored(let reason): log.append("\(minute) \(who)ignored: \(reason)")
    case .accepted(_, let transitions):
      log += transitions.map { "\(minute) \(who)\($0.kind) \(names[$0.fence] ?? "?")" }
    }
  }
}

/// The middle of most tests.
let union = Coordinate(latitude: 37.788, longitude: -122.4075)

extension Coordinate {
  func north(_ distance: Meters) -> Coordinate { moved(by: distance, bearing: 0) }
  func east(_ distance: Meters) -> Coordinate { moved(by: distance, bearing: 90) }
}
