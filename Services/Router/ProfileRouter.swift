package import MessageBus
package import Messages

/// Answers the router's messages for one profile; each worker has its own.
package final class ProfileRouter {
  private let search: RoadSearch
  private let routes: RouteAnswer
  private let detours: DetoursAnswer
  private let isochrones: IsochroneAnswer
  private let matches: MatchAnswer

  /// Answers each request from the newest snapshot of the roads.
  package init(_ roads: LiveRoads) {
    search = RoadSearch(roads)
    routes = RouteAnswer(search)
    detours = DetoursAnswer(search: search, stopSets: roads.stopSets)
    isochrones = IsochroneAnswer(search)
    matches = MatchAnswer(search: search)
  }

  package convenience init(_ snapshot: RoadSnapshot) { self.init(LiveRoads(snapshot)) }

  /// Whether the next answers are wanted, as nobody waits for those of a request that is over; and
  /// in which language.
  ///
  /// - Parameter context: `nil` if they are in any case.
  package func answer(in context: RequestContext?) {
    search.checkIsWanted = { () throws(ServiceError) in try context?.checkIsWanted() }
    routes.language = context?.language
  }

  package var network: RoadNetwork { search.network }

  /// - Throws: `invalidRequest`, `outsideMap`, `noRoute`.
  package func answer(_ request: RouteRequest) throws(ServiceError) -> RouteReply {
    try routes.answer(request)
  }

  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: TableRequest) throws(ServiceError) -> TableReply {
    try TableAnswer(search: search).answer(request)
  }

  /// - Throws: `invalidRequest`; `outsideMap` for the origin or the destination.
  package func answer(_ request: DetoursRequest) throws(ServiceError) -> DetoursReply {
    try detours.answer(request)
  }

  /// - Throws: `notFound` for a set that is not known; as `DetoursRequest`.
  package func answer(_ request: BestDetoursRequest) throws(ServiceError) -> BestDetoursReply {
    try detours.answer(request)
  }

  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: NearestRoadRequest) throws(ServiceError) -> NearestRoadReply {
    try NearestAnswer(search: search).answer(request)
  }

  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: IsochroneRequest) throws(ServiceError) -> IsochroneReply {
    try isochrones.answer(request)
  }

  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: MatchRequest) throws(ServiceError) -> MatchReply {
    try matches.answer(request)
  }
}
