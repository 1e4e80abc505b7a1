// The names under which `Measuring` knows parts of the core. Remove them with that folder.

import Messages

typealias Course = DirectedSegment
package typealias CourseCondition = TrafficCondition

extension TrafficState {
  static var untold: TrafficState { .empty }
}

extension RoadTraffic {
  init(
    state: TrafficState, places: [RoadReference: [DirectedSegment]],
    conditions: [DirectedSegment: TrafficCondition]
  ) {
    self.init(state: state, segmentsByRoad: places, conditions: conditions)
  }
}
