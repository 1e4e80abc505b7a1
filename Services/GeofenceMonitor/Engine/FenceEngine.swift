package import Geography
package import Messages
package import Time

/// Turns positions into events: which fences devices entered, left, stayed in and crossed.
///
/// A report passes the stages in the folder `Pipeline` once, one file a stage; `report` lists them.
///
/// Pure and deterministic: it uses no clock, no file and no bus. The effective events of a device
/// follow from its samples in the order of their times, in whatever order they arrive, as long as
/// they arrive within `EngineSettings.windowSeconds` and `windowSamples` of each other.
package struct FenceEngine: Sendable {
  package let settings: EngineSettings
  package private(set) var fences = FenceSet()
  /// The index of a device in `tracks` and `devices`.
  private var indexes: [DeviceID: Int] = [:]
  private var tracks: [DeviceTrack] = []
  package private(set) var devices: [DeviceID] = []
  private(set) var census = DeviceCensus()
  /// The number of the newest event; 0 before the first.
  package private(set) var latestEvent: Int64
  /// How many reports arrived, those before restarts included.
  package private(set) var latestArrival: Int64
  /// How many samples were folded into tracks, in measure of the work: one a report, after a late
  /// one the whole window again.
  private(set) var foldedSamples = 0
  private var scratch: [FenceNumber] = []

  package init(
    settings: EngineSettings = EngineSettings(), latestEvent: Int64 = 0, latestArrival: Int64 = 0
  ) {
    self.settings = settings
    self.latestEvent = latestEvent
    self.latestArrival = latestArrival
  }

  package var deviceCount: Int { tracks.count }
}

// MARK: - Positions

extension FenceEngine {
  /// A position as it arrived.
  @Memberwise package struct Report: Sendable, Hashable {
    package let device: DeviceID
    package let coordinate: Coordinate
    package let time: Timestamp
    package let accuracy: Meters?
  }

  /// The result of a report.
  package struct Outcome: Sendable, Hashable {
    /// Why the position is ignored; `nil` if it counts.
    package var flaw: PositionRejection?
    /// The sample, if it became part of the device's track.
    package var sample: Sample?
    /// How many samples the track has folded into its base, and holds no more.
    package var folded = 0
    /// How many samples the track has forgotten, as it starts again with this one; `nil` if it does
    /// not.
    package var forgotten: Int?
    package var events: [GeofenceEvent] = []
  }

  /// Applies a report.
  ///
  /// Costs, in order, a search of the index and an evaluation of each fence near the path; late,
  /// the same for each sample of the device's window.
  package mutating func report(_ report: Report, now: Timestamp) -> Outcome {
    // 1. Is the report usable by itself?
    let sample: Sample
    switch Admission(report, now: now, arrival: latestArrival + 1, settings) {
    case .rejected(let flaw): return Outcome(flaw: flaw)
    case .admitted(let admitted): sample = admitted
    }
    latestArrival = sample.arrival
    let index = index(of: report.device)
    // 2. Where in the device's track does it belong?
    let forgotten = tracks[index].restart(
      before: sample, now: now.millisecondsSince1970, settings)
    let insertion = tracks[index].window.insert(sample)
    if case .rejected(let flaw) = insertion { return Outcome(flaw: flaw) }
    foldedSamples += insertion == .late ? tracks[index].window.samples.count : 1
    // 3 to 5. Which transitions follow from it, or from the whole window?
    var transitions: [Transition] = []
    let fences = fences.watching(report.device)
    let flaw = tracks[index].fold(
      sample, at: insertion, fences, settings, scratch: &scratch, transitions: &transitions)
    // 6. Which of them are new, and which correct earlier events?
    let reconciliation =
      insertion == .late
      ? Reconciliation(replacing: tracks[index].ledger.emitted, by: transitions, fences)
      : Reconciliation(following: transitions)
    // 7. Events with their numbers.
    let events = number(reconciliation, at: index, cause: sample)
    // 8. Samples that are too old leave the window.
    let folded = tracks[index].trim(fences, settings, scratch: &scratch)
    return Outcome(
      flaw: flaw, sample: sample, folded: folded, forgotten: forgotten, events: events)
  }

  /// Emits what is pending, where no report is to follow.
  package mutating func conclude() -> [GeofenceEvent] {
    var events: [GeofenceEvent] = []
    for index in tracks.indices {
      guard let last = tracks[index].current.last?.sample else { continue }
      let transitions = tracks[index].current.conclude(fences, settings)
      events += number(Reconciliation(following: transitions), at: index, cause: last)
    }
    return events
  }

  private mutating func number(
    _ reconciliation: Reconciliation, at index: Int, cause: Sample
  ) -> [GeofenceEvent] {
    if reconciliation.isEmpty { return [] }
    var numbering = EventNumbering(
      device: devices[index], cause: cause, fences: fences, latest: latestEvent)
    let state = tracks[index].current
    numbering.number(reconciliation, &tracks[index].ledger, isOpen: state.isOpen)
    latestEvent = numbering.latest
    return numbering.events
  }

  private mutating func index(of device: DeviceID) -> Int {
    if let known = indexes[device] { return known }
    indexes[device] = tracks.count
    tracks.append(DeviceTrack())
    devices.append(device)
    census.add(device)
    return tracks.count - 1
  }
}

// MARK: - Devices

extension FenceEngine {
  package func knows(_ device: DeviceID) -> Bool { indexes[device] != nil }

  func track(of device: DeviceID) -> DeviceTrack? { indexes[device].map { tracks[$0] } }

  /// The newest position of a device that counts.
  func newestFix(of device: DeviceID) -> Fix? {
    indexes[device].flatMap { tracks[$0].current.last }
  }

  /// The fences that a device is in by its confirmed state.
  func inside(_ device: DeviceID) -> [FenceNumber] {
    guard let index = indexes[device] else { return [] }
    return tracks[index].current.presences.filter(\.presence.isInside).map(\.fence)
  }

  /// Forgets a device and its track, as if it had never reported; the last of `devices` moves to
  /// its place.
  mutating func forget(_ device: DeviceID) {
    guard let index = indexes.removeValue(forKey: device) else { return }
    census.remove(device)
    tracks.swapAt(index, tracks.count - 1)
    devices.swapAt(index, devices.count - 1)
    tracks.removeLast()
    devices.removeLast()
    if index < devices.count { indexes[devices[index]] = index }
  }

  /// Folds the oldest samples of a device that had arrived by then; the newest always stays.
  ///
  /// - Returns: how many have left the window.
  mutating func trim(_ device: DeviceID, arrivedBy arrival: Int64) -> Int {
    guard let index = indexes[device] else { return 0 }
    let samples = tracks[index].window.samples.dropLast()
    let count = samples.prefix { $0.arrival <= arrival }.count
    return tracks[index].fold(
      first: count, fences.watching(device), settings, scratch: &scratch)
  }

  /// Restores a device from the store; all fences must be restored before.
  mutating func restore(_ device: DeviceID, _ saved: SavedTrack, samples: [Sample]) {
    let index = index(of: device)
    tracks[index] = DeviceTrack(
      saved, samples: samples, fences.watching(device), settings, scratch: &scratch)
  }

  /// Where a device is, and which of the present fences it is in; `nil` if none of its positions
  /// counts.
  package func position(of device: DeviceID, now: Timestamp) -> DevicePosition? {
    guard let sample = newestFix(of: device)?.sample else { return nil }
    let time = max(now.millisecondsSince1970, sample.time)
    let inside = inside(device).compactMap { fences[$0] }
      .filter { $0.isOpen(at: time, offsetSeconds: sample.offsetSeconds) }.map(\.fence.id)
    return DevicePosition(
      device: device, coordinate: sample.coordinate, time: sample.timestamp,
      accuracyMeters: sample.accuracy, color: inside.isEmpty ? .white : .green, inside: inside,
      view: BoundingBox(sample.coordinate).expanded(by: MonitorLimits.viewMeters / 2))
  }

  /// What the next reports of a device may confirm.
  package func pending(_ device: DeviceID) -> [UnconfirmedTransition] {
    guard let state = track(of: device)?.current, let last = state.last?.sample else { return [] }
    return state.presences.compactMap { entry in
      guard let pending = entry.presence.pending, pending.confirmingFixes > 0,
        let fence = fences[entry.fence]
      else { return nil }
      return UnconfirmedTransition(
        kind: entry.presence.isInside ? .exit : .enter, fence: fence.fence.id,
        time: last.timestamp(pending.crossing.time), fixes: pending.confirmingFixes)
    }
  }
}

// MARK: - Fences

extension FenceEngine {
  /// Starts to watch a fence; reports from now on count. The number must be new.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for an invalid area or hours.
  package mutating func add(_ fence: Fence, number: FenceNumber) throws(ServiceError) {
    add(try prepare(fence, number: number))
  }

  /// A fence that, once added, counts the reports from now on. The number must be new.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for an invalid area or hours.
  func prepare(_ fence: Fence, number: FenceNumber) throws(ServiceError) -> WatchedFence {
    try WatchedFence(fence, number: number, firstArrival: latestArrival + 1)
  }

  /// Starts to watch a prepared fence, or one restored from the store.
  mutating func add(_ fence: WatchedFence) { fences.add(fence) }

  /// Stops watching a fence. Linear in devices.
  ///
  /// - Returns: the exits of the devices inside, as of `time`.
  package mutating func remove(
    _ number: FenceNumber, at time: Timestamp, because reason: GeofenceEvent.Reason
  ) -> [GeofenceEvent] {
    guard fences[number] != nil else { return [] }
    var events: [GeofenceEvent] = []
    for index in tracks.indices {
      guard let last = tracks[index].current.last?.sample else { continue }
      let exit = tracks[index].leave(
        number, at: time.millisecondsSince1970, because: reason)
      guard let exit else { continue }
      events += self.number(Reconciliation(following: [exit]), at: index, cause: last)
    }
    fences.remove(number)
    return events
  }

  /// Stops watching the fences that expired, once the window has passed them: no late sample can
  /// belong to them then.
  ///
  /// - Returns: these fences, and the exits of devices that have not reported since. Costs next to
  ///   nothing if there are none.
  package mutating func removeExpired(
    now: Timestamp
  ) -> (fences: [WatchedFence], events: [GeofenceEvent]) {
    let limit = now.adding(seconds: -settings.windowSeconds).millisecondsSince1970
    let expired = fences.expired(by: limit)
    var events: [GeofenceEvent] = []
    for fence in expired {
      let end = Timestamp(millisecondsSince1970: fence.expires, offsetSeconds: now.offsetSeconds)
      events += remove(fence.number, at: end, because: .expired)
    }
    return (expired, events)
  }

  /// Replaces the definition of a fence: a device inside stays inside until its next report.
  /// Linear in devices.
  mutating func move(_ old: FenceNumber, to fence: WatchedFence) {
    add(fence)
    fences.remove(old)
    for index in tracks.indices { tracks[index].move(old, to: fence.number) }
  }

  package func fence(_ number: FenceNumber) -> Fence? { fences[number]?.fence }
}
