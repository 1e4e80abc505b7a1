import Geography
import Messages

/// A board as it is stored: its pins and the drives between them.
struct StoredBoard: Codable, Sendable, Hashable {
  struct Pin: Codable, Sendable, Hashable {
    /// Identifies the pin's fence; unlike the label it does not change when other pins are removed.
    let number: Int
    let place: PlanLocation
  }

  private(set) var pins: [Pin] = []
  /// One from each pin to the next.
  private(set) var legs: [PlanLeg] = []
  private var lastNumber = 0
  /// Whether the geofence monitor has a fence around each pin.
  var isWatched = false

  var isFull: Bool { pins.count >= PinLimits.maximumPins }

  /// - Parameter leg: the drive from the last pin; `nil` for the first pin.
  mutating func append(_ place: PlanLocation, _ leg: PlanLeg?) {
    lastNumber += 1
    pins.append(Pin(number: lastNumber, place: place))
    if let leg { legs.append(leg) }
  }

  /// - Parameter leg: the drive between the two neighbours; `nil` if there is only one.
  mutating func remove(at index: Int, joining leg: PlanLeg?) {
    pins.remove(at: index)
    if index < legs.count { legs.remove(at: index) }
    if index > 0 {
      legs.remove(at: index - 1)
      if let leg { legs.insert(leg, at: index - 1) }
    }
  }

  mutating func reset() {
    pins = []
    legs = []
    isWatched = false
  }

  /// The index of the pin with a label.
  func index(of label: String) -> Int? {
    PinLimits.labels.prefix(pins.count).firstIndex { $0 == label }
  }
}

extension PinBoard {
  init(
    _ board: StoredBoard, named name: BoardID, watch: PinWatch, betterOrders: [PinOrder],
    on map: PlanningMap
  ) {
    let labels = PinLimits.labels
    self.init(
      board: name,
      pins: zip(labels, board.pins).map { Pin(label: $0, place: $1.place) },
      legs: board.legs.enumerated().map {
        PinLeg(from: labels[$0], to: labels[$0 + 1], drive: $1)
      },
      durationSeconds: board.legs.reduce(0) { $0 + $1.durationSeconds },
      distanceMeters: board.legs.reduce(0) { $0 + $1.distanceMeters },
      watch: watch, betterOrders: betterOrders.isEmpty ? nil : betterOrders,
      view: board.view ?? map.info.box)
  }
}

extension StoredBoard {
  /// The fences of the board: one around each pin, or none if it is not watched.
  func fences(of board: BoardID) -> BoardFencesRequest {
    guard isWatched else { return BoardFencesRequest(board: board, pins: []) }
    return BoardFencesRequest(
      board: board,
      pins: zip(PinLimits.labels, pins).map { label, pin in
        BoardFencesRequest.Pin(
          pin: "\(pin.number)",
          definition: FenceDefinition(
            area: .circle(
              center: pin.place.coordinate, radiusMeters: FenceArea.defaultRadiusMeters),
            label: fenceLabel("\(label): \(pin.place.label)")))
      })
  }

  /// The text, shortened to the maximum length of a fence's label.
  private func fenceLabel(_ text: String) -> String {
    var label = ""
    for character in text {
      let bytes = label.utf8.count + character.utf8.count
      guard bytes <= GeofenceLimits.maximumNameBytes else { break }
      label.append(character)
    }
    return label
  }

  /// The box around the pins with their fences; `nil` without pins.
  var view: BoundingBox? {
    BoundingBox(around: pins.map(\.place.coordinate))?
      .expanded(by: FenceArea.defaultRadiusMeters)
  }
}
