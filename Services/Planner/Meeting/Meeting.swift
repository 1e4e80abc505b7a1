import Messages
import Time

/// The trips of two who meet.
struct MeetingPair: Sendable {
  var first: Trip
  var second: Trip

  /// Whether both leave their departure open, so that they can meet as late as it works.
  var isOpen: Bool {
    first.query.openEnd == .departure && second.query.openEnd == .departure
  }
}

/// A shop that is closed when both are there.
struct ClosedMeeting: Sendable {
  let shop: Shop
  /// From each traveller's departure to the door.
  let seconds: (Int, Int)
}

/// A shop where both can meet.
struct Meeting: Comparable, Sendable {
  let shop: Shop
  /// From each traveller's origin to the shop.
  private(set) var there: (Int, Int)
  /// Without waiting for anything but both and the opening.
  private let earliest: Timestamp
  private(set) var begins: Timestamp
  private(set) var ends: Timestamp
  let isCertain: Bool
  private(set) var worstSlack = 0
  /// The departure of whoever leaves earlier, where both leave that open.
  private var leaveBy: Timestamp?

  var onTime: Bool { worstSlack >= 0 }

  /// `nil` if the shop is closed.
  ///
  /// - Parameter there: the seconds that each traveller drives.
  init?(_ shop: Shop, _ there: (Int, Int), _ pair: MeetingPair) {
    let (first, second) = (pair.first, pair.second)
    let arrival = max(
      first.departure.adding(seconds: there.0), second.departure.adding(seconds: there.1))
    let deadline = max(first.query.window.deadline, second.query.window.deadline)
    let dwell = first.query.dwellSeconds
    let visit = first.map.hours.earliestVisit(
      shop, arrival: arrival, latest: deadline.adding(seconds: -dwell), dwellSeconds: dwell,
      certainly: first.query.openOnly)
    guard case .possible(let wait, let isCertain) = visit else { return nil }
    self.shop = shop
    self.there = there
    self.isCertain = isCertain
    earliest = first.map.zone.localized(arrival.adding(seconds: wait))
    begins = earliest
    ends = first.map.zone.localized(earliest.adding(seconds: dwell))
  }

  /// The same by the durations of its legs. Where not both leave their departure open the meeting
  /// begins as the tables say.
  func routed(_ there: (Int, Int), _ home: (Int, Int), _ pair: MeetingPair) -> Meeting {
    var meeting = self
    if pair.isOpen { meeting.there = there }
    return meeting.leaving(home, pair)
  }

  /// The same with the slacks that follow from the drives on; as late as both are on time, where
  /// both leave their departure open.
  func leaving(_ home: (Int, Int), _ pair: MeetingPair) -> Meeting {
    let (first, second) = (pair.first, pair.second)
    let latestEnd = min(
      first.query.window.deadline.adding(seconds: -home.0),
      second.query.window.deadline.adding(seconds: -home.1))
    let dwell = first.query.dwellSeconds
    var meeting = self
    if pair.isOpen, latestEnd >= earliest.adding(seconds: dwell) {
      let start = first.map.hours.lastStart(
        shop, latest: latestEnd.adding(seconds: -dwell), dwellSeconds: dwell,
        certainly: isCertain)
      meeting.begins = first.map.zone.localized(start)
      meeting.ends = first.map.zone.localized(start.adding(seconds: dwell))
      meeting.leaveBy = start.adding(seconds: -max(meeting.there.0, meeting.there.1))
    }
    meeting.worstSlack = latestEnd.seconds(since: meeting.ends)
    return meeting
  }

  static func == (left: Meeting, right: Meeting) -> Bool {
    !(left < right) && !(right < left)
  }

  /// The better first: those on time, of them those known to be open, then those that can be left
  /// for last, or that leave most time to whoever has less.
  static func < (left: Meeting, right: Meeting) -> Bool {
    if left.onTime != right.onTime { return left.onTime }
    if left.isCertain != right.isCertain { return left.isCertain }
    if let one = left.leaveBy, let other = right.leaveBy, one != other { return one > other }
    return (right.worstSlack, left.shop.id) < (left.worstSlack, right.shop.id)
  }
}
