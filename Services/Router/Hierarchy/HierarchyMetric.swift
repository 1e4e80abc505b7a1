/// A network's hierarchy with the times of one `TravelMetric`: what `HierarchyQuery` searches.
///
/// Making one is the customization, see there for its cost. It is immutable and shared by all
/// workers; it holds 16 bytes an edge of the hierarchy.
package final class HierarchyMetric: Sendable {
  package let network: RoadNetwork
  package let travel: TravelMetric
  /// By edge of the hierarchy: its higher rank and its weight, side by side for the search.
  let edges: [UpwardEdge]
  /// By edge: the rank over which it leads, `Hierarchy.none` for a turn.
  let middles: [UInt32]

  package init(_ network: RoadNetwork, _ travel: TravelMetric) {
    self.network = network
    self.travel = travel
    let customization = Customization(network.hierarchy, travel, network)
    edges = customization.weights.indices.map {
      UpwardEdge(head: network.hierarchy.heads[$0], weight: customization.weights[$0])
    }
    middles = customization.middles
  }

  /// The same hour's times under other traffic, see `TravelMetric.updated(to:on:)`.
  func updated(to traffic: RoadTraffic, on courses: Set<Course>) -> HierarchyMetric {
    HierarchyMetric(network, travel.updated(to: traffic, on: courses))
  }
}

/// An edge of the hierarchy as the search upward sees it.
struct UpwardEdge: BitwiseCopyable, Sendable {
  let head: UInt32
  /// Milliseconds.
  let weight: UInt32
}
