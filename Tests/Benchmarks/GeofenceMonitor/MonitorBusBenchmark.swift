import CommandLineKit
import MessageBus
import Messages

/// Reports over the bus to a monitor in a process of its own, and its events at a subscriber.
final class MonitorBusBenchmark: Sendable {
  /// How reports are sent.
  struct Load: Sendable {
    let name: String
    /// Positions in a request; 1 sends `position-report`.
    let batch: Int
    /// Requests at a time, each about other devices.
    let concurrent: Int
    /// Reports per second; `nil` for as many as are acknowledged.
    let rate: Double?
    let reports: Int
  }

  private struct Sent: Sendable {
    /// When the report of a device at a step was sent.
    var times: [Int: ContinuousClock.Instant] = [:]
    var fleet: SyntheticFleet
  }

  private let bus: Bus
  private let sent: Locked<Sent>
  private let arrivals: EventArrivals

  init(_ fleet: SyntheticFleet, bus: Bus) {
    self.bus = bus
    sent = Locked(Sent(fleet: fleet))
    arrivals = EventArrivals(bus)
  }

  /// Every device reports once, so that what follows is steady.
  func warmUp() async throws {
    try await reportAll()
    try await arrivals.waitUntilLive()
  }

  /// One step of all devices, in batches of the largest size.
  ///
  /// - Throws: `ServiceError` of a request that failed.
  func reportAll() async throws {
    sent.withLock { $0.fleet.step() }
    let count = sent.withLock { $0.fleet.count }
    for first in stride(from: 0, to: count, by: GeofenceLimits.maximumBatch) {
      try await send(first..<min(count, first + GeofenceLimits.maximumBatch), batch: 2)
    }
  }

  /// - Throws: `ServiceError` of a request that failed.
  func run(_ load: Load) async throws {
    let before = try await latestEvent()
    sent.withLock { $0.times = [:] }
    let start = ContinuousClock.now
    let waits = try await sendAll(load)
    let seconds = start.duration(to: .now) / .seconds(1)
    let latest = try await latestEvent()
    let received = try await arrivals.events(from: before + 1, through: latest)
    let delays = received.compactMap(delay)
    print(
      """
      \(load.name): \(Int(Double(load.reports) / seconds)) reports/s acknowledged; a request \
      \(Percentiles(waits).text("ms")); \(received.count) of \(latest - before) events delivered, \
      from report to event \(Percentiles(delays).text("ms"))
      """)
  }

  private func latestEvent() async throws(ServiceError) -> Int64 {
    try await bus.client.send(GeofenceEventsRequest(since: 0, limit: 1)).latest
  }

  private func delay(_ arrival: EventArrivals.Arrival) -> Double? {
    sent.withLock { sent in
      guard let (step, device) = sent.fleet.origin(of: arrival.event),
        let time = sent.times[step * sent.fleet.count + device]
      else { return nil }
      return time.duration(to: arrival.time) / .milliseconds(1)
    }
  }

  /// Sends a load step by step and returns the time of each request in milliseconds.
  private func sendAll(_ load: Load) async throws -> [Double] {
    var waits: [Double] = []
    var left = load.reports
    let start = ContinuousClock.now
    while left > 0 {
      let count = sent.withLock { sent in
        sent.fleet.step()
        return min(left, sent.fleet.count)
      }
      let done = Double(load.reports - left)
      waits += try await withThrowingTaskGroup(of: [Double].self) { group in
        for lane in 0..<load.concurrent {
          let part = Lane(number: lane, of: load, devices: count, start: start, done: done)
          group.addTask { try await self.send(part) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      left -= count
    }
    return waits
  }

  /// The requests of one step that are sent one after another.
  private struct Lane: Sendable {
    let number: Int
    let load: Load
    let devices: Int
    private let start: ContinuousClock.Instant
    private let done: Double

    init(
      number: Int, of load: Load, devices: Int, start: ContinuousClock.Instant, done: Double
    ) {
      self.number = number
      self.load = load
      self.devices = devices
      self.start = start
      self.done = done
    }

    var batches: [Range<Int>] {
      stride(from: number * load.batch, to: devices, by: load.batch * load.concurrent).map {
        $0..<min(devices, $0 + load.batch)
      }
    }

    /// When a batch is due, if the load has a rate.
    func due(_ batch: Range<Int>) -> ContinuousClock.Instant? {
      load.rate.map { start + .seconds((done + Double(batch.lowerBound)) / $0) }
    }
  }

  private func send(_ lane: Lane) async throws -> [Double] {
    var waits: [Double] = []
    for batch in lane.batches {
      // The rate of the load; nothing is awaited.
      if let due = lane.due(batch) { try await Task.sleep(until: due) }
      let start = ContinuousClock.now
      try await send(batch, batch: lane.load.batch)
      waits.append(start.duration(to: .now) / .milliseconds(1))
    }
    return waits
  }

  private func send(_ devices: Range<Int>, batch: Int) async throws {
    let reports = sent.withLock { sent in
      let now = ContinuousClock.now
      for device in devices { sent.times[sent.fleet.steps * sent.fleet.count + device] = now }
      return sent.fleet.reports(of: devices)
    }
    if batch == 1 {
      _ = try await bus.client.send(reports[0], timeout: .seconds(60))
    } else {
      _ = try await bus.client.send(
        PositionBatchRequest(positions: reports), timeout: .seconds(60))
    }
  }
}

/// Events as they arrive at a subscriber, with their times.
final class EventArrivals: Sendable {
  struct Arrival: Sendable {
    let event: GeofenceEvent
    let time: ContinuousClock.Instant
  }

  private struct State: Sendable {
    var isLive = false
    var arrivals: [Arrival] = []
  }

  private let state = Locked(State())

  init(_ bus: Bus) {
    let events = bus.subscriber.events(GeofenceEvent.self)
    Task { [state] in
      for await item in events {
        switch item {
        case .live: state.withLock { $0.isLive = true }
        case .event(let event, _):
          let now = ContinuousClock.now
          state.withLock { $0.arrivals.append(Arrival(event: event, time: now)) }
        case .gap, .lost, .refused: break
        }
      }
    }
  }

  func waitUntilLive() async throws {
    while !state.withLock({ $0.isLive }) {
      // A measurement may be late; nothing depends on it.
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// The events with these numbers, as soon as the last has arrived, or after ten seconds.
  func events(from first: Int64, through last: Int64) async throws -> [Arrival] {
    let end = ContinuousClock.now + .seconds(10)
    while state.withLock({ $0.arrivals.last?.event.number ?? 0 }) < last, .now < end {
      // As above.
      try await Task.sleep(for: .milliseconds(10))
    }
    return state.withLock { state in
      defer { state.arrivals = [] }
      return state.arrivals.filter { (first...max(first, last)).contains($0.event.number) }
    }
  }
}
