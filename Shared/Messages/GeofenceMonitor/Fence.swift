package import Geography
package import Time

/// Identifies a fence.
@Memberwise package struct FenceID: TypedID {
  package let rawValue: String
}

/// The definition of a fence: its area, and when it is active.
@Memberwise package struct FenceDefinition: Codable, Sendable, Hashable {
  package let area: FenceArea
  package let label: String?
  /// At most `GeofenceLimits.maximumTags`; events repeat them.
  package let tags: [String]?
  /// After this duration of a visit a `dwell` is published; 1 ... 31 days in seconds.
  package let dwellSeconds: Int?
  /// The fence is active only within these hours; default always.
  package let hours: [FenceHours]?
  /// The fence is active only before this.
  package let expires: Timestamp?
  /// What confirms a transition; default as in the monitor's README.
  package var confirmation: FenceConfirmation?
}

/// A part of every week, in the local time of the UTC offset of the reported positions.
@Memberwise package struct FenceHours: Codable, Sendable, Hashable {
  /// 1 is Monday, 7 is Sunday; default every day.
  package let days: [Int]?
  /// `HH:MM`, 00:00 ... 23:59.
  package let from: String
  /// `HH:MM`, 00:01 ... 24:00; at or before `from` it means the next day.
  package let until: String
}

/// What must hold before a device counts as inside or outside.
@Memberwise package struct FenceConfirmation: Codable, Sendable, Hashable {
  /// How far beyond the boundary a device must be to have left; 0 ... 10,000.
  package let hysteresisMeters: Meters?
  /// Fixes that must agree, 1 ... 100.
  package let fixes: Int?
  /// From the first of these fixes to the last, 0 ... 3,600.
  package let seconds: Int?
}

/// A fence with its identifier. As JSON, the definition's keys and these.
@Memberwise package struct Fence: Codable, Sendable, Hashable {
  package let id: FenceID
  /// The board that the fence belongs to, and its pin there; `nil` for an independent fence.
  package let board: BoardID?
  package let pin: String?
  package var definition: FenceDefinition

  package var area: FenceArea { definition.area }
  package var label: String? { definition.label }

  private enum Key: CodingKey { case id, board, pin }

  package func encode(to encoder: any Encoder) throws {
    try definition.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(board, forKey: .board)
    try container.encodeIfPresent(pin, forKey: .pin)
  }
}

extension Fence {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try container.decode(FenceID.self, forKey: .id),
      board: try container.decodeIfPresent(BoardID.self, forKey: .board),
      pin: try container.decodeIfPresent(String.self, forKey: .pin),
      definition: try FenceDefinition(from: decoder))
  }
}

/// Adds a fence. Durable before it is acknowledged. As JSON, the definition's keys.
///
/// Fails with `invalidRequest` (an invalid area, label or hours), `conflict` (too many fences).
@Memberwise(positional: 1) package struct FenceAddRequest: RequestMessage, Hashable {
  package typealias Reply = Fence
  package static let operation = Operation(
    .geofenceMonitor, "fence-add", version: 1, repetition: .keyed, isPublic: true)

  package let definition: FenceDefinition

  package init(from decoder: any Decoder) throws {
    self.init(try FenceDefinition(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws { try definition.encode(to: encoder) }

  /// Watched for every device.
  package var owners: [DataOwner] { [.everybody] }
}

/// Removes a fence and returns it. Fails with `notFound`.
@Memberwise package struct FenceRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Fence
  package static let operation = Operation(
    .geofenceMonitor, "fence-remove", version: 1, repetition: .keyed, isPublic: true)

  package let id: FenceID

  package var owners: [DataOwner] { [.everybody] }
}

/// Lists the fences, in the order they were added.
@Memberwise package struct FenceListRequest: RequestMessage, Hashable {
  package typealias Reply = FenceListReply
  package static let operation = Operation(
    .geofenceMonitor, "fence-list", version: 1, isPublic: true)

  /// Only this board's.
  package let board: BoardID?
  /// Only those with this tag.
  package let tag: String?

  package var owners: [DataOwner] { [board.map { .user($0.rawValue) } ?? .everybody] }
}

@Memberwise package struct FenceListReply: Codable, Sendable, Hashable {
  package let fences: [Fence]
}

/// Replaces a board's fences by exactly these: fences of new pins are added, those of moved pins
/// are moved and keep their identifier, the others are removed.
///
/// Idempotent. Fails with `invalidRequest` (as `FenceAddRequest`, a pin given twice), `conflict`
/// (too many fences).
@Memberwise package struct BoardFencesRequest: RequestMessage, Hashable {
  package typealias Reply = FenceListReply
  package static let operation = Operation(
    .geofenceMonitor, "board-fences", version: 1, scope: .write)

  @Memberwise package struct Pin: Codable, Sendable, Hashable {
    /// The pin's permanent name on its board, which does not change with other pins.
    package let pin: String
    package let definition: FenceDefinition
  }

  package let board: BoardID
  /// At most `GeofenceLimits.maximumBoardFences`; an empty list removes all of them.
  package let pins: [Pin]

  package var owners: [DataOwner] { [.user(board.rawValue)] }
}

/// The limits of the geofence monitor's requests and replies.
package enum GeofenceLimits {
  package static let maximumFences = 100_000
  package static let maximumBoardFences = 100
  package static let maximumTags = 20
  package static let maximumHours = 50
  package static let maximumNameBytes = 200
  /// Events in a page.
  package static let maximumPage = 1_000
  /// Positions in a batch.
  package static let maximumBatch = 1_000
  package static let dwellSeconds = 1...2_678_400
}
