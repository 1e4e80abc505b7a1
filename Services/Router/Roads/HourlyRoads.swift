import Messages
import Time

/// The weights of one request by the hour: those of the period of the speed schedule, of the rules
/// that hold in the hour, and of what the request asks of roads. For one thread.
@Memberwise final class HourlyRoads {
  private let snapshot: RoadSnapshot
  private let selection: RoadSelection?
  private var keys: [ChangedMetrics.Key] = []
  /// By hour of the clock, `nil` for empty roads: the number of its weights.
  private var numbers: [Int64?: Int] = [:]

  /// Whether the weights may differ from hour to hour.
  var haveHours: Bool { snapshot.haveHours }

  /// The live traffic that the weights respect.
  var traffic: RoadTraffic { snapshot.traffic }

  /// The weights at a time, or of empty roads.
  func metric(at time: Timestamp?) -> HierarchyMetric { snapshot.metric(at: time, for: selection) }

  /// A number from 0 on, the same for times with the same weights.
  func number(at time: Timestamp?) -> Int {
    let hour = time.map { ($0.secondsSince1970 + Int64($0.offsetSeconds)) / 3600 }
    if let known = numbers[hour] { return known }
    let key = snapshot.key(at: time, for: selection)
    let number = keys.firstIndex(of: key) ?? keys.count
    if number == keys.count { keys.append(key) }
    numbers[hour] = number
    return number
  }
}
