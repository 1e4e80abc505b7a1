import Geography
import MessageBus
import Messages
import OpeningHours
import Time

/// What the opening hours of a shop say of a stay that begins when one arrives there, or later.
enum Visit: Sendable, Hashable {
  /// Certain where the shop is known to be open all the while.
  case possible(waitSeconds: Int, isCertain: Bool)
  case closed
  /// Nobody knows, and only certain visits are asked for.
  case uncertain
}

/// When the shops of a map can be visited, by what they say of their opening hours.
///
/// A visit is a stay of the whole dwell during which the shop never closes. It begins at the first
/// instant from the arrival on from which that is so. Who comes five minutes before the lunch break
/// and stays for ten waits until it is over.
///
/// Each distinct value is read once: some microseconds. A question about a visit costs some more,
/// and no longer than it takes to paint the days between arrival and visit.
package final class ShopHours: Sendable {
  private let place: HoursPlace
  /// By value; `nil` for one that makes no sense.
  private let known = Locked<[String: LocalHours?]>([:])

  package init(_ place: HoursPlace) { self.place = place }

  /// How many distinct values are kept, at most `PlanningLimits.keptHours`.
  var keptCount: Int { known.withLock { $0.count } }

  /// The first visit.
  ///
  /// - Parameters:
  ///   - latest: the last instant at which it may begin, unless that is before the arrival.
  ///   - certainly: whether visits of which nobody knows do not count.
  func visit(
    _ shop: Shop, arrival: Timestamp, latest: Timestamp, dwellSeconds: Int, certainly: Bool
  ) -> Visit {
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

  /// The last instant at which a visit may begin that is no later than `latest`; `latest` itself
  /// where the shop gives no hours, or where there is none in the week before.
  ///
  /// - Parameter certainly: as for `visit`.
  func lastStart(
    _ shop: Shop, latest: Timestamp, dwellSeconds: Int, certainly: Bool
  ) -> Timestamp {
    let last = latest.secondsSince1970
    let starts = last - UnixSeconds(PlannerLimits.maximumTripSeconds)...last
    let stay = hours(of: shop)?.latestStay(
      of: dwellSeconds, startingIn: starts, certainly: certainly)
    return Timestamp(secondsSince1970: stay?.start ?? last)
  }

  /// What a person should know of the hours of a visit.
  ///
  /// - Parameters:
  ///   - start: when it begins.
  ///   - waits: whether one arrives before that.
  func describe(
    _ shop: Shop, visitFrom start: Timestamp, dwellSeconds: Int, waits: Bool, isCertain: Bool,
    told zone: MapZone
  ) -> VisitHours {
    guard let hours = hours(of: shop) else { return VisitHours(state: .unknown) }
    let first = start.secondsSince1970
    let end = first + UnixSeconds(max(dwellSeconds, 1))
    let parts = hours.intervals(in: first..<end)
    let closes = hours.closing(
      after: first, before: end + UnixSeconds(PlannerLimits.closingSeconds))
    return VisitHours(
      state: !isCertain ? .unknown : waits ? .opensLater : .open,
      opens: waits ? zone.told(start) : nil,
      closes: closes.map { zone.told(Timestamp(secondsSince1970: $0)) },
      comment: (parts.first { $0.state == .unknown } ?? parts.first)?.comment)
  }

  /// What a shop's value means; `nil` where it has none or one that makes no sense.
  private func hours(of shop: Shop) -> LocalHours? {
    guard let value = shop.openingHours, value.utf8.count <= HoursLimits.valueBytes else {
      return nil
    }
    guard let hours = read(value) else { return nil }
    // The sun rises at another time at every place.
    guard hours.hours.mentionsSun else { return hours }
    return LocalHours(hours.hours, at: place.at(shop.coordinate))
  }

  private func read(_ value: String) -> LocalHours? {
    if let found = known.withLock({ $0[value] }) { return found }
    // What cannot be read is as good as no hours: the venue store counts such values.
    let hours = (try? OpeningHours(value)).map { LocalHours($0, at: place) }
    known.withLock { known in
      if known.count >= PlanningLimits.keptHours { known.removeAll() }
      known[value] = .some(hours)
    }
    return hours
  }
}
