import Geography
import Messages

/// Counts fences in the order they were set up, from 1, for good.
package typealias FenceNumber = Int64

/// Decides what a position means: which fences the device came into and which it left.
///
/// Pure and deterministic: it knows no clock, no file and no bus. The rules:
/// - Inside is a distance of at most the radius, edge included.
/// - A device's first position enters every fence around it.
/// - A position counts only if it is later than the device's last one.
/// - A fence that is set up around a standing device is entered with the device's next position.
/// - A fence that is taken down is not left: nobody moved. It is forgotten.
/// - One position's exits come before its enters, each in the order the fences were set up.
package struct FenceEngine: Sendable {
  private var fences: [FenceNumber: Fence] = [:]
  private var devices: [DeviceID: DeviceState] = [:]
  private var index = FenceIndex()

  package init() {}

  package var fenceCount: Int { fences.count }
  package var deviceCount: Int { devices.count }

  /// Starts to watch a fence. The number must be new.
  package mutating func add(_ fence: Fence, number: FenceNumber) {
    fences[number] = fence
    index.insert(fence.area, as: number)
  }

  /// Stops watching a fence; `nil` where there is none. Costs a look at every device.
  @discardableResult
  package mutating func remove(_ number: FenceNumber) -> Fence? {
    guard let fence = fences.removeValue(forKey: number) else { return nil }
    index.remove(fence.area, filedAs: number)
    for (device, state) in devices where state.inside.contains(number) {
      devices[device]?.inside.removeAll { $0 == number }
    }
    return fence
  }

  package func fence(_ number: FenceNumber) -> Fence? { fences[number] }

  /// Every fence in the order they were set up.
  package var allFences: [Fence] { fences.sorted { $0.key < $1.key }.map(\.value) }

  package func state(of device: DeviceID) -> DeviceState? { devices[device] }

  /// Takes up a device where an earlier life of the monitor left it.
  package mutating func restore(_ state: DeviceState) {
    devices[state.position.device] = state
  }

  /// What a position would cause. Changes nothing: the caller stores the verdict, then applies it.
  ///
  /// Costs one search of the index, and the fences around the point.
  package func judge(_ position: DevicePosition, now: Timestamp) -> Verdict {
    let before = devices[position.device]
    if let reason = ignoring(position, after: before?.position, now: now) {
      return .ignored(reason)
    }
    var inside: [FenceNumber] = []
    index.collect(containing: position.coordinate, into: &inside)
    inside.sort()
    let transitions = Self.transitions(from: before?.inside ?? [], to: inside)
    return .accepted(DeviceState(position: position, inside: inside), transitions)
  }

  /// Makes a verdict true. It must be the latest one of its device.
  package mutating func apply(_ verdict: Verdict) {
    if case .accepted(let state, _) = verdict { devices[state.position.device] = state }
  }

  /// Judges a position and applies the verdict.
  package mutating func report(_ position: DevicePosition, now: Timestamp) -> Verdict {
    let verdict = judge(position, now: now)
    apply(verdict)
    return verdict
  }
}

/// Where a device is.
package struct DeviceState: Sendable, Hashable {
  package let position: DevicePosition
  /// The fences around it, in the order they were set up.
  package var inside: [FenceNumber]

  package init(position: DevicePosition, inside: [FenceNumber]) {
    self.position = position
    self.inside = inside
  }
}

/// A device came into a fence or left it.
package struct Transition: Sendable, Hashable {
  package let kind: GeofenceEvent.Kind
  package let fence: FenceNumber

  package init(_ kind: GeofenceEvent.Kind, _ fence: FenceNumber) {
    self.kind = kind
    self.fence = fence
  }
}

/// What a reported position means.
package enum Verdict: Sendable, Hashable {
  /// It changes nothing, and why.
  case ignored(IgnoreReason)
  /// Where the device is now, and what that caused.
  case accepted(DeviceState, [Transition])
}

/// Why a position was not acted on; the raw value is for a person.
package enum IgnoreReason: String, Sendable, Hashable, CaseIterable {
  case duplicate = "the same as the last position"
  case outdated = "older than the last position"
  case contradiction = "another position of the same time is known"
  case future = "more than 5 minutes in the future; check the device's clock"
}

extension FenceEngine {
  private func ignoring(
    _ position: DevicePosition, after last: DevicePosition?, now: Timestamp
  ) -> IgnoreReason? {
    if position.time > now.adding(seconds: MonitorLimits.futureToleranceSeconds) {
      return .future
    }
    guard let last else { return nil }
    if position.time < last.time { return .outdated }
    if last.time < position.time { return nil }
    return position.coordinate == last.coordinate ? .duplicate : .contradiction
  }

  /// Both lists are in order.
  private static func transitions(
    from before: [FenceNumber], to after: [FenceNumber]
  ) -> [Transition] {
    if before == after { return [] }
    return missing(from: after, of: before).map { Transition(.exit, $0) }
      + missing(from: before, of: after).map { Transition(.enter, $0) }
  }

  /// Those of `wanted` that `list` lacks; one walk along both.
  private static func missing(
    from list: [FenceNumber], of wanted: [FenceNumber]
  ) -> [FenceNumber] {
    var rest = list[...]
    return wanted.filter { number in
      rest = rest.drop { $0 < number }
      return rest.first != number
    }
  }
}
