import Messages

/// The operations that browsers may call. All others are not found.
package enum OperationTable {
  package static let operations: [Operation] = [
    PlanRequest.operation, ErrandsRequest.operation, MeetRequest.operation,
    PlanShowRequest.operation, MapInfoRequest.operation,
    PinAddRequest.operation, PinRemoveRequest.operation, PinBoardRequest.operation,
    PinResetRequest.operation, PinWatchRequest.operation,
    GeocodeRequest.operation, SuggestRequest.operation, ReverseGeocodeRequest.operation,
    RouteRequest.operation, TableRequest.operation, NearestRoadRequest.operation,
    TrafficRequest.operation,
    NearbyRequest.operation, NearbyWatchRequest.operation, ShopDetailsRequest.operation,
    VenueRequest.operation, VenueListRequest.operation, VenueMatchRequest.operation,
    VenueSourcesRequest.operation,
    VenueRemarksRequest.operation, CategoriesRequest.operation, ReviewListRequest.operation,
    ReviewPutRequest.operation, ReviewRemoveRequest.operation,
    NotePutRequest.operation, NoteRemoveRequest.operation, NoteListRequest.operation,
    DealListRequest.operation,
    FavouriteAddRequest.operation, FavouriteRemoveRequest.operation,
    FavouriteListRequest.operation, FavouriteMergeRequest.operation,
    FenceAddRequest.operation, FenceRemoveRequest.operation, FenceListRequest.operation,
    PositionReportRequest.operation, PositionBatchRequest.operation, PositionRequest.operation,
    GeofenceEventsRequest.operation,
  ]

  private static let byName = Dictionary(
    uniqueKeysWithValues: operations.map { ($0.name, $0) })

  /// The operation named `planner.plan/1`, or `planner.plan` for its first version.
  package static func operation(named name: String) -> Operation? {
    byName[name] ?? byName[name + "/1"]
  }
}
