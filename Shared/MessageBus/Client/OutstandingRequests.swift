/// The requests of a process without an outcome, by number: at most `ClientLimits.outstanding`, and
/// bodies of `ClientLimits.outstandingBytes` together.
struct OutstandingRequests {
  private var requests: [UInt64: OutstandingRequest] = [:]
  private var lastNumber: UInt64 = 0
  /// Of their bodies.
  private(set) var bytes = 0

  var count: Int { requests.count }
  var numbers: [UInt64] { Array(requests.keys) }

  /// A number for a new request, from 1.
  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// The request of a number; only an outstanding one may be set.
  subscript(number: UInt64) -> OutstandingRequest? {
    get { requests[number] }
    set { requests[number] = newValue }
  }

  /// Adds a request, unless the bounds are reached; whether it did.
  mutating func add(_ request: OutstandingRequest, as number: UInt64) -> Bool {
    let size = request.request.body.count
    guard requests.count < ClientLimits.outstanding,
      bytes + size <= ClientLimits.outstandingBytes || bytes == 0
    else { return false }
    requests[number] = request
    bytes += size
    return true
  }

  /// Removes a request that has an outcome; `nil` if it had one before.
  mutating func remove(_ number: UInt64) -> OutstandingRequest? {
    guard let ended = requests.removeValue(forKey: number) else { return nil }
    bytes -= ended.request.body.count
    return ended
  }

  /// Those whose time is over or that are to be hedged, in the order in which they were made.
  func due(by now: ContinuousClock.Instant) -> [(UInt64, OutstandingRequest)] {
    requests.filter { _, waiting in
      waiting.request.deadline <= now || waiting.hedgeDeadline.map { $0 <= now } ?? false
    }.map { ($0, $1) }.sorted { $0.0 < $1.0 }
  }

  /// Those that a condition holds for, in the order in which they were made.
  func numbers(where isMeant: (OutstandingRequest) -> Bool) -> [UInt64] {
    requests.filter { isMeant($0.value) }.map(\.key).sorted()
  }
}
