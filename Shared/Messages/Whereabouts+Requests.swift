import Geography

// Where each request lies. One that is not here is about no place: it goes to the stack's own map,
// unless its caller names another region.

// MARK: On the map of its places

extension PlanRequest {
  package var whereabouts: Whereabouts? {
    .places([origin, destination], leastConfidence: leastConfidence)
  }
}

extension ErrandsRequest {
  package var whereabouts: Whereabouts? {
    .places([origin, destination] + errands.compactMap(\.place))
  }
}

extension MeetRequest {
  package var whereabouts: Whereabouts? {
    .places([first, second].flatMap { [$0.origin, $0.destination] })
  }
}

extension RouteRequest {
  package var whereabouts: Whereabouts? { .coordinates(waypoints) }
}

extension RoutesRequest {
  package var whereabouts: Whereabouts? { .coordinates(routes.flatMap(\.waypoints)) }
}

extension TableRequest {
  package var whereabouts: Whereabouts? { .coordinates(sources + destinations) }
}

extension NearestRoadRequest {
  package var whereabouts: Whereabouts? { .coordinates([coordinate]) }
}

extension IsochroneRequest {
  package var whereabouts: Whereabouts? { .coordinates([center]) }
}

extension MatchRequest {
  package var whereabouts: Whereabouts? { .coordinates(points) }
}

extension TrafficRequest {
  /// Roads that are named by their ways or nodes only are those of the map that the caller names.
  package var whereabouts: Whereabouts? {
    let points = ((set ?? []).map(\.road) + (clear ?? [])).compactMap(\.coordinate)
    return points.isEmpty ? nil : .coordinates(points)
  }
}

extension ReverseGeocodeRequest {
  package var whereabouts: Whereabouts? { .coordinates([coordinate]) }
}

extension NearbyRequest {
  package var whereabouts: Whereabouts? { .coordinates([coordinate]) }
}

extension NearbyWatchRequest {
  package var whereabouts: Whereabouts? { .places([.device(device)]) }
}

// MARK: Everywhere

extension GeocodeRequest {
  package var whereabouts: Whereabouts? { within.whereabouts(near: near) }
}

extension SuggestRequest {
  package var whereabouts: Whereabouts? { within.whereabouts(near: near) }
}

extension FindRequest {
  package var whereabouts: Whereabouts? { .everywhere(near: near) }
}

extension FavouriteListRequest {
  package var whereabouts: Whereabouts? { .everywhere(near: nil) }
}

extension PlanListRequest {
  package var whereabouts: Whereabouts? { .everywhere(near: nil) }
}

extension Optional<SearchArea> {
  fileprivate func whereabouts(near: Coordinate?) -> Whereabouts {
    switch self {
    case .circle(let center, _): .coordinates([center])
    case .box(let box): .coordinates([box.center])
    case .place, nil: .everywhere(near: near)
    }
  }
}

// MARK: Where something is known

extension PlanShowRequest {
  package var whereabouts: Whereabouts? { .identified }
}

extension PlanReplayRequest {
  package var whereabouts: Whereabouts? { .identified }
}

extension MapTileRequest {
  package var whereabouts: Whereabouts? { map == nil ? nil : .identified }
}

extension VenueRequest {
  package var whereabouts: Whereabouts? { .identified }
}

extension VenueSourcesRequest {
  package var whereabouts: Whereabouts? { .identified }
}

extension VenueRemarksRequest {
  package var whereabouts: Whereabouts? { .venue(id) }
}

extension FavouriteAddRequest {
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

extension FavouriteRemoveRequest {
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

extension ReviewPutRequest {
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

extension ReviewRemoveRequest {
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

extension NotePutRequest {
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

extension NoteRemoveRequest {
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

extension DealAddRequest {
  package var whereabouts: Whereabouts? { .venue(venueID) }
}

extension ReviewListRequest {
  package var whereabouts: Whereabouts? { venueID.map { .venue($0) } }
}

extension DealListRequest {
  package var whereabouts: Whereabouts? { venueID.map { .venue($0) } }
}

// MARK: Where a board is

extension PinAddRequest {
  package var whereabouts: Whereabouts? {
    .board(board, place: place, leastConfidence: leastConfidence)
  }
}

extension PinRemoveRequest {
  package var whereabouts: Whereabouts? { .board(board) }
}

extension PinBoardRequest {
  package var whereabouts: Whereabouts? { .board(board) }
}

extension PinResetRequest {
  package var whereabouts: Whereabouts? { .board(board) }
}

extension PinWatchRequest {
  package var whereabouts: Whereabouts? { .board(board) }
}
