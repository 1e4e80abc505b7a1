import Geography
import Messages
import Testing

/// What a caller may do, over all kinds of operations.
struct CallerTests {
  private let ann = Caller(name: "phone", scope: .write, user: "ann")

  private func allowed<Request: RequestMessage>(_ request: Request, to caller: Caller) -> Bool {
    do {
      try caller.check(request)
      return true
    } catch {
      #expect(error.code == .unauthorised)
      return false
    }
  }

  @Test("a scope includes those before it, and no more")
  func scopes() {
    let change = FavouriteAddRequest(user: "ann", venueID: "osm/node/1")
    let forAll = FeedListRequest()
    for (scope, may) in [(AccessScope.read, false), (.write, true), (.admin, true)] {
      let caller = Caller(name: "key", scope: scope)
      #expect(allowed(FavouriteListRequest(user: "ann"), to: caller))
      #expect(allowed(change, to: caller) == may)
      #expect(allowed(TrafficRequest(), to: caller) == (scope == .admin))
      #expect(allowed(forAll, to: caller))
    }
  }

  @Test("a key that is bound to a user reads and changes theirs only")
  func users() {
    #expect(allowed(NoteListRequest(user: "ann"), to: ann))
    #expect(!allowed(NoteListRequest(user: "bob"), to: ann))
    #expect(allowed(PinBoardRequest(board: "ann"), to: ann))
    #expect(!allowed(PinBoardRequest(board: "bob"), to: ann))
    #expect(allowed(FenceListRequest(board: "ann"), to: ann))
    #expect(!allowed(FenceListRequest(), to: ann))
    #expect(!allowed(GeofenceEventsRequest(since: 0), to: ann))
    // The planner's store knows whose they are.
    #expect(allowed(PlanListRequest(), to: ann))
    #expect(allowed(PinBoardRequest(board: "bob"), to: Caller(name: "ops", scope: .read)))
  }

  @Test("a guest, by a name in the form of guests, may keep a fiftieth, and at least one thing")
  func guests() {
    let guest = "guest-0123456789abcdef01234567"
    #expect(Caller.quota(10_000, of: guest) == 200 && Caller.quota(49, of: guest) == 1)
    for user in ["ann", "guest-", "guest-1", guest + "0", guest.replacing("f", with: "g")] {
      #expect(Caller.quota(10_000, of: user) == 10_000, "\(user)")
    }
    let caller = Caller(name: guest, scope: .write, user: guest)
    #expect(allowed(NoteListRequest(user: guest), to: caller))
    #expect(!allowed(NoteListRequest(user: "ann"), to: caller))
  }

  @Test(
    "a user's devices are named after them",
    arguments: [
      ("ann", true), ("ann.phone", true), ("ann/car", true), ("anna", false), ("bob", false),
      ("annphone", false), ("", false),
    ])
  func devices(_ device: String, mine: Bool) {
    #expect(allowed(PositionRequest(device: DeviceID(rawValue: device)), to: ann) == mine)
    let place = LocationReference.device(DeviceID(rawValue: device))
    let plan = PlanRequest(
      origin: .text("here"), destination: place, departure: nil, deadline: nil)
    #expect(allowed(plan, to: ann) == mine)
    let point = Coordinate(latitude: 0, longitude: 1)
    let batch = PositionBatchRequest(positions: [
      PositionReportRequest(device: "ann", coordinate: point),
      PositionReportRequest(device: DeviceID(rawValue: device), coordinate: point),
    ])
    #expect(allowed(batch, to: ann) == mine)
  }
}
