import Geography
import Messages

/// The requests that somebody else may send, in an order that only grows: the kept seeds' first
/// byte is an index.
enum FuzzedMessages {
  static let place = Coordinate(latitude: 60.17, longitude: 24.94)

  static let all: [any RequestMessage.Type] = [
    PlanRequest.self, ErrandsRequest.self, MeetRequest.self, PlanShowRequest.self,
    PinBoardRequest.self, GeocodeRequest.self, FindRequest.self, SuggestRequest.self,
    ReverseGeocodeRequest.self, RouteRequest.self, TableRequest.self, NearestRoadRequest.self,
    IsochroneRequest.self, NearbyRequest.self, ShopDetailsRequest.self, VenueRequest.self,
    VenueListRequest.self, VenueMatchRequest.self, VenueRemarksRequest.self,
    ReviewListRequest.self, NoteListRequest.self, DealListRequest.self, FavouriteListRequest.self,
    FenceListRequest.self, PositionRequest.self, GeofenceEventsRequest.self, UpcomingRequest.self,
    PinAddRequest.self, PinRemoveRequest.self, NearbyWatchRequest.self, FavouriteAddRequest.self,
    FavouriteMergeRequest.self, ReviewPutRequest.self, NotePutRequest.self, FenceAddRequest.self,
    PositionReportRequest.self, PositionBatchRequest.self, RouteSetRequest.self,
    TrafficRequest.self, DealAddRequest.self, DetoursRequest.self, RoutesRequest.self,
    BoardFencesRequest.self, FeedAddRequest.self,
  ]
}
