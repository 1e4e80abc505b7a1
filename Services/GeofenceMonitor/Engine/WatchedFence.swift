import Geography
import Messages

/// Counts fences in the order they were set up, from 1, for good. A fence that is moved gets the
/// next number under its old name.
package typealias FenceNumber = Int64

/// A fence made ready for the engine. Immutable, so that the devices inside share one.
package final class WatchedFence: Sendable {
  package let number: FenceNumber
  package let fence: Fence
  package let shape: AreaShape
  /// The first report that it sees.
  package let firstArrival: Int64
  let dwell: Int64?
  private let hours: WeeklyHours?
  private let expires: Int64

  /// - Throws: `ServiceError` with `invalidRequest` for an area or hours that make no sense.
  package init(_ fence: Fence, number: FenceNumber, firstArrival: Int64) throws(ServiceError) {
    guard let shape = AreaShape(fence.area) else {
      throw ServiceError(
        .invalidRequest,
        """
        The area of “\(fence.label ?? fence.id.rawValue)” is none: a ring needs three points, a \
        corridor two, and an area fits into a circle of \
        \(Int(GeofenceLimits.radiusMeters.upperBound / 1_000)) km.
        """)
    }
    self.number = number
    self.fence = fence
    self.shape = shape
    self.firstArrival = firstArrival
    dwell = fence.definition.dwellSeconds.map { Int64($0) * 1_000 }
    hours = try fence.definition.hours.map { (hours) throws(ServiceError) in
      try WeeklyHours(hours)
    }
    expires = fence.definition.expires?.millisecondsSince1970 ?? .max
  }

  /// Whether the fence is there when a sample was taken.
  func isOpen(at sample: Sample) -> Bool {
    guard sample.time < expires else { return false }
    return hours?.isOpen(at: sample.time, offsetSeconds: sample.offsetSeconds) ?? true
  }

  /// When the fence went away between two samples, at the first of which it was there.
  func closing(from first: Sample, to second: Sample) -> Int64 {
    let closing = hours?.closing(after: first.time, offsetSeconds: first.offsetSeconds) ?? .max
    return min(second.time, min(closing, expires))
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
