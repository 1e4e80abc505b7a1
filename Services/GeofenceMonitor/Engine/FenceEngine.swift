import Geography
import Messages
import Time

/// Decides what positions mean: which fences devices came into, left, stayed in and passed through.
///
/// Pure and deterministic: it knows no clock, no file and no bus. What is told of a device is what
/// its samples tell in the order of their times, however they came, as long as they came within
/// `EngineSettings.windowSeconds` and `windowSamples` of each other.
package struct FenceEngine: Sendable {
  package let settings: EngineSettings
  package private(set) var fences = FenceSet()
  private var places: [DeviceID: Int] = [:]
  private var tracks: [DeviceTrack] = []
  private var names: [DeviceID] = []
  /// The number of the newest event; 0 before the first.
  package private(set) var latestEvent: Int64
  /// How many reports came, those of earlier lives included.
  package private(set) var latestArrival: Int64
  private var scratch: [FenceNumber] = []

  package init(
    settings: EngineSettings = EngineSettings(), latestEvent: Int64 = 0, latestArrival: Int64 = 0
  ) {
    self.settings = settings
    self.latestEvent = latestEvent
    self.latestArrival = latestArrival
  }

  package var deviceCount: Int { tracks.count }
  package var devices: [DeviceID] { names }
}

// MARK: - Positions

extension FenceEngine {
  /// A position as it came.
  package struct Report: Sendable, Hashable {
    package let device: DeviceID
    package let coordinate: Coordinate
    package let time: Timestamp
    package let accuracy: Meters?

    package init(
      device: DeviceID, coordinate: Coordinate, time: Timestamp, accuracy: Meters? = nil
    ) {
      self.device = device
      self.coordinate = coordinate
      self.time = time
      self.accuracy = accuracy
    }
  }

  /// What a report came to.
  package struct Outcome: Sendable, Hashable {
    /// Why it does not count; `nil` where it does.
    package let flaw: PositionFlaw?
    /// The sample, where it became part of the device's track.
    package let kept: Sample?
    /// How many samples the track has folded into its base, and holds no more.
    package let folded: Int
    package let events: [GeofenceEvent]
  }

  /// Takes a report in.
  ///
  /// Costs, in order, a search of the index and a look at each fence near the way; late, the same
  /// for each sample of the device's window.
  package mutating func report(_ report: Report, now: Timestamp) -> Outcome {
    if let flaw = flaw(of: report, now: now) {
      return Outcome(flaw: flaw, kept: nil, folded: 0, events: [])
    }
    latestArrival += 1
    let sample = Sample(
      coordinate: report.coordinate, time: report.time.millisecondsSince1970,
      offsetSeconds: Int32(report.time.offsetSeconds), accuracy: report.accuracy,
      arrival: latestArrival)
    let index = index(of: report.device)
    let known = tracks[index].samples.count
    let horizon = tracks[index].horizon
    var writer = EventWriter(device: report.device, number: latestEvent, cause: sample)
    let flaw = tracks[index].take(
      sample, fences, settings, scratch: &scratch,
      tell: { [fences] in writer.write($0, episode: $1, fences) })
    latestEvent = writer.number
    let left = tracks[index].samples.count
    let isKept = left != known || tracks[index].horizon != horizon
    return Outcome(
      flaw: flaw, kept: isKept ? sample : nil, folded: isKept ? known + 1 - left : 0,
      events: writer.events)
  }

  /// Tells what is in doubt where no report is to follow.
  package mutating func conclude() -> [GeofenceEvent] {
    var events: [GeofenceEvent] = []
    for index in tracks.indices {
      guard let last = tracks[index].current.last?.sample else { continue }
      var writer = EventWriter(device: names[index], number: latestEvent, cause: last)
      tracks[index].conclude(
        fences, settings, tell: { [fences] in writer.write($0, episode: $1, fences) })
      latestEvent = writer.number
      events += writer.events
    }
    return events
  }

  /// What is wrong with a report by itself.
  private func flaw(of report: Report, now: Timestamp) -> PositionFlaw? {
    let place = report.coordinate
    guard place.isValid, place.latitude != 0 || place.longitude != 0 else { return .invalid }
    if let accuracy = report.accuracy {
      guard accuracy >= 0 else { return .invalid }
      if accuracy > settings.worstAccuracyMeters { return .inaccurate }
    }
    return report.time > now.adding(seconds: settings.futureSeconds) ? .future : nil
  }

  private mutating func index(of device: DeviceID) -> Int {
    if let known = places[device] { return known }
    places[device] = tracks.count
    tracks.append(DeviceTrack())
    names.append(device)
    return tracks.count - 1
  }
}

// MARK: - Devices

extension FenceEngine {
  package func knows(_ device: DeviceID) -> Bool { places[device] != nil }

  func track(of device: DeviceID) -> DeviceTrack? { places[device].map { tracks[$0] } }

  /// The newest position of a device that counts.
  func newestFix(of device: DeviceID) -> Fix? { places[device].flatMap { tracks[$0].current.last } }

  /// The fences that a device is believed to be in.
  func inside(_ device: DeviceID) -> [FenceNumber] {
    guard let place = places[device] else { return [] }
    return tracks[place].current.presences.filter(\.presence.isInside).map(\.fence)
  }

  /// Takes up a device where an earlier life left it; all fences must be set up.
  mutating func restore(_ device: DeviceID, _ saved: SavedTrack, samples: [Sample]) {
    let index = index(of: device)
    tracks[index] = DeviceTrack(saved, samples: samples, fences, settings, scratch: &scratch)
  }

  /// Where a device is and how it stands to the fences that are there now; `nil` where none of its
  /// positions counts.
  package func position(of device: DeviceID, now: Timestamp) -> DevicePosition? {
    guard let sample = newestFix(of: device)?.sample else { return nil }
    let time = max(now.millisecondsSince1970, sample.time)
    let inside = inside(device).compactMap { fences[$0] }
      .filter { $0.isOpen(at: time, offsetSeconds: sample.offsetSeconds) }.map(\.fence.id)
    return DevicePosition(
      device: device, coordinate: sample.coordinate, time: sample.timestamp,
      accuracyMeters: sample.accuracy, color: inside.isEmpty ? .white : .green, inside: inside,
      view: BoundingBox(sample.coordinate).grown(by: MonitorLimits.viewMeters / 2))
  }

  /// What the next reports of a device may confirm.
  package func pending(_ device: DeviceID) -> [PendingChange] {
    guard let state = track(of: device)?.current, let last = state.last?.sample else { return [] }
    return state.presences.compactMap { standing in
      guard let doubt = standing.presence.doubt, doubt.sureFixes > 0,
        let fence = fences[standing.fence]
      else { return nil }
      return PendingChange(
        kind: standing.presence.isInside ? .exit : .enter, fence: fence.fence.id,
        time: last.timestamp(doubt.crossing.time), fixes: doubt.sureFixes)
    }
  }
}

// MARK: - Fences

extension FenceEngine {
  /// Starts to watch a fence; reports from now on count. The number must be new.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for an area or hours that make no sense.
  package mutating func add(_ fence: Fence, number: FenceNumber) throws(ServiceError) {
    fences.add(try WatchedFence(fence, number: number, firstArrival: latestArrival + 1))
  }

  /// Takes up a fence where an earlier life left it.
  mutating func restore(_ fence: WatchedFence) { fences.add(fence) }

  /// Stops watching a fence. Costs a look at every device.
  ///
  /// - Returns: that the devices inside have left, as of `time`.
  package mutating func remove(
    _ number: FenceNumber, at time: Timestamp, because reason: GeofenceEvent.Reason
  ) -> [GeofenceEvent] {
    guard fences[number] != nil else { return [] }
    var events: [GeofenceEvent] = []
    for index in tracks.indices {
      guard let last = tracks[index].current.last?.sample else { continue }
      var writer = EventWriter(device: names[index], number: latestEvent, cause: last)
      tracks[index].leave(
        number, at: time.millisecondsSince1970, because: reason,
        tell: { [fences] in writer.write($0, episode: $1, fences) })
      latestEvent = writer.number
      events += writer.events
    }
    fences.remove(number)
    return events
  }

  /// Stops watching the fences whose time is over, once no sample of that time is to come.
  ///
  /// - Returns: these fences, and that devices of which nothing was heard since have left. Costs
  ///   next to nothing where there are none.
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

  /// Watches another definition under the name of a fence: who is inside stays inside until the
  /// next report tells otherwise. Costs a look at every device.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`, as `add`.
  package mutating func move(
    _ old: FenceNumber, to fence: Fence, number: FenceNumber
  ) throws(ServiceError) {
    try add(fence, number: number)
    fences.remove(old)
    for index in tracks.indices { tracks[index].move(old, to: number) }
  }

  package func fence(_ number: FenceNumber) -> Fence? { fences[number]?.fence }
}
