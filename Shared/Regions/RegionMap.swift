package import MessageBus
package import Messages

/// One of the maps of a stack.
@Memberwise package struct RegionMap: Sendable, Hashable {
  /// `nil` for the stack's own map.
  package let region: RegionName?
  package let map: MapInfo

  /// What people call it: the region, or the file of the stack's own map.
  package var name: String { region?.rawValue ?? map.name }
}

/// The services of a stack, of whichever region: the bus, or a script in tests.
package protocol RegionalStack: Sendable {
  /// The services of a region; `nil` for those of the stack's own map.
  func services(of region: RegionName?) -> any ServiceClient
  /// The same stack, asked on behalf of `caller`; `nil` for the home's owner.
  func acting(for caller: Caller?) -> Self
  /// The regions beside the stack's own map that there are now, in order.
  func regions() -> [RegionName]
}

extension RequestClient: RegionalStack {
  package func services(of region: RegionName?) -> any ServiceClient { inRegion(region) }
  /// Those with a planner, which knows the map's box.
  package func regions() -> [RegionName] { regions(of: .planner) }
}
