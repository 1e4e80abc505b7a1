import Geography
import Messages
import Time

@testable import GeofenceMonitor

/// Positions in, a line of text for each event out: "12.5 enter A" and so on, by its own time.
///
/// Fences are single letters, numbered in the order they were drawn. Times are seconds.
struct Track {
  private(set) var engine: FenceEngine
  private(set) var events: [GeofenceEvent] = []
  /// Events and ignored positions in the order of their arrival.
  private(set) var log: [String] = []
  private var numbers: [String: FenceNumber] = [:]
  private var drawn: FenceNumber = 0
  private var now = Track.time(0)

  init(_ settings: EngineSettings = EngineSettings()) { engine = FenceEngine(settings: settings) }

  /// A second of the test day.
  static func time(_ seconds: Double) -> Timestamp {
    Timestamp(millisecondsSince1970: 1_790_000_000_000 + Int64((seconds * 1_000).rounded()))
  }

  static func seconds(_ time: Timestamp) -> Double {
    Double(time.millisecondsSince1970 - 1_790_000_000_000) / 1_000
  }

  mutating func fence(_ name: String, at center: Coordinate, radius: Meters = 1_000) throws {
    try fence(name, .circle(center: center, radiusMeters: radius))
  }

  mutating func fence(
    _ name: String, _ area: FenceArea, dwell: Int? = nil, hours: [FenceHours]? = nil,
    expires: Timestamp? = nil, confirmation: FenceConfirmation? = nil
  ) throws {
    drawn += 1
    let definition = FenceDefinition(
      area: area, label: name, dwellSeconds: dwell, hours: hours, expires: expires,
      confirmation: confirmation)
    let fence = Fence(id: FenceID(rawValue: name), definition: definition)
    if let old = numbers[name] {
      engine.move(old, to: try engine.prepare(fence, number: drawn))
    } else {
      try engine.add(fence, number: drawn)
    }
    numbers[name] = drawn
  }

  mutating func removeFence(_ name: String) {
    guard let number = numbers.removeValue(forKey: name) else { return }
    let exits = engine.remove(number, at: now, because: .removed)
    events += exits
    log += exits.map(Self.line)
  }

  /// Sets the clock of the monitor; otherwise it follows the positions.
  mutating func clock(_ seconds: Double) { now = Self.time(seconds) }

  mutating func report(
    _ seconds: Double, _ position: Coordinate, accuracy: Meters? = nil, device: String = "phone",
    keepsClock: Bool = false
  ) {
    let report = FenceEngine.Report(
      device: DeviceID(rawValue: device), coordinate: position, time: Self.time(seconds),
      accuracy: accuracy)
    if !keepsClock { now = max(now, report.time) }
    let outcome = engine.report(report, now: now)
    events += outcome.events
    let who = device == "phone" ? "" : "\(device) "
    if let flaw = outcome.flaw { log.append("\(Self.text(seconds)) \(who)ignored: \(flaw)") }
    log += outcome.events.map { who + Self.line($0) }
  }

  /// Positions one after the other, at a fixed interval in seconds.
  mutating func report(every step: Double, from start: Double = 0, _ positions: [Coordinate]) {
    for (index, position) in positions.enumerated() {
      report(start + Double(index) * step, position)
    }
  }

  /// "12.5 enter A", of a correction "12.5 correct 3 enter A", of a removed fence
  /// "7 exit A expired".
  static func line(_ event: GeofenceEvent) -> String {
    var words = [text(seconds(event.time)), event.kind.rawValue]
    if let replaced = event.replaces { words.append("\(replaced)") }
    if event.kind == .correct { words.append(event.becomes?.rawValue ?? "none") }
    words.append(event.fence.id.rawValue)
    if let reason = event.reason { words.append(reason.rawValue) }
    return words.joined(separator: " ")
  }

  /// With at most one decimal.
  static func text(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}

/// The middle of most tests.
let union = Coordinate(latitude: 37.788, longitude: -122.4075)

extension Coordinate {
  func north(_ distance: Meters) -> Coordinate { moved(by: distance, bearing: 0) }
  func east(_ distance: Meters) -> Coordinate { moved(by: distance, bearing: 90) }
}
