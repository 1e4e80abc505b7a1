package import Geography
package import Time

/// Identifies a fence.
package struct FenceID: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a user's pin board, whose pins may have a fence each.
package struct BoardID: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The definition of a fence: its area, and when it is active.
package struct FenceDefinition: Codable, Sendable, Hashable {
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

  package init(
    area: FenceArea, label: String? = nil, tags: [String]? = nil, dwellSeconds: Int? = nil,
    hours: [FenceHours]? = nil, expires: Timestamp? = nil, confirmation: FenceConfirmation? = nil
  ) {
    self.area = area
    self.label = label
    self.tags = tags
    self.dwellSeconds = dwellSeconds
    self.hours = hours
    self.expires = expires
    self.confirmation = confirmation
  }
}

/// A part of every week, in the local time of the UTC offset of the reported positions.
package struct FenceHours: Codable, Sendable, Hashable {
  /// 1 is Monday, 7 is Sunday; default every day.
  package let days: [Int]?
  /// `HH:MM`, 00:00 ... 23:59.
  package let from: String
  /// `HH:MM`, 00:01 ... 24:00; at or before `from` it means the next day.
  package let until: String

  package init(days: [Int]? = nil, from: String, until: String) {
    self.days = days
    self.from = from
    self.until = until
  }
}

/// What must hold before a device counts as inside or outside.
package struct FenceConfirmation: Codable, Sendable, Hashable {
  /// How far beyond the boundary a device must be to have left; 0 ... 10,000.
  package let hysteresisMeters: Meters?
  /// Fixes that must agree, 1 ... 100.
  package let fixes: Int?
  /// From the first of these fixes to the last, 0 ... 3,600.
  package let seconds: Int?

  package init(hysteresisMeters: Meters? = nil, fixes: Int? = nil, seconds: Int? = nil) {
    self.hysteresisMeters = hysteresisMeters
    self.fixes = fixes
    self.seconds = seconds
  }

  /// A single fix on the other side of the boundary is enough.
  package static let immediate = FenceConfirmation(hysteresisMeters: 0, fixes: 1, seconds: 0)
}

/// A fence with its identifier. As JSON, the definition's keys and these.
package struct Fence: Codable, Sendable, Hashable {
  package let id: FenceID
  /// The board that the fence belongs to, and its pin there; `nil` for an independent fence.
  package let board: BoardID?
  package let pin: String?
  package var definition: FenceDefinition

  package init(
    id: FenceID, board: BoardID? = nil, pin: String? = nil, definition: FenceDefinition
  ) {
    self.id = id
    self.board = board
    self.pin = pin
    self.definition = definition
  }

  /// A circle with default options.
  package init(id: FenceID, center: Coordinate, radiusMeters: Meters, label: String? = nil) {
    let area = FenceArea.circle(center: center, radiusMeters: radiusMeters)
    self.init(id: id, definition: FenceDefinition(area: area, label: label))
  }

  package var area: FenceArea { definition.area }
  package var label: String? { definition.label }

  private enum Key: CodingKey { case id, board, pin }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try container.decode(FenceID.self, forKey: .id),
      board: try container.decodeIfPresent(BoardID.self, forKey: .board),
      pin: try container.decodeIfPresent(String.self, forKey: .pin),
      definition: try FenceDefinition(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    try definition.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(board, forKey: .board)
    try container.encodeIfPresent(pin, forKey: .pin)
  }
}

/// Adds a fence. Durable before it is acknowledged. As JSON, the definition's keys.
///
/// Fails with `invalidRequest` (an invalid area, label or hours), `conflict` (too many fences).
package struct FenceAddRequest: RequestMessage, Hashable {
  package typealias Reply = Fence
  package static let operation = Operation(
    .geofenceMonitor, "fence-add", version: 1, repetition: .keyed)

  package let definition: FenceDefinition

  package init(_ definition: FenceDefinition) { self.definition = definition }

  /// Adds a circle.
  package init(
    center: Coordinate, radiusMeters: Meters = FenceArea.defaultRadiusMeters,
    label: String? = nil, confirmation: FenceConfirmation? = nil
  ) {
    self.init(
      FenceDefinition(
        area: .circle(center: center, radiusMeters: radiusMeters), label: label,
        confirmation: confirmation))
  }

  package init(from decoder: any Decoder) throws {
    self.init(try FenceDefinition(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws { try definition.encode(to: encoder) }
}

/// Removes a fence and returns it. Fails with `notFound`.
package struct FenceRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = Fence
  package static let operation = Operation(
    .geofenceMonitor, "fence-remove", version: 1, repetition: .keyed)

  package let id: FenceID

  package init(id: FenceID) { self.id = id }
}

/// Lists the fences, in the order they were added.
package struct FenceListRequest: RequestMessage, Hashable {
  package typealias Reply = FenceListReply
  package static let operation = Operation(.geofenceMonitor, "fence-list", version: 1)

  /// Only this board's.
  package let board: BoardID?
  /// Only those with this tag.
  package let tag: String?

  package init(board: BoardID? = nil, tag: String? = nil) {
    self.board = board
    self.tag = tag
  }
}

package struct FenceListReply: Codable, Sendable, Hashable {
  package let fences: [Fence]

  package init(fences: [Fence]) { self.fences = fences }
}

/// Replaces a board's fences by exactly these: fences of new pins are added, those of moved pins
/// are moved and keep their identifier, the others are removed.
///
/// Idempotent. Fails with `invalidRequest` (as `FenceAddRequest`, a pin given twice), `conflict`
/// (too many fences).
package struct BoardFencesRequest: RequestMessage, Hashable {
  package typealias Reply = FenceListReply
  package static let operation = Operation(
    .geofenceMonitor, "board-fences", version: 1, scope: .write)

  package struct Pin: Codable, Sendable, Hashable {
    /// The pin's permanent name on its board, which does not change with other pins.
    package let pin: String
    package let definition: FenceDefinition

    package init(pin: String, definition: FenceDefinition) {
      self.pin = pin
      self.definition = definition
    }
  }

  package let board: BoardID
  /// At most `GeofenceLimits.maximumBoardFences`; an empty list removes all of them.
  package let pins: [Pin]

  package init(board: BoardID, pins: [Pin]) {
    self.board = board
    self.pins = pins
  }
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
