// Whose data each request reads or changes, for the check of a caller's rights. A request that is
// not here is about nobody's: it asks about the map, or what users publish for all, such as
// reviews. Kept plans are asked for by identifiers, of which only the planner's store knows whose
// they are (`PlanStore`).

// MARK: Of the user it names

extension ReviewPutRequest {
  package var owners: [DataOwner] { [.user(user)] }
}

extension ReviewRemoveRequest {
  package var owners: [DataOwner] { [.user(user)] }
}

extension NotePutRequest {
  package var owners: [DataOwner] { [.user(user)] }
}

extension NoteRemoveRequest {
  package var owners: [DataOwner] { [.user(user)] }
}

extension NoteListRequest {
  package var owners: [DataOwner] { [.user(user)] }
}

extension FavouriteAddRequest {
  package var owners: [DataOwner] { [.user(user)] }
}

extension FavouriteRemoveRequest {
  package var owners: [DataOwner] { [.user(user)] }
}

extension FavouriteListRequest {
  package var owners: [DataOwner] { [.user(user)] }
}

extension FavouriteMergeRequest {
  package var owners: [DataOwner] { [.user(user)] }
}

extension VenueRemarksRequest {
  package var owners: [DataOwner] { user.map { [.user($0)] } ?? [] }
}

// MARK: Of the board it names

extension PinAddRequest {
  package var owners: [DataOwner] { [.user(board.rawValue)] + place.owners }
}

extension PinRemoveRequest {
  package var owners: [DataOwner] { [.user(board.rawValue)] }
}

extension PinBoardRequest {
  package var owners: [DataOwner] { [.user(board.rawValue)] }
}

extension PinResetRequest {
  package var owners: [DataOwner] { [.user(board.rawValue)] }
}

extension PinWatchRequest {
  package var owners: [DataOwner] { [.user(board.rawValue)] }
}

extension BoardFencesRequest {
  package var owners: [DataOwner] { [.user(board.rawValue)] }
}

extension FenceListRequest {
  package var owners: [DataOwner] { [board.map { .user($0.rawValue) } ?? .everybody] }
}

// MARK: Of the devices it names

extension PositionReportRequest {
  package var owners: [DataOwner] { [.device(device)] }
}

extension PositionRequest {
  package var owners: [DataOwner] { [.device(device)] }
}

extension RouteSetRequest {
  package var owners: [DataOwner] { [.device(device)] }
}

extension UpcomingRequest {
  package var owners: [DataOwner] { [.device(device)] }
}

extension NearbyWatchRequest {
  package var owners: [DataOwner] { [.device(device)] }
}

extension PositionBatchRequest {
  package var owners: [DataOwner] { Set(positions.map(\.device)).map { .device($0) } }
}

extension LocationReference {
  fileprivate var owners: [DataOwner] {
    if case .device(let device) = self { [.device(device)] } else { [] }
  }
}

extension PlanRequest {
  package var owners: [DataOwner] { origin.owners + destination.owners }
}

extension ErrandsRequest {
  package var owners: [DataOwner] {
    origin.owners + destination.owners + errands.flatMap { $0.place?.owners ?? [] }
  }
}

extension MeetRequest {
  package var owners: [DataOwner] {
    [first, second].flatMap { $0.origin.owners + $0.destination.owners }
  }
}

// MARK: Of several users

extension FenceAddRequest {
  /// Watched for every device.
  package var owners: [DataOwner] { [.everybody] }
}

extension FenceRemoveRequest {
  package var owners: [DataOwner] { [.everybody] }
}

extension GeofenceEventsRequest {
  package var owners: [DataOwner] { [.everybody] }
}
