/// All requests and events. Other tables, such as that of the operations that HTTP clients may
/// call, are made from it.
package enum Contract {
  package static let requests: [any RequestMessage.Type] = [
    ErrandsRequest.self, PlanShowRequest.self, PlanListRequest.self, PlanReplayRequest.self,
    MapInfoRequest.self, MapTimesRequest.self, MeetRequest.self, PinAddRequest.self,
    PinRemoveRequest.self, PinBoardRequest.self, PinResetRequest.self, PinWatchRequest.self,
    PlanRequest.self, PlannerEraseRequest.self, PlannerExportRequest.self, UsualPutRequest.self,
    UsualRequest.self,
    FindRequest.self, GeocodeRequest.self, ReverseGeocodeRequest.self, SuggestRequest.self,
    BestDetoursRequest.self, DetoursRequest.self, IsochroneRequest.self, MatchRequest.self,
    RouteRequest.self, TableRequest.self, NearestRoadRequest.self, RoutesRequest.self,
    TrafficRequest.self,
    DealAddRequest.self, DealRemoveRequest.self, DealListRequest.self,
    FavouriteMergeRequest.self, VenueMatchRequest.self, FeedAddRequest.self,
    FeedRemoveRequest.self, FeedListRequest.self, FeedSyncRequest.self,
    VenueSourcesRequest.self, ReviewPutRequest.self, ReviewRemoveRequest.self,
    ReviewListRequest.self, NotePutRequest.self, NoteRemoveRequest.self, NoteListRequest.self,
    VenueRemarksRequest.self, VenueRequest.self, VenueListRequest.self,
    VenueSnapshotRequest.self, FavouriteAddRequest.self, FavouriteRemoveRequest.self,
    FavouriteListRequest.self, CategoriesRequest.self, VenueStoreEraseRequest.self,
    VenueStoreExportRequest.self,
    CandidatesRequest.self, ShopDetailsRequest.self, NearbyRequest.self,
    NearbyWatchRequest.self,
    PositionReportRequest.self, PositionBatchRequest.self, PositionRequest.self,
    RouteSetRequest.self, UpcomingRequest.self, FenceAddRequest.self, FenceRemoveRequest.self,
    FenceListRequest.self, BoardFencesRequest.self, GeofenceEventsRequest.self,
    MonitorEraseRequest.self, MonitorExportRequest.self,
    MapTileRequest.self, MapStyleRequest.self, MapGlyphsRequest.self, MapSpriteRequest.self,
    PingRequest.self, StatsRequest.self, TraceRequest.self,
  ]

  package static let events: [any EventMessage.Type] = [
    PlanProgress.self, PlanCompleted.self, TrafficChanged.self, VenueChanged.self,
    DealPublished.self, NearbyChanged.self, UpcomingFence.self, GeofenceEvent.self,
    DevicePosition.self,
  ]
}
