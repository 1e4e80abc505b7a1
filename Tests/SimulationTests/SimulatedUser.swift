import Geography
import Messages
import TestSupport

/// Somebody who makes one change after another: each is sent, under its key, until it is
/// acknowledged. So the stores must have exactly what was acknowledged.
///
/// `@unchecked Sendable`: 1. Used on the loop's thread only.
final class SimulatedUser: @unchecked Sendable {
  let name: String
  private let client: SimulatedClient
  private let number: Int
  private var changes = 0
  /// What must be stored.
  private(set) var notes: [VenueID: String] = [:]
  private(set) var favourites: Set<VenueID> = []
  private(set) var fences: [String: FenceID] = [:]
  /// Those that were replies to reports.
  private(set) var events: [GeofenceEvent] = []
  private(set) var acknowledged = 0
  private(set) var isBusy = false

  init(_ number: Int, _ client: SimulatedClient) {
    self.client = client
    self.number = number
    name = "user-\(number)"
  }

  private var world: SimulatedWorld { client.world }
  /// Far from all other users', so that nobody's fences concern others.
  private var home: Coordinate { Coordinate(latitude: 10 + Double(number), longitude: 25) }

  /// Makes changes until `end`.
  func live(until end: Int) {
    guard world.elapsed < end else {
      isBusy = false
      return
    }
    isBusy = true
    changes += 1
    let next = { [self] in
      acknowledged += 1
      world.after(20 + world.chance(120)) { [self] in live(until: end) }
    }
    let venue = VenueID(rawValue: "base/\(world.chance(SimulatedFeeds.basePlaces))")
    switch world.chance(9) {
    case 0...1: put("note \(changes)", at: venue, next)
    case 2: remove(at: venue, next)
    case 3: addFence("\(name) \(changes)", next)
    case 4: removeFence(next)
    case 5: mark(venue, next)
    default: move(next)
    }
  }

  private func put(_ text: String, at venue: VenueID, _ next: @escaping () -> Void) {
    change(NotePutRequest(user: name, venueID: venue, text: text)) { [self] note in
      if note.text != text { world.violate("\(name) wrote “\(text)”, not “\(note.text)”") }
      notes[venue] = text
      next()
    }
  }

  private func remove(at venue: VenueID, _ next: @escaping () -> Void) {
    guard let text = notes[venue] else { return put("note \(changes)", at: venue, next) }
    change(NoteRemoveRequest(user: name, venueID: venue)) { [self] note in
      if note.text != text { world.violate("\(name) removed “\(note.text)”, not “\(text)”") }
      notes[venue] = nil
      next()
    }
  }

  /// Makes a venue a favourite, or one no longer.
  private func mark(_ venue: VenueID, _ next: @escaping () -> Void) {
    let isMarked = favourites.contains(venue)
    let done = { [self] (favourite: Favourite) in
      if favourite.venue.id != venue { world.violate("\(name) marked \(favourite), not \(venue)") }
      if isMarked { favourites.remove(venue) } else { favourites.insert(venue) }
      next()
    }
    isMarked
      ? change(FavouriteRemoveRequest(user: name, venueID: venue), done)
      : change(FavouriteAddRequest(user: name, venueID: venue), done)
  }

  private func addFence(_ label: String, _ next: @escaping () -> Void) {
    let request = FenceAddRequest(
      center: home, radiusMeters: 200 + Double(world.chance(300)), label: label,
      confirmation: .immediate)
    change(request) { [self] fence in
      if fence.label != label { world.violate("\(name) added \(label), not \(fence)") }
      fences[label] = fence.id
      next()
    }
  }

  private func removeFence(_ next: @escaping () -> Void) {
    guard fences.count > 1, let oldest = fences.min(by: { $0.key < $1.key }) else {
      return addFence("\(name) \(changes)", next)
    }
    change(FenceRemoveRequest(id: oldest.value)) { [self] fence in
      if fence.label != oldest.key { world.violate("\(name) removed \(fence), not \(oldest)") }
      fences[oldest.key] = nil
      next()
    }
  }

  /// In or out of the fences.
  private func move(_ next: @escaping () -> Void) {
    let place = home.moved(by: Double(world.chance(900)), bearing: Double(world.chance(360)))
    let report = PositionReportRequest(
      device: DeviceID(rawValue: name), coordinate: place, time: world.trueTime,
      accuracyMeters: 5)
    change(report) { [self] reply in
      events += reply.events
      next()
    }
  }

  /// Sends a change until it is acknowledged.
  private func change<Request: RequestMessage>(
    _ request: Request, _ done: @escaping (Request.Reply) -> Void
  ) {
    let isFresh = world.plant == .freshKeys
    let key = "\(name) \(changes)" + (isFresh ? " \(world.number())" : "")
    client.send(request, key: key, within: [500, 1_000, 3_000][world.chance(3)]) { [self] result in
      switch result {
      case .success(let reply): done(reply)
      case .failure(let error):
        if !Self.passing.contains(error.code) { world.violate("\(request) was refused: \(error)") }
        world.after(50 + world.chance(500)) { [self] in change(request, done) }
      }
    }
  }

  private static let passing: [ErrorCode] = [
    .unavailable, .overloaded, .deadlineExceeded, .shuttingDown, .internal,
  ]
}
