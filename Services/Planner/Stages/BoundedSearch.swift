import Messages
import Time

/// The evaluated shops of a plan, and what is known of the others.
struct EvaluatedShops: Sendable {
  let candidates: [EvaluatedShop]
  /// Shops that cannot be listed, by a bound of their detours.
  var bounded: BoundedShops?
  /// None of these shops is before it.
  var bestOfBounded: Rank?
  /// Further shops without a road or a route.
  var unreachable = 0
  /// The shops that shop search left out.
  var omitted = 0
}

/// Evaluates as many shops of a large inventory as it takes to prove that no other can be listed.
///
/// The router names the shops with the least sum of both drives at the speeds of the quickest
/// hours, and the least sum s of all others. These are evaluated exactly. Every other shop adds up
/// to at least s, so its rank is at best that of a stop with such drives, no walk and no wait, that
/// is known to be open if any of them has hours. When the last one listed has a better rank, and
/// the quickest trip of all takes no longer than s, the parking and the dwell, the plan equals that
/// of all shops. Else eight times as many are evaluated.
///
/// A trip that is on time is driven in the hours up to the deadline, so s is first that of these
/// hours alone. Of late trips it says nothing; where one could be listed, s is that of a week.
struct BoundedSearch: Sendable {
  let trip: Trip
  let services: any PlanServices
  let inventory: ShopInventory

  /// The shops that shop search found, evaluated.
  ///
  /// - Throws: whatever the services throw.
  func evaluated(_ found: FoundShops) async throws -> EvaluatedShops {
    guard let all = found.all else { return try await each(found) }
    do {
      return try await found.isEachEvaluated || !trip.canBeBounded ? each(found) : evaluated(all)
    } catch let error as ServiceError where error.code == .unavailable {
      // What stands in for the router knows no inventory.
      return try await each(FoundShops(try await services.send(trip.candidates)))
    }
  }

  private func each(_ found: FoundShops) async throws -> EvaluatedShops {
    EvaluatedShops(
      candidates: try await DetourTables(trip: trip, services: services)
        .evaluated(found.all?.shops ?? found.shops, only: found.reachable),
      omitted: found.omitted)
  }

  private func evaluated(_ all: ShopInventory.Shops) async throws -> EvaluatedShops {
    let asked = Set(trip.query.details.whyNot?.venues ?? [])
    let wanted = asked.isEmpty ? [] : all.shops.indices.filter { asked.contains(all.shops[$0].id) }
    var count = inventory.first
    var leavings = trip.leavings
    while true {
      let best = try await best(of: all, count, leavings)
      let numbers = Set(best.stops.numbers.compactMap { $0.map(Int.init) }).union(wanted)
      guard numbers.allSatisfy(all.shops.indices.contains) else {
        throw ServiceError.broken(.router, "a stop that it was not asked for")
      }
      let candidates = try await DetourTables(trip: trip, services: services)
        .evaluated(numbers.sorted().map { all.shops[$0] })
      var queue = OptionQueue(candidates, on: trip)
      let listed = queue.next(trip.query.limit)
      let isWeek = leavings.count == RouterLimits.maximumLeavings
      guard isWeek || (areOnTime(listed) && best.leastMillisecondsOfOthers != nil) else {
        leavings = trip.hoursOfWeek
        continue
      }
      guard let least = best.leastMillisecondsOfOthers else {
        return EvaluatedShops(candidates: candidates, unreachable: all.shops.count - numbers.count)
      }
      // Each of the two drives is rounded to a second.
      let leastSeconds = least / 1000 - 1
      let haveHours = all.shops.indices.contains {
        all.shops[$0].openingHours != nil && !numbers.contains($0)
      }
      if isProven(listed, of: candidates, leastSeconds, othersHaveHours: haveHours) {
        let unreachable =
          best.unreachable - candidates.count { $0.outcome == .unreachable }
        let rank = trip.bestRank(drivingSeconds: leastSeconds)
        return EvaluatedShops(
          candidates: candidates,
          bounded: BoundedShops(
            count: all.shops.count - numbers.count - max(0, unreachable),
            leastDetourSeconds: leastSeconds - trip.directSeconds),
          bestOfBounded: isWeek ? rank : min(rank, .firstLate),
          unreachable: max(0, unreachable))
      }
      count = min(8 * count, RouterLimits.maximumDetourStops)
    }
  }

  /// The router is sent the shops if it does not know them.
  private func best(
    of all: ShopInventory.Shops, _ count: Int, _ leavings: [Timestamp]
  ) async throws -> BestDetoursReply {
    func request(_ stops: PackedCoordinates?) -> BestDetoursRequest {
      BestDetoursRequest(
        origin: trip.origin.coordinate, destination: trip.destination.coordinate, set: all.name,
        stops: stops, count: count, profile: trip.query.profile, departure: trip.departure,
        leavings: leavings, roads: trip.query.roads)
    }
    do throws(ServiceError) {
      return try await services.send(request(nil))
    } catch {
      guard error.code == .notFound else { throw error }
      return try await services.send(request(all.coordinates))
    }
  }

  /// Whether the list is full, and no late shop in it.
  private func areOnTime(_ listed: [EvaluatedShop]) -> Bool {
    listed.count == trip.query.limit
      && listed.last.flatMap { trip.rank($0) }.map { !$0.isLate } ?? false
  }

  private func isProven(
    _ listed: [EvaluatedShop], of candidates: [EvaluatedShop], _ leastSeconds: Int,
    othersHaveHours: Bool
  ) -> Bool {
    let quickest = candidates.compactMap { $0.outcome.times?.tripSeconds }.min() ?? .max
    let isQuickest =
      quickest <= leastSeconds + trip.query.parkSeconds + trip.query.dwellSeconds
    if let most = trip.query.choice.maximumDetourSeconds, leastSeconds - trip.directSeconds > most {
      return isQuickest || listed.isEmpty
    }
    guard listed.count == trip.query.limit, let last = listed.last.flatMap({ trip.rank($0) })
    else { return false }
    let best = trip.bestRank(drivingSeconds: leastSeconds, isUncertain: !othersHaveHours)
    return isQuickest && last < best
  }
}

extension Rank {
  /// No late shop is before it.
  fileprivate static let firstLate = Rank(
    isLate: true, isUncertain: false, wanted: .min, tripSeconds: 0, meters: 0, id: "")
}

extension Trip {
  /// Whether lower bounds of drives bound the rank of a shop, and nothing is wanted of every shop.
  /// Else each shop is evaluated, at the cost of a table over all of them.
  var canBeBounded: Bool {
    query.order != .rating && query.parking == .street && query.details.departures != true
  }

  /// The rank that no stop is before whose drives take at least so long.
  ///
  /// - Parameter isUncertain: whether the hours of all such shops are unknown.
  func bestRank(drivingSeconds: Int, isUncertain: Bool = false) -> Rank {
    let trip = drivingSeconds + query.parkSeconds + query.dwellSeconds
    let wanted =
      switch query.order {
      case .arrival, .slack: 0
      case .detour: drivingSeconds
      case .rating: Int.min
      case .leaveBy: trip - Int(query.window.deadline.secondsSince1970)
      }
    return Rank(
      isLate: trip > query.window.seconds, isUncertain: isUncertain, wanted: wanted,
      tripSeconds: trip, meters: 0, id: "")
  }
}
