import Areas
import Geography
import Messages
import Testing

@testable import GeofenceMonitor

/// Where a stay is cut to the millisecond, and which number it has.
@Suite struct ExactEpisodeTests {
  @Test(
    "a dwell is due in the millisecond in which it is complete, and not before",
    arguments: [(89.999, false), (90, true), (90.001, true)])
  func dwell(second: Double, isDue: Bool) throws {
    var track = Track()
    try track.fence("A", .circle(center: union, radiusMeters: 1_000), dwell: 90)
    track.report(0, union)
    track.report(second, union)
    #expect(track.log == ["0 enter A"] + (isDue ? ["90 dwell A"] : []))
  }

  /// The late samples are of a time before the enter, and outside of where the fence is now.
  @Test("an episode of a fence that moved ends no earlier than it began")
  func movedFence() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(60, union)
    #expect(track.log == ["60 enter A"])
    try track.fence("A", at: union.north(900), radius: 950)
    for second in [10.0, 20, 30] { track.report(second, union.moved(by: 1_000, bearing: 180)) }
    let exit = try #require(track.events.last)
    #expect(exit.kind == .exit && exit.episode == 1)
    #expect(Track.seconds(exit.time) == 60 && exit.visitSeconds == 0)
    #expect(track.log.count == 2)
  }

  /// The first visit was none after all. The enter of the second is then a correction of the
  /// first's, so the exit belongs to another episode than the one that was published with it.
  @Test("an event that is the same but for its episode is corrected") func changedEpisode() throws {
    var fences = FenceSet()
    let area = FenceArea.circle(center: union, radiusMeters: 1_000)
    let fence = Fence(
      id: "A",
      definition: FenceDefinition(
        area: area, label: "A", dwellSeconds: nil, hours: nil, expires: nil, confirmation: nil))
    fences.add(try WatchedFence(fence, number: 1, firstArrival: 0))
    func event(
      _ kind: Transition.Kind, entered: Int64, at time: Int64, confirmedAt sample: Int64
    ) -> Transition {
      Transition(
        kind: kind, fence: 1, episode: EpisodeKey(fence: 1, entered: entered),
        crossing: Crossing(
          time: time, position: SpaceVector(union), earliest: time, latest: time, isObserved: true),
        sample: Sample(coordinate: union, time: sample, arrival: sample))
    }
    let exit = event(.exit, entered: 300, at: 400, confirmedAt: 420)
    let emitted = [
      EmittedEvent(
        number: 1, transition: event(.enter, entered: 100, at: 100, confirmedAt: 120), episode: 1),
      EmittedEvent(
        number: 2, transition: event(.exit, entered: 100, at: 200, confirmedAt: 220), episode: 1),
      EmittedEvent(
        number: 3, transition: event(.enter, entered: 300, at: 300, confirmedAt: 320), episode: 3),
      EmittedEvent(number: 4, transition: exit, episode: 3),
    ]
    let now = [event(.enter, entered: 300, at: 300, confirmedAt: 310), exit]
    var ledger = EventLedger(emitted: emitted, baseEpisodes: [:]) { _ in false }
    var numbering = EventNumbering(device: "phone", cause: exit.sample, fences: fences, latest: 4)
    numbering.number(
      Reconciliation(replacing: emitted, by: now, fences), &ledger, isOpen: { _ in false })
    let news = numbering.events.map { "\($0.replaces ?? 0) \($0.becomes?.rawValue ?? "none")" }
    #expect(news == ["2 none", "3 none", "1 enter", "4 exit"])
    #expect(numbering.events.suffix(2).map(\.episode) == [1, 1])
    // Read as a subscriber does, who knows the first four.
    #expect(ledger.emitted.map(\.episode) == [1, 1] && ledger.emitted.map(\.number) == [7, 8])
  }
}
