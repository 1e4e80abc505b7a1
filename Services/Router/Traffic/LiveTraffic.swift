import MessageBus
import Messages
import ServiceRuntime

/// Keeps one instance's roads as all instances know them: takes changes, and follows those that
/// others take.
package final class LiveTraffic: Sendable {
  private let roads: LiveRoads
  private let store: TrafficStore
  private let log: Log
  private let publish: @Sendable (TrafficChanged) -> Void
  /// Which file was looked at last. Who holds the lock may lay a state on the roads.
  private let lastStamp = Locked<TrafficStore.FileStamp?>(nil)

  /// Takes over what is known already.
  ///
  /// - Parameter publish: announces a change; called in the order of the changes.
  /// - Throws: `TrafficFileError` where a file of the store is damaged.
  package init(
    _ roads: LiveRoads, _ store: TrafficStore, log: Log,
    publish: @escaping @Sendable (TrafficChanged) -> Void
  ) throws {
    self.roads = roads
    self.store = store
    self.log = log
    self.publish = publish
    try lastStamp.withLock { lastStamp in
      lastStamp = store.fileStamp()
      apply(try store.read())
    }
  }

  /// Does what a request says, and tells all that is known then. The roads of this instance are as
  /// told when it returns, those of the others within moments.
  ///
  /// - Throws: `invalidRequest`, `notFound`; `internal` where the change cannot be written. Nothing
  ///   is changed then.
  package func answer(_ request: TrafficRequest) throws(ServiceError) -> TrafficReply {
    do {
      if request.isReadOnly {
        try request.check()
        try follow()
      } else {
        try change(request)
      }
    } catch let error as ServiceError {
      throw error
    } catch {
      log.error("\(error)")
      throw ServiceError(.internal, "The traffic stays as it was. \(error)")
    }
    let snapshot = roads.snapshot
    return TrafficReply(
      version: snapshot.traffic.state.version, roads: snapshot.traffic.roads(on: snapshot.network))
  }

  private func change(_ request: TrafficRequest) throws {
    let snapshot = roads.snapshot
    let state = try store.update(known: snapshot.traffic.state) { state in
      try state.changed(by: request) { snapshot.traffic.locate($0, on: snapshot.network) }
    } onWritten: {
      publish(TrafficChanged(version: $0.version, change: request))
    }
    lastStamp.withLock { _ in apply(state) }
  }

  /// Takes over what another instance may have changed. Costs a look at a file where nothing has.
  ///
  /// - Throws: `TrafficFileError`, once for each damaged file; the roads stay as they were.
  package func follow() throws {
    try lastStamp.withLock { lastStamp in
      // A file that is gone tells nothing new.
      guard let stamp = store.fileStamp(), stamp != lastStamp else { return }
      lastStamp = stamp
      apply(try store.read())
    }
  }

  /// Lays a state on the roads, unless they are as new already. Called by one at a time.
  private func apply(_ state: TrafficState) {
    let snapshot = roads.snapshot
    guard state.version > snapshot.traffic.state.version else { return }
    let traffic = RoadTraffic(state, on: snapshot.network, after: snapshot.traffic)
    roads.replace(by: snapshot.applying(traffic))
    log.info("traffic \(state.version), roads that are not as usual: \(state.roads.count)")
    for road in traffic.missing where !snapshot.traffic.missing.contains(road) {
      log.warning("traffic on a road that this map does not have: \(road)")
    }
  }
}
