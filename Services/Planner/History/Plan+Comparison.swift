import Geography
import Messages
import Time

extension PlanRequest {
  /// The same request with what depends on the time of asking replaced by what it meant: instants
  /// for times, coordinates for devices, and the order of an open departure.
  func fixed(by plan: Plan) -> PlanRequest {
    var fixed = self
    fixed.id = plan.id
    fixed.departure = .instant(plan.departure)
    fixed.deadline = .instant(plan.deadline)
    if plan.openEnd == .departure {
      var choice = choice ?? PlanChoice()
      choice.order = choice.order ?? .leaveBy
      fixed.choice = choice
    }
    if case .device = origin { fixed.origin = .coordinate(plan.origin.coordinate) }
    if case .device = destination { fixed.destination = .coordinate(plan.destination.coordinate) }
    return fixed
  }
}

extension Plan {
  /// Whether another plan says the same: all but the identifier, the timings, what the ends are
  /// called, as a device has another name than its coordinate, and what follows from an end that
  /// the request left open: the schedules and ledgers, which are sums of the rest.
  func isSame(as other: Plan) -> Bool {
    origin.coordinate == other.origin.coordinate
      && destination.coordinate == other.destination.coordinate && category == other.category
      && departure == other.departure && deadline == other.deadline
      && direct.isSame(as: other.direct)
      && options.elementsEqual(other.options) { $0.isSame(as: $1) }
      && candidates == other.candidates
  }
}

extension DirectTrip {
  fileprivate func isSame(as other: DirectTrip) -> Bool {
    var direct = self
    direct.schedule = other.schedule
    return direct == other
  }
}

extension PlanOption {
  fileprivate func isSame(as other: PlanOption) -> Bool {
    var option = self
    option.schedule = other.schedule
    option.ledger = other.ledger
    return option == other
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
