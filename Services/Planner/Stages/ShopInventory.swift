import Geography
import Hashing
import MessageBus
import Messages

/// All shops of categories that have too many for one plan, kept from one plan to the next.
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
    /// By which the router knows their coordinates.
    let name: String

    init(_ shops: [Shop], at position: StreamPosition) {
      self.position = position
      self.shops = shops
      coordinates = PackedCoordinates(shops.lazy.map(\.coordinate))
      var fingerprint = Fingerprint()
      for shop in shops {
        withUnsafeBytes(of: shop.coordinate.latitude.bitPattern) { fingerprint.add($0) }
        withUnsafeBytes(of: shop.coordinate.longitude.bitPattern) { fingerprint.add($0) }
      }
      name = fingerprint.description
    }
  }

  /// With no more shops a plan compares all of them.
  let least: Int
  /// How many are compared first.
  let first: Int
  private let kept = Locked<[(key: Key, shops: Shops)]>([])

  init(
    least: Int = ShopSearchLimits.maximumCandidates, first: Int = PlanningLimits.comparedFirst
  ) {
    self.least = least
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

  /// The shops that the deadline could allow; all of the categories if those are too many for one
  /// reply.
  ///
  /// - Throws: whatever shop search throws; `internal` for a reply that does not fit together.
  func find() async throws -> FoundShops {
    if inventory[key] != nil, let all = try await everything() { return all }
    let reply = try await services.send(trip.candidates)
    if reply.omitted > 0, let all = try await everything() { return all }
    return try FoundShops(reply)
  }

  /// `nil` if they are few enough, or too many, to be compared otherwise.
  private func everything() async throws -> FoundShops? {
    let known = inventory[key]
    var request = trip.candidates
    request = CandidatesRequest(
      origin: request.origin, destination: request.destination, category: request.category,
      drivingSeconds: request.drivingSeconds, categories: request.categories,
      filter: request.filter, traits: true, everything: true, unless: known?.position)
    let reply = try await services.send(request)
    if let known, reply.isUnchanged ?? false { return FoundShops(known) }
    let found = try FoundShops(reply)
    guard found.omitted == 0, found.shops.count > inventory.least else {
      inventory[key] = nil
      return nil
    }
    let all = ShopInventory.Shops(found.shops, at: reply.replica.position)
    inventory[key] = all
    return FoundShops(all)
  }
}
