package import Areas
import Geography
package import Messages
import Time

/// Counts fences in the order in which they were set up, from 1; never reused. A fence that is
/// moved gets the next number under its old name.
package typealias FenceNumber = Int64

/// A fence prepared for the engine. Immutable, so that all devices share one.
package final class WatchedFence: Sendable {
  package let number: FenceNumber
  package let fence: Fence
  package let shape: AreaShape
  /// As computed by `AreaShape`, which is slow for polygons.
  let greatestDepth: Meters
  /// The first report that it sees, by `Sample.arrival`.
  package let firstArrival: Int64
  let dwell: Int64?
  /// The only user whose devices it sees: the guest of whose board it is. `nil` for all devices.
  let guest: String?
  private let hours: WeeklyHours?
  /// In milliseconds since 1970.
  let expires: Int64

  /// - Throws: `ServiceError` with `invalidRequest` for an invalid area or hours.
  package init(_ fence: Fence, number: FenceNumber, firstArrival: Int64) throws(ServiceError) {
    guard let shape = AreaShape(fence.area) else {
      throw ServiceError(
        .invalidRequest,
        """
        The area of “\(fence.label ?? fence.id.rawValue)” is not valid: \(AreaShape.requirement).
        """)
    }
    self.number = number
    self.fence = fence
    self.shape = shape
    greatestDepth = shape.greatestDepth
    self.firstArrival = firstArrival
    dwell = fence.definition.dwellSeconds.map { Int64($0) * 1_000 }
    guest = fence.board.map(\.rawValue).flatMap { Caller.isGuest($0) ? $0 : nil }
    hours = try fence.definition.hours.map { (hours) throws(ServiceError) in
      try WeeklyHours(hours)
    }
    expires = fence.definition.expires?.millisecondsSince1970 ?? .max
  }

  func watches(_ device: DeviceID) -> Bool {
    guest.map { DataOwner.device(device).belongs(to: $0) } ?? true
  }

  /// Whether the fence is open, and has not expired, at the time of a sample.
  func isOpen(at sample: Sample) -> Bool {
    isOpen(at: sample.time, offsetSeconds: sample.offsetSeconds)
  }

  /// Whether the fence is open, and has not expired, at an instant, by the clock of an offset.
  func isOpen(at time: Int64, offsetSeconds: Int32) -> Bool {
    time < expires && hours?.isOpen(at: time, offsetSeconds: offsetSeconds) ?? true
  }

  /// When and why the fence closed between two samples, at the first of which it was open.
  func closing(from first: Sample, to second: Sample) -> (time: Int64, GeofenceEvent.Reason) {
    let closing = hours?.closing(after: first.time, offsetSeconds: first.offsetSeconds) ?? .max
    let end = min(second.time, closing)
    return expires <= end ? (expires, .expired) : (end, .closed)
  }

  func hysteresis(_ settings: EngineSettings) -> Meters {
    fence.definition.confirmation?.hysteresisMeters ?? settings.hysteresisMeters
  }

  func fixes(_ settings: EngineSettings) -> Int {
    fence.definition.confirmation?.fixes ?? settings.fixes
  }

  func seconds(_ settings: EngineSettings) -> Int {
    fence.definition.confirmation?.seconds ?? settings.seconds
  }
}
