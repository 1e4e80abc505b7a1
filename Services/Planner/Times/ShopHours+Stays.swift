import Messages
import OpeningHours
import Time

extension ShopHours {
  /// The longest stay within a period; 0 if the shop is closed all the time.
  ///
  /// - Parameters:
  ///   - start: the first instant of the period; `end` is after the last.
  ///   - certainly: whether only time counts during which the shop is known to be open.
  func longestStay(
    _ shop: Shop, from start: Timestamp, to end: Timestamp, certainly: Bool
  ) -> Int {
    let (first, last) = (start.secondsSince1970, end.secondsSince1970)
    guard first < last else { return 0 }
    guard let hours = hours(of: shop) else { return certainly ? 0 : Int(last - first) }
    let stays = Self.joined(hours.intervals(in: first..<last), certainly: certainly)
    return Int(stays.map { $0.upperBound - $0.lowerBound }.max() ?? 0)
  }

  /// Why there is no visit: when the shop closed last before a visit could end, and when it opens
  /// next after the arrival; each `nil` if that is more than a day away.
  func closure(
    _ shop: Shop, arrival: Timestamp, dwellSeconds: Int
  ) -> (closes: Timestamp?, opens: Timestamp?) {
    guard let hours = hours(of: shop) else { return (nil, nil) }
    let (first, day) = (arrival.secondsSince1970, UnixSeconds(PlannerLimits.closingSeconds))
    let end = first + UnixSeconds(max(dwellSeconds, 1))
    let stays = Self.joined(hours.intervals(in: first - day..<end + day), certainly: false)
    let closes = stays.last { $0.upperBound <= end && $0.upperBound > first - day }?.upperBound
    let opens = stays.first { $0.lowerBound > first }?.lowerBound
    return (
      closes.map { Timestamp(secondsSince1970: $0) }, opens.map { Timestamp(secondsSince1970: $0) }
    )
  }

  /// The periods during which one can stay, each as long as possible.
  private static func joined(
    _ intervals: [HoursInterval], certainly: Bool
  ) -> [Range<UnixSeconds>] {
    intervals.reduce(into: []) { periods, interval in
      if certainly, interval.state != .open { return }
      if let last = periods.last, last.upperBound == interval.start {
        periods[periods.count - 1] = last.lowerBound..<interval.end
      } else {
        periods.append(interval.start..<interval.end)
      }
    }
  }
}
