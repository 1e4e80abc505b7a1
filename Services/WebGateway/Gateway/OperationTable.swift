package import Messages

/// The operations that HTTP clients may call. All others are not found.
package enum OperationTable {
  /// An operation, and what is needed to call it.
  package struct Entry: Sendable {
    package let request: any RequestMessage.Type

    package var operation: Operation { request.operation }
    package var scope: AccessScope { operation.scope }
  }

  /// A GET may ask those that only read, too.
  package static let entries: [Entry] = [
    PlanRequest.self, ErrandsRequest.self, MeetRequest.self, PlanShowRequest.self,
    MapInfoRequest.self, MapTimesRequest.self, PinBoardRequest.self,
    GeocodeRequest.self, FindRequest.self, SuggestRequest.self, ReverseGeocodeRequest.self,
    RouteRequest.self, TableRequest.self, NearestRoadRequest.self, IsochroneRequest.self,
    MatchRequest.self,
    NearbyRequest.self, ShopDetailsRequest.self,
    VenueRequest.self, VenueListRequest.self, VenueMatchRequest.self, VenueRemarksRequest.self,
    VenueSourcesRequest.self, CategoriesRequest.self, ReviewListRequest.self,
    NoteListRequest.self, DealListRequest.self, FavouriteListRequest.self,
    FenceListRequest.self, PositionRequest.self, GeofenceEventsRequest.self, UpcomingRequest.self,
    MapTileRequest.self, MapStyleRequest.self, MapGlyphsRequest.self, MapSpriteRequest.self,
    PinAddRequest.self, PinRemoveRequest.self, PinResetRequest.self, PinWatchRequest.self,
    NearbyWatchRequest.self,
    FavouriteAddRequest.self, FavouriteRemoveRequest.self, FavouriteMergeRequest.self,
    ReviewPutRequest.self, ReviewRemoveRequest.self, NotePutRequest.self, NoteRemoveRequest.self,
    FenceAddRequest.self, FenceRemoveRequest.self,
    PositionReportRequest.self, PositionBatchRequest.self, RouteSetRequest.self,
    TrafficRequest.self, DealAddRequest.self, DealRemoveRequest.self,
  ].map { Entry(request: $0) }

  package static let operations: [Operation] = entries.map(\.operation)

  private static let byName = Dictionary(
    uniqueKeysWithValues: entries.map { ($0.operation.name, $0) })

  /// The operation named `planner.plan/1`, or `planner.plan` for its first version.
  package static func entry(named name: String) -> Entry? {
    byName[name] ?? byName[name + "/1"]
  }
}
