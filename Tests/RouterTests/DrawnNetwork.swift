import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// The network of a drawn map, with requests by the letters of its nodes.
struct DrawnNetwork {
  let map: RoadMap
  let network: RoadNetwork
  let router: ProfileRouter
  let summary: NetworkBuilder.Summary

  /// - Parameter elements: used instead of the drawing's own; the drawing then only locates the
  ///   letters.
  init(
    _ map: RoadMap, elements: MapElements? = nil, for profile: TravelProfile = .car
  ) throws {
    self.map = map
    (network, summary) = try Self.network(elements ?? map.elements, for: profile)
    router = ProfileRouter(RoadSnapshot(network))
  }

  static func network(
    _ source: some MapSource, for profile: TravelProfile = .car
  ) throws -> (RoadNetwork, NetworkBuilder.Summary) {
    try TemporaryDirectory.with { directory in
      let path = directory.path("drawn.network")
      let summary = try NetworkBuilder.build(source, for: profile, to: path)
      // The mapping stays valid after the file is deleted.
      return (try RoadNetwork.checked(path: path), summary)
    }
  }

  /// The letters along the quickest route through the given letters; "no route" where there is
  /// none.
  func path(_ letters: String) throws -> String {
    try path(letters.map { map.coordinate(of: $0) })
  }

  func path(_ waypoints: [Coordinate]) throws -> String {
    do {
      let reply = try router.answer(RouteRequest(waypoints: waypoints, geometry: true))
      return map.letters(along: try #require(reply.geometry?.coordinates))
    } catch let error as ServiceError where error.code == .noRoute {
      return "no route"
    }
  }

  func route(_ letters: String, steps: Bool = false) throws -> RouteReply {
    try router.answer(
      RouteRequest(
        waypoints: letters.map { map.coordinate(of: $0) }, geometry: true, steps: steps))
  }
}

/// A common two-way street.
let street: Tags = ["highway": "residential"]
let oneWay: Tags = ["highway": "residential", "oneway": "yes"]
