import Geography
import Hashing
import MessageBus
import Messages

/// All shops of categories that have many, kept from one plan to the next.
final class ShopInventory: Sendable {
  /// Which shops: those of some categories that match a filter.
  struct Key: Hashable, Sendable {
    let categories: [VenueCategory]
    let filter: VenueFilter?
  }

  /// The shops, as of one position of the venues.
  struct Shops: Sendable {
    let position: StreamPosition
    let shops: [Shop]
    let coordinates: PackedCoordinates
    /// Of the same shops.
    let index: PointIndex
    /// By which the router knows their coordinates.
    let name: String

    init(_ shops: [Shop], at position: StreamPosition) {
      self.position = position
      self.shops = shops
      coordinates = PackedCoordinates(shops.lazy.map(\.coordinate))
      index = PointIndex(shops.map(\.coordinate))
      var fingerprint = Fingerprint()
      for shop in shops {
        withUnsafeBytes(of: shop.coordinate.latitude.bitPattern) { fingerprint.add($0) }
        withUnsafeBytes(of: shop.coordinate.longitude.bitPattern) { fingerprint.add($0) }
      }
      name = fingerprint.description
    }
  }

  /// With no more shops within reach a plan asks for these alone.
  let least: Int
  /// With more it evaluates those that bounds leave.
  let most: Int
  /// Sets of more shops are new to the router each time.
  let known: Int
  /// How many of those that bounds leave are evaluated first.
  let first: Int
  private let kept = Locked<[(key: Key, shops: Shops)]>([])

  init(
    least: Int = PlanningLimits.leastInventory, most: Int = ShopSearchLimits.maximumCandidates,
    known: Int = RouterLimits.maximumKnownStops, first: Int = PlanningLimits.comparedFirst
  ) {
    self.least = least
    self.most = most
    self.known = known
    self.first = first
  }

  subscript(key: Key) -> Shops? {
    get { kept.withLock { $0.first { $0.key == key }?.shops } }
    set {
      kept.withLock { kept in
        kept.removeAll { $0.key == key }
        guard let newValue else { return }
        if kept.count == PlanningLimits.inventories { kept.removeFirst() }
        kept.append((key, newValue))
      }
    }
  }
}

/// The shops of a plan, as shop search lists them.
struct ShopFinder: Sendable {
  let trip: Trip
  let services: any PlanServices
  let inventory: ShopInventory

  private var key: ShopInventory.Key {
    ShopInventory.Key(categories: trip.query.categories, filter: trip.query.choice.filter)
  }

  /// How the shops within reach are evaluated.
  private enum Way {
    /// Each, by drives over these alone.
    case alone
    /// Each, by drives over all of the categories, a set that the router knows.
    case ofAll
    /// Those that bounds leave, of all of the categories.
    case bounded
  }

  /// The shops that the deadline could allow; all of the categories if many of them could.
  ///
  /// - Throws: whatever shop search throws; `internal` for a reply that does not fit together.
  func find() async throws -> FoundShops {
    if let known = inventory[key], way(over: known) != .alone, let all = try await everything() {
      return all
    }
    let reply = try await services.send(trip.candidates)
    let found = try FoundShops(reply)
    if way(found.count + found.omitted, of: reply.inCategory) != .alone,
      let all = try await everything()
    {
      return all
    }
    return found
  }

  /// The drives over a set that the router knows cost an eighth of those over a new one, and
  /// whatever is within reach is a new one for each trip.
  private func way(_ count: Int, of all: Int) -> Way {
    if count > inventory.most { return .bounded }
    if count <= inventory.least { return .alone }
    if all <= inventory.known { return all <= PlanningLimits.allPerReach * count ? .ofAll : .alone }
    return trip.canBeBounded && all <= PlanningLimits.boundedPerReach * count ? .bounded : .alone
  }

  private func way(over all: ShopInventory.Shops) -> Way {
    let count = all.index.count(
      within: reachMeters, between: trip.origin.coordinate, and: trip.destination.coordinate)
    return way(count, of: all.shops.count)
  }

  private var reachMeters: Meters { trip.candidates.longestWayMeters ?? -1 }

  /// `nil` if they are few enough, or too many, to be compared otherwise.
  private func everything() async throws -> FoundShops? {
    let known = inventory[key]
    var request = trip.candidates
    request = CandidatesRequest(
      origin: request.origin, destination: request.destination, category: request.category,
      drivingSeconds: request.drivingSeconds, categories: request.categories,
      filter: request.filter, traits: true, everything: true, unless: known?.position)
    let reply = try await services.send(request)
    if let known, reply.isUnchanged ?? false { return found(in: known) }
    let found = try FoundShops(reply)
    guard found.omitted == 0 else {
      inventory[key] = nil
      return nil
    }
    let all = ShopInventory.Shops(found.shops, at: reply.replica.position)
    inventory[key] = all
    return self.found(in: all)
  }

  private func found(in all: ShopInventory.Shops) -> FoundShops? {
    switch way(over: all) {
    case .alone: return nil
    case .bounded: return FoundShops(all, reachable: nil)
    case .ofAll:
      let (start, end, reach) = (trip.origin.coordinate, trip.destination.coordinate, reachMeters)
      return FoundShops(
        all,
        reachable: all.shops.indices.filter { index in
          let shop = all.shops[index].coordinate
          return start.distance(to: shop) + shop.distance(to: end) <= reach
        })
    }
  }
}
