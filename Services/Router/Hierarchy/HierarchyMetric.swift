/// A network's hierarchy with the times of one `TravelMetric`: what `HierarchyQuery` searches.
///
/// Making one is the customization, see there for its cost. It is immutable and shared by all
/// workers; it holds 12 bytes an edge of the hierarchy, and shares what it can with the one it was
/// made from.
package final class HierarchyMetric: Sendable {
  package let network: RoadNetwork
  package let travel: TravelMetric
  /// By edge of the hierarchy: its higher rank and its weight, side by side for the search.
  let edges: RowPages<UpwardEdge>
  /// By edge: the rank over which it leads, `Hierarchy.none` for a turn.
  let middles: RowPages<UInt32>

  package init(_ network: RoadNetwork, _ travel: TravelMetric) {
    self.network = network
    self.travel = travel
    let hierarchy = network.hierarchy
    let customization = Customization(hierarchy, travel, network)
    edges = RowPages(hierarchy, customization.edges)
    middles = RowPages(hierarchy, customization.middles)
  }

  /// - Parameter arcs: all whose time is another than the old metric's.
  init(_ old: HierarchyMetric, to travel: TravelMetric, on arcs: some Sequence<Int>) {
    network = old.network
    self.travel = travel
    let partial = PartialCustomization(old, to: travel, on: arcs)
    (edges, middles) = (partial.edges, partial.middles)
  }

  /// The same hour's times under other traffic, see `TravelMetric.updated(to:on:)`. Changes of more
  /// than a hundredth of the directed segments are worth a full customization.
  func updated(to traffic: RoadTraffic, on directedSegments: Set<DirectedSegment>)
    -> HierarchyMetric
  {
    let travel = travel.updated(to: traffic, on: directedSegments)
    guard directedSegments.count <= network.segmentCount / 50 else {
      return HierarchyMetric(network, travel)
    }
    return HierarchyMetric(self, to: travel, on: directedSegments.flatMap { network.arcs(of: $0) })
  }
}

/// An edge of the hierarchy as the search upward sees it.
struct UpwardEdge: BitwiseCopyable, Sendable {
  let head: UInt32
  /// Milliseconds.
  var weight: UInt32
}
