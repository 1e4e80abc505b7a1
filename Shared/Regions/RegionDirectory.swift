import Algorithms
import MessageBus
package import Messages

/// Which maps a stack has now, and where they lie.
///
/// The names come from the running instances, at most a second old. The maps come from their
/// planners, at most `interval` old: they are asked again in the background, so that a region whose
/// planner is away keeps nobody waiting. One that never answered is unknown until it does.
package final class RegionDirectory: Sendable {
  private struct Known {
    var map: MapInfo?
    var asked: ContinuousClock.Instant
  }

  private struct State {
    var names: [RegionName] = []
    var listed: ContinuousClock.Instant?
    var known: [RegionName?: Known] = [:]
  }

  /// How old what is known may be before it is asked again.
  static let interval = Duration.seconds(5)
  static let listingInterval = Duration.seconds(1)
  /// How long a planner may take to say what its map is.
  static let versionTimeout = Duration.seconds(1)

  private let stack: any RegionalStack
  private let clock: @Sendable () -> ContinuousClock.Instant
  private let state = Locked(State())

  package init(
    _ stack: any RegionalStack,
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.stack = stack
    self.clock = clock
  }

  /// The regions beside the stack's own map; empty in a stack of one map.
  package func names() -> [RegionName] {
    let now = clock()
    let known = state.withLock { state in
      let isRecent = state.listed.map { now - $0 < Self.listingInterval } ?? false
      return isRecent ? state.names : nil
    }
    if let known { return known }
    let names = stack.regions()
    state.withLock { state in
      state.names = names
      state.listed = now
      let kept = Set([nil] + names.map(Optional.some))
      state.known = state.known.filter { kept.contains($0.key) }
    }
    return names
  }

  /// The stack's own map and those of its regions, as far as they are known; the own one first.
  package func maps() async -> [RegionMap] {
    let regions = [nil] + names().map(Optional.some)
    let now = clock()
    let (new, old) = state.withLock { state in
      let new = regions.filter { state.known[$0] == nil }
      let old = regions.filter { state.known[$0].map { now - $0.asked >= Self.interval } ?? false }
      for region in new + old { state.known[region, default: Known(asked: now)].asked = now }
      return (new, old)
    }
    if !old.isEmpty { Task { await ask(old) } }
    await ask(new)
    let known = state.withLock(\.known)
    return regions.compactMap { region in
      known[region]?.map.map { RegionMap(region: region, map: $0) }
    }
  }

  private func ask(_ regions: [RegionName?]) async {
    _ = await concurrentMap(regions) { [self] region in
      let services = stack.services(of: region)
      let reply = try? await services.send(MapInfoRequest(), timeout: Self.versionTimeout)
      guard let map = reply else { return }
      state.withLock { $0.known[region]?.map = map }
    }
  }
}
