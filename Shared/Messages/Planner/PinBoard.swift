package import Geography

/// A user's pin board: at most five places in order, the drives from each to the next, and whether
/// each has a fence.
@Memberwise package struct PinBoard: Codable, Sendable, Hashable {
  package let board: BoardID
  /// In the order they were added, labelled A, B, C, D, E.
  package let pins: [Pin]
  /// One from each pin to the next, as computed when the later of them was added.
  package let legs: [PinLeg]
  /// The sum of all legs.
  package let durationSeconds: Int
  package let distanceMeters: Int
  package let watch: PinWatch
  /// Orders in which all pins are reached at least `PinLimits.leastSavingSeconds` sooner: the best
  /// of all and, if that begins at another pin, the best that begins at A. Absent without one,
  /// or the router did not reply.
  package let betterOrders: [PinOrder]?
  /// The map view: the area around the pins; without pins the whole map.
  package let view: BoundingBox
}

/// A labelled place of a board.
@Memberwise package struct Pin: Codable, Sendable, Hashable {
  /// `A` ... `E`, by the position in the order: those after a removed pin move up.
  package let label: String
  /// The place, and how it was matched if it was given as text.
  package let place: PlanLocation
}

/// The drive from a pin to the next.
@Memberwise package struct PinLeg: Codable, Sendable, Hashable {
  /// Labels of the two pins.
  package let from: String
  package let to: String
  /// With its line and its steps.
  package let drive: PlanLeg
}

/// Whether there are fences around the pins.
package enum PinWatch: String, Codable, Sendable, Hashable, CaseIterable {
  case off
  case on
  /// The fences do not match the pins yet; the planner keeps trying.
  case pending
}

/// Another order of a board's pins.
@Memberwise package struct PinOrder: Codable, Sendable, Hashable {
  /// Labels.
  package let order: [String]
  package let durationSeconds: Int
  /// Saved in comparison with the board's order, by the same driving times.
  package let savedSeconds: Int
}

/// Adds a pin at the end of a board and appends the drive to it; the earlier drives stay.
///
/// Fails, and changes nothing, with `tooManyPins` (the sixth), `invalidRequest` (the board's name,
/// a coordinate, the confidence), `notFound` and `ambiguous` (a text, as in `PlanRequest`),
/// `outsideMap`, `noRoute` (no road leads there from the last pin), `conflict` (an idempotency key
/// of another request) and, naming the service, `unavailable`.
@Memberwise package struct PinAddRequest: RequestMessage, Hashable {
  package typealias Reply = PinBoard
  package static let operation = Operation(
    .planner, "pin-add", version: 1, repetition: .keyed, isPublic: true)

  package let board: BoardID
  package let place: LocationReference
  /// As in `PlanRequest`.
  package let leastConfidence: Double?

  package var owners: [DataOwner] { [.user(board.rawValue)] + place.owners }
  package var whereabouts: Whereabouts? {
    .board(board, place: place, leastConfidence: leastConfidence)
  }
}

/// Removes a pin from a board. One drive between its neighbours replaces the drives to and from it.
///
/// Fails, and changes nothing, with `notFound` (no such pin), `noRoute` (none between the
/// neighbours), `invalidRequest`, `conflict` and `unavailable` as `PinAddRequest` does.
@Memberwise package struct PinRemoveRequest: RequestMessage, Hashable {
  package typealias Reply = PinBoard
  package static let operation = Operation(
    .planner, "pin-remove", version: 1, repetition: .keyed, isPublic: true)

  package let board: BoardID
  /// `A` ... `E`.
  package let label: String

  package var owners: [DataOwner] { [.user(board.rawValue)] }
  package var whereabouts: Whereabouts? { .board(board) }
}

/// Asks for a board; an unknown board is empty.
///
/// Fails with `invalidRequest` (the board's name).
@Memberwise package struct PinBoardRequest: RequestMessage, Hashable {
  package typealias Reply = PinBoard
  package static let operation = Operation(.planner, "pin-board", version: 1, isPublic: true)

  package let board: BoardID

  package var owners: [DataOwner] { [.user(board.rawValue)] }
  package var whereabouts: Whereabouts? { .board(board) }
}

/// Empties a board: no pins, no drives, no fences, and the view of the whole map.
///
/// Fails with `invalidRequest` (the board's name) and `conflict` as `PinAddRequest` does.
@Memberwise package struct PinResetRequest: RequestMessage, Hashable {
  package typealias Reply = PinBoard
  package static let operation = Operation(
    .planner, "pin-reset", version: 1, repetition: .keyed, isPublic: true)

  package let board: BoardID

  package var owners: [DataOwner] { [.user(board.rawValue)] }
  package var whereabouts: Whereabouts? { .board(board) }
}

/// Turns fences of `FenceArea.defaultRadiusMeters` around the pins on or off. They follow the
/// board as pins are added and removed.
///
/// Fails with `invalidRequest` (the board's name) and `conflict` as `PinAddRequest` does. If the
/// geofence monitor does not reply, `watch` is `pending`.
@Memberwise package struct PinWatchRequest: RequestMessage, Hashable {
  package typealias Reply = PinBoard
  package static let operation = Operation(
    .planner, "pin-watch", version: 1, repetition: .keyed, isPublic: true)

  package let board: BoardID
  package let on: Bool

  package var owners: [DataOwner] { [.user(board.rawValue)] }
  package var whereabouts: Whereabouts? { .board(board) }
}

/// The limits of pin boards.
package enum PinLimits {
  /// The labels of pins, in order.
  package static let labels = ["A", "B", "C", "D", "E"]
  package static var maximumPins: Int { labels.count }
  /// An order that saves less is not suggested.
  package static let leastSavingSeconds = 60
  /// The length of a board's name.
  package static let maximumNameBytes = 200
  /// Boards of all users.
  package static let maximumBoards = 100_000
}
