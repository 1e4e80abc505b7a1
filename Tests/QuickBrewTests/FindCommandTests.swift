import Geography
import MessageBus
import Messages
import Testing

@testable import QuickBrew

@Suite struct FindCommandTests {
  private static let position = StreamPosition(epoch: "e", sequence: 1)

  /// A bus whose geocoder answers with the reply, and shop search with one venue.
  private func bus(_ reply: FindReply, _ asked: Locked<[NearbyRequest]>) -> FakeClientBus {
    FakeClientBus().answering(FindRequest.self) { _ in reply }
      .answering(NearbyRequest.self) { request in
        asked.withLock { $0.append(request) }
        let venue = NearbyVenue(venue: Fixtures.venue("Roma"), distanceMeters: 120)
        return NearbyReply(
          venues: [venue],
          replica: ReplicaState(position: Self.position, venues: 1, isCurrent: true))
      }
  }

  @Test("a search is handed to shop search around its place, and said")
  func search() async {
    let search = VenueSearch(
      filter: VenueFilter(category: .coffee), place: Fixtures.hit("Smithfield"),
      radiusMeters: 2_000)
    let asked = Locked<[NearbyRequest]>([])
    let run = await CommandRun(["find", "coffee"], bus: bus(FindReply(search: search), asked))
    #expect(run.status == .success)
    #expect(run.messages.contains("Looking for coffee within 2.0 km of Smithfield."))
    #expect(run.output.contains("Roma"))
    let expected = NearbyRequest(
      coordinate: Fixtures.hit("Smithfield").coordinate, radiusMeters: 2_000,
      filter: VenueFilter(category: .coffee))
    #expect(asked.withLock { $0 } == [expected])
  }

  @Test("a search around the person needs to know where that is")
  func around() async {
    let search = VenueSearch(filter: VenueFilter(category: .bakery, hours: HoursFilter()))
    let asked = Locked<[NearbyRequest]>([])
    let bus = bus(FindReply(search: search), asked)
    let lost = await CommandRun(["find", "open bakery"], bus: bus)
    #expect(lost.status == .usage)
    #expect(lost.messages.contains("--near"))
    let run = await CommandRun(["find", "open bakery", "--near", "37.8,-122.4"], bus: bus)
    #expect(run.status == .success)
    #expect(asked.withLock { $0.map { $0.filter?.hours?.admits } } == [nil, .unknown])
  }

  @Test("a place is shown as geocode does")
  func place() async {
    let run = await CommandRun(
      ["find", "coit"], bus: bus(FindReply(hits: [Fixtures.hit("Coit Tower")]), Locked([])))
    #expect(run.status == .success)
    #expect(run.output.contains("Coit Tower"))
    let none = await CommandRun(["find", "coit"], bus: bus(FindReply(), Locked([])))
    #expect(none.status == .nothingFound)
  }
}
