/// A network's hierarchy with the weights of one `TravelMetric`, customized: what `HierarchyQuery`
/// searches.
///
/// Making one runs the customization, see `Customization` for its cost. It is immutable and shared
/// by all workers; it holds 12 bytes per edge of the hierarchy, and shares unchanged pages with the
/// metric it was made from.
package final class HierarchyMetric: Sendable {
  package let network: RoadNetwork
  package let travel: TravelMetric
  /// By edge of the hierarchy: its higher rank and its weight, side by side for the search.
  let edges: RowPages<UpwardEdge>
  /// By edge: the middle rank of a shortcut, `Hierarchy.none` for an original turn.
  let middles: RowPages<UInt32>

  package init(_ network: RoadNetwork, _ travel: TravelMetric) {
    self.network = network
    self.travel = travel
    let hierarchy = network.hierarchy
    let customization = Customization(hierarchy, travel, network)
    edges = RowPages(hierarchy, customization.edges)
    middles = RowPages(hierarchy, customization.middles)
  }

  /// - Parameter arcs: at least those whose time differs from the old metric's.
  init(_ old: HierarchyMetric, to travel: TravelMetric, on arcs: some Sequence<Int>) {
    network = old.network
    self.travel = travel
    let partial = PartialCustomization(old, to: travel, on: arcs)
    (edges, middles) = (partial.edges, partial.middles)
  }

  /// The metric of the same hour with other traffic, see `TravelMetric.updated(to:on:)`. From
  /// changes of a hundredth of the directed segments on, a full customization is faster.
  package func updated(to traffic: RoadTraffic, on directedSegments: Set<DirectedSegment>)
    -> HierarchyMetric
  {
    updated(
      to: travel.updated(to: traffic, on: directedSegments),
      on: directedSegments.flatMap { network.arcs(of: $0).map { Int($0) } })
  }

  /// The metric of the same hour and traffic with other changes.
  func updated(to changes: RoadChanges, under traffic: RoadTraffic) -> HierarchyMetric {
    let next = travel.updated(to: changes, under: traffic)
    return updated(to: next.metric, on: next.arcs)
  }

  /// What it takes beside another metric of the same network, with which it shares what is equal.
  func bytes(besides other: HierarchyMetric) -> Int {
    edges.bytes(besides: other.edges) + middles.bytes(besides: other.middles)
      + travel.bytes(besides: other.travel)
  }

  private func updated(to travel: TravelMetric, on arcs: [Int]) -> HierarchyMetric {
    guard arcs.count <= network.segmentCount / 50 else { return HierarchyMetric(network, travel) }
    return HierarchyMetric(self, to: travel, on: arcs)
  }
}

/// An edge of the hierarchy as the upward search sees it.
struct UpwardEdge: BitwiseCopyable, Sendable {
  let head: UInt32
  /// Milliseconds.
  var weight: UInt32
}
