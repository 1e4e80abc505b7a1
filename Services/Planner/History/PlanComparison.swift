import Geography
import Messages
import Time

extension PlanRequest {
  /// The same request with what depends on the time of asking replaced by what it meant: instants
  /// for times, coordinates for devices.
  func fixed(by plan: Plan) -> PlanRequest {
    var fixed = self
    fixed.id = plan.id
    fixed.departure = .instant(plan.departure)
    fixed.deadline = .instant(plan.deadline)
    if case .device = origin { fixed.origin = .coordinate(plan.origin.coordinate) }
    if case .device = destination { fixed.destination = .coordinate(plan.destination.coordinate) }
    return fixed
  }
}

extension Plan {
  /// Whether another plan says the same: all but the identifier, the timings, and what the ends
  /// are called, as a device has another name than its coordinate.
  func isSame(as other: Plan) -> Bool {
    origin.coordinate == other.origin.coordinate
      && destination.coordinate == other.destination.coordinate && category == other.category
      && departure == other.departure && deadline == other.deadline && direct == other.direct
      && options == other.options && candidates == other.candidates
  }
}

extension PlanInputDifference {
  /// The inputs that differ, in the order in which a plan uses them.
  static func between(
    _ kept: KeptPlan, _ plan: Plan, _ inputs: PlanInputs
  ) -> [PlanInputDifference] {
    let (before, after) = (kept.plan, plan)
    let rows: [(Input, String?, String?)] = [
      (.software, kept.inputs.software, inputs.software),
      (.origin, before.origin.coordinate.text, after.origin.coordinate.text),
      (.destination, before.destination.coordinate.text, after.destination.coordinate.text),
      (.map, kept.inputs.mapVersion, inputs.mapVersion),
      (.traffic, text(kept.inputs.trafficVersion), text(inputs.trafficVersion)),
      (.venues, text(kept.inputs.venues), text(inputs.venues)),
    ]
    return rows.filter { $0.1 != $0.2 }.map { input, before, now in
      PlanInputDifference(input: input, before: before, now: now)
    }
  }

  private static func text(_ version: Int?) -> String? { version.map { "\($0)" } }

  private static func text(_ position: StreamPosition?) -> String? {
    position.map { "\($0.epoch):\($0.sequence)" }
  }
}
