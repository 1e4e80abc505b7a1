import CommandLineKit
import Files
import MessageBus
package import Messages

/// The live traffic of one instance: accepts changes, and applies those that other instances
/// accepted.
package final class LiveTraffic: Sendable {
  private let roads: LiveRoads
  private let store: TrafficStore
  private let nodes: NodeReferences
  private let log: Log
  private let publish: @Sendable (TrafficChanged) -> Void
  /// Of the file that was read last. The lock also guards `apply`.
  private let lastVersion = Locked<FileVersion?>(nil)

  /// Starts with the state in the store.
  ///
  /// - Parameter publish: announces a change; called in the order of the changes.
  /// - Throws: `TrafficFileError` where a file of the store is damaged.
  init(
    _ roads: LiveRoads, _ store: TrafficStore, log: Log,
    publish: @escaping @Sendable (TrafficChanged) -> Void
  ) throws {
    self.roads = roads
    self.store = store
    nodes = NodeReferences(map: roads.snapshot.network.roads)
    self.log = log
    self.publish = publish
    try lastVersion.withLock { lastVersion in
      lastVersion = store.version
      apply(try store.read())
    }
  }

  /// Makes the changes of a request, and replies with all known traffic. When it returns, this
  /// instance routes by them; the others follow within a second.
  ///
  /// - Throws: `invalidRequest`, `notFound`; `internal` where the change cannot be written; then
  ///   nothing is changed.
  package func answer(_ request: TrafficRequest) throws(ServiceError) -> TrafficReply {
    do {
      if request.isReadOnly {
        try request.check()
        try follow()
      } else {
        try change(nodes.located(request))
      }
    } catch let error as ServiceError {
      throw error
    } catch {
      log.error("\(error)")
      throw ServiceError(.internal, "The traffic stays as it was. \(error)")
    }
    let snapshot = roads.snapshot
    return TrafficReply(
      version: snapshot.traffic.state.version, roads: snapshot.traffic.roads(on: snapshot.network),
      mapVersion: snapshot.network.version)
  }

  private func change(_ request: TrafficRequest) throws {
    try update {
      try $0.changed(by: request, locate: $1)
    } onWritten: {
      publish(TrafficChanged(version: $0.version, change: request))
    }
  }

  private func update(
    _ next: (TrafficState, (RoadReference) -> [DirectedSegment]) throws -> TrafficState,
    onWritten: (TrafficState) -> Void
  ) throws {
    let snapshot = roads.snapshot
    let state = try store.update(
      known: snapshot.traffic.state,
      { state in try next(state) { snapshot.traffic.locate($0, on: snapshot.network) } },
      onWritten: onWritten)
    lastVersion.withLock { _ in apply(state) }
  }

  /// Makes a change that another instance announced, where the files do not have it: then that
  /// instance is on another machine.
  ///
  /// - Throws: `ServiceError` where this map has no such road; as `follow()`.
  package func follow(_ event: TrafficChanged) throws {
    try follow()
    try update {
      guard $0.version < event.version else { return $0 }
      return try $0.changed(by: event.change, locate: $1).numbered(event.version)
    } onWritten: { _ in
    }
  }

  /// Applies what another instance may have changed. Costs one `stat` where nothing has.
  ///
  /// - Throws: `TrafficFileError`, once for each damaged file; the roads stay as they were.
  package func follow() throws {
    try lastVersion.withLock { lastVersion in
      // A missing file is not a change.
      guard let version = store.version, version != lastVersion else { return }
      lastVersion = version
      apply(try store.read())
    }
  }

  /// Applies a state to the roads, unless they already have it or a newer one. Called under the
  /// lock.
  private func apply(_ state: TrafficState) {
    let snapshot = roads.snapshot
    guard state.version > snapshot.traffic.state.version else { return }
    let traffic = RoadTraffic(state, on: snapshot.network, after: snapshot.traffic)
    roads.replace(by: snapshot.applying(traffic))
    log.info("traffic version \(state.version): \(state.roads.count) roads")
    for road in traffic.missing where !snapshot.traffic.missing.contains(road) {
      log.warning("traffic on a road that this map does not have: \(road)")
    }
  }
}
