import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

@testable import Router

/// Answers that nobody waits for any more.
@Suite struct CancelledAnswerTests {
  private static let stops: [Character] = ["B", "C"]

  private static func request(leavings hours: Int, in drawn: DrawnNetwork) -> DetoursRequest {
    let ten = Timestamp("2026-11-23T10:00:00+02:00")!
    return DetoursRequest(
      origin: drawn.map.coordinate(of: "A"), destination: drawn.map.coordinate(of: "D"),
      stops: PackedCoordinates(stops.map { drawn.map.coordinate(of: $0) }),
      departure: ten, leavings: (0..<hours).map { ten.adding(seconds: $0 * 3600) })
  }

  /// A context that is cancelled when it is asked for that time; counts the questions.
  private static func context(
    endingAt last: Int, _ asked: Locked<Int>
  ) -> RequestContext {
    RequestContext(
      deadline: .now.advanced(by: .seconds(3600)),
      isCancelled: {
        asked.withLock { asked in
          asked += 1
          return asked == last
        }
      })
  }

  @Test(
    "drives over a day are found in a part for each hour with other speeds, and end between two")
  func aDay() throws {
    let schedule = SpeedSchedule { hour in
      SpeedFactors { _ in 1 / (1 + Double(hour % 12) / 10) }
    }
    let drawn = try DrawnNetwork(RoadMap("A---B---C---D", ways: ["ABCD": street]))
    let router = ProfileRouter(RoadSnapshot(drawn.network, speedSchedule: schedule))
    let request = Self.request(leavings: 12, in: drawn)
    let whole = Locked(0)
    router.answer(in: Self.context(endingAt: .max, whole))
    let reply = try router.answer(request)
    // The drives to the stops, and those on from them by the weights of twelve hours.
    #expect(whole.withLock { $0 } == 1 + 12)
    for last in 1...13 {
      let asked = Locked(0)
      router.answer(in: Self.context(endingAt: last, asked))
      let error = #expect(throws: ServiceError.self) { try router.answer(request) }
      #expect(error?.code == .deadlineExceeded)
      #expect(asked.withLock { $0 } == last, "nothing is computed after the cancellation")
    }
    router.answer(in: RequestContext?.none)
    let again = try router.answer(request)
    #expect(again == reply, "the next answer is whole")
  }
}
