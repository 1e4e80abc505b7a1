// Erasing and exporting what services store about somebody. Each service that stores personal data
// answers both operations for its own rows, on each map that it serves.

/// Whose data is meant: exactly one of the two.
@Memberwise package struct DataSubject: Codable, Sendable, Hashable {
  /// A user, with all devices that are theirs (`DataOwner`).
  package let user: String?
  /// One device.
  package let device: DeviceID?

  package var owners: [DataOwner] {
    user.map { [.user($0)] } ?? device.map { [.device($0)] } ?? [.everybody]
  }

  /// - Throws: `ServiceError` with `invalidRequest` unless there is one name, which is not empty.
  package func validate() throws(ServiceError) {
    try check(
      [user, device?.rawValue].compactMap(\.self).count == 1 && user != "" && device != "",
      "subject: give either user or device.")
  }

  package func includes(_ other: DeviceID) -> Bool {
    user.map { DataOwner.device(other).belongs(to: $0) } ?? (other == device)
  }
}

/// How many rows were erased. Erasing again is harmless: it finds none.
@Memberwise package struct EraseReply: Codable, Sendable, Hashable {
  /// By the name of the table; without those in which there were none.
  package let rows: [String: Int]
  /// Set if there is more to look through: repeat the request with it as `after`.
  package let next: Int64?
}

/// What is stored.
@Memberwise package struct ExportReply: Codable, Sendable, Hashable {
  /// By the name of the table: each row as its columns, of which those that are messages have JSON.
  package let rows: [String: [[String: String]]]
  /// As in `EraseReply`.
  package let next: Int64?
}

/// Erases favourites, notes and reviews. Fails with `invalidRequest`, as all requests here do.
///
/// Idempotent, and durable before it is acknowledged, also in the other services. Once all parts
/// are done nothing erased is left in the pages or the log of a file: repeat the request while the
/// reply has `next`.
@Memberwise package struct VenueStoreEraseRequest: RequestMessage, Hashable {
  package typealias Reply = EraseReply
  package static let operation = Operation(.venueStore, "erase", version: 1, scope: .admin)

  package let subject: DataSubject
  /// `next` of the last reply; `nil` at first.
  package let after: Int64?

  package var owners: [DataOwner] { subject.owners }
}

/// Exports favourites, notes and reviews.
@Memberwise package struct VenueStoreExportRequest: RequestMessage, Hashable {
  package typealias Reply = ExportReply
  package static let operation = Operation(.venueStore, "export", version: 1, scope: .admin)

  package let subject: DataSubject

  package var owners: [DataOwner] { subject.owners }
}

/// Erases the user's board, their plans, and all plans that name one of the devices.
@Memberwise package struct PlannerEraseRequest: RequestMessage, Hashable {
  package typealias Reply = EraseReply
  package static let operation = Operation(.planner, "erase", version: 1, scope: .admin)

  package let subject: DataSubject

  package var owners: [DataOwner] { subject.owners }
}

/// Exports the same.
@Memberwise package struct PlannerExportRequest: RequestMessage, Hashable {
  package typealias Reply = ExportReply
  package static let operation = Operation(.planner, "export", version: 1, scope: .admin)

  package let subject: DataSubject

  package var owners: [DataOwner] { subject.owners }
}

/// Erases the devices, with their tracks, routes and events, and the fences of the user's board,
/// with their events. Other events keep their numbers.
///
/// The log of events, and then the file, is looked through in parts: repeat the request while the
/// reply has `next`.
@Memberwise package struct MonitorEraseRequest: RequestMessage, Hashable {
  package typealias Reply = EraseReply
  package static let operation = Operation(.geofenceMonitor, "erase", version: 1, scope: .admin)

  package let subject: DataSubject
  /// `next` of the last reply; `nil` at first.
  package let after: Int64?

  package var owners: [DataOwner] { subject.owners }
}

/// Exports the same, in the same parts.
@Memberwise package struct MonitorExportRequest: RequestMessage, Hashable {
  package typealias Reply = ExportReply
  package static let operation = Operation(.geofenceMonitor, "export", version: 1, scope: .admin)

  package let subject: DataSubject
  /// `next` of the last reply; `nil` at first.
  package let after: Int64?

  package var owners: [DataOwner] { subject.owners }
}
