import Geography
import MessageBus
package import Messages
package import OpeningHours
package import Time

/// The earliest visit to a shop from an arrival on, according to its opening hours.
package enum EarliestVisit: Sendable, Hashable {
  /// `isCertain` if the shop is known to be open during the whole visit.
  case possible(waitSeconds: Int, isCertain: Bool)
  case closed
  /// It is unknown whether the shop is open, and only certain visits count.
  case uncertain
}

/// When the shops of a map can be visited, according to their opening hours.
///
/// A visit is a stay of the whole dwell during which the shop never closes. It begins at the first
/// instant from the arrival on for which that holds: a visit of ten minutes that arrives five
/// minutes before the lunch break begins after it.
///
/// Each distinct `opening_hours` value is parsed once, in a few microseconds, and cached. A query
/// costs a few more, in proportion to the days between arrival and visit.
@Memberwise(positional: 1) package final class ShopHours: Sendable {
  private let context: HoursContext
  /// By `opening_hours` value; `nil` for one that cannot be parsed.
  private let cache = Locked<[String: LocalHours?]>([:])

  /// The number of cached values, at most `PlanningLimits.cachedHours`.
  package var cachedCount: Int { cache.withLock { $0.count } }

  /// The earliest visit from `arrival` on.
  ///
  /// - Parameters:
  ///   - latest: the last instant at which it may begin; `arrival` itself is always tried.
  ///   - certainly: whether only visits count during which the shop is known to be open.
  package func earliestVisit(
    _ shop: Shop, arrival: Timestamp, latest: Timestamp, dwellSeconds: Int, certainly: Bool
  ) -> EarliestVisit {
    guard let hours = hours(of: shop) else {
      return certainly ? .uncertain : .possible(waitSeconds: 0, isCertain: false)
    }
    let first = arrival.secondsSince1970
    let starts = first...max(first, latest.secondsSince1970)
    if let stay = hours.earliestStay(
      of: dwellSeconds, startingIn: starts, certainly: certainly)
    {
      return .possible(waitSeconds: Int(stay.start - first), isCertain: stay.isCertain)
    }
    let isPossible = certainly && hours.earliestStay(of: dwellSeconds, startingIn: starts) != nil
    return isPossible ? .uncertain : .closed
  }

  /// The last instant up to `latest` at which a visit may begin; `latest` itself if the shop has no
  /// readable hours, or no visit is possible in the week before.
  ///
  /// - Parameter certainly: as for `earliestVisit`.
  func lastStart(
    _ shop: Shop, latest: Timestamp, dwellSeconds: Int, certainly: Bool
  ) -> Timestamp {
    let last = latest.secondsSince1970
    let starts = last - UnixSeconds(PlannerLimits.maximumTripSeconds)...last
    let stay = hours(of: shop)?.latestStay(
      of: dwellSeconds, startingIn: starts, certainly: certainly)
    return Timestamp(secondsSince1970: stay?.start ?? last)
  }

  /// The opening hours around a visit, for the plan's option.
  ///
  /// - Parameters:
  ///   - start: when the visit begins.
  ///   - waits: whether the arrival is before that.
  ///   - zone: gives the times their offset.
  func describe(
    _ shop: Shop, visitFrom start: Timestamp, dwellSeconds: Int, waits: Bool, isCertain: Bool,
    zone: MapTimeZone
  ) -> VisitHours {
    guard let hours = hours(of: shop) else { return VisitHours(state: .unknown) }
    let first = start.secondsSince1970
    let end = first + UnixSeconds(max(dwellSeconds, 1))
    let parts = hours.intervals(in: first..<end)
    let closes = hours.closing(
      after: first, before: end + UnixSeconds(PlannerLimits.closingSeconds))
    return VisitHours(
      state: !isCertain ? .unknown : waits ? .opensLater : .open,
      opens: waits ? zone.localized(start) : nil,
      closes: closes.map { zone.localized(Timestamp(secondsSince1970: $0)) },
      comment: (parts.first { $0.state == .unknown } ?? parts.first)?.comment)
  }

  /// A shop's hours; `nil` if it has none or they cannot be parsed.
  func hours(of shop: Shop) -> LocalHours? {
    guard let value = shop.openingHours, value.utf8.count <= HoursLimits.valueBytes else {
      return nil
    }
    guard let hours = parse(value) else { return nil }
    // Sunrise and sunset depend on the coordinate.
    guard hours.hours.mentionsSun else { return hours }
    return LocalHours(hours.hours, at: context.at(shop.coordinate))
  }

  private func parse(_ value: String) -> LocalHours? {
    if let found = cache.withLock({ $0[value] }) { return found }
    // Unreadable hours count as unknown, as missing ones do; the venue store counts such values.
    let hours = (try? OpeningHours(value, country: context.holidays?.country)).map {
      LocalHours($0, at: context)
    }
    cache.withLock { cache in
      if cache.count >= PlanningLimits.cachedHours { cache.removeAll() }
      cache[value] = .some(hours)
    }
    return hours
  }
}
