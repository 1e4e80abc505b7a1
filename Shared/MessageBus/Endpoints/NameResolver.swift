import Glibc

/// Resolves names again and again, in the background: the addresses of a name change as instances
/// come and go (a headless Service of Kubernetes, say).
final class NameResolver: Sendable {
  /// In front of a name whose SRV records are wanted.
  static let recordsScheme = "srv://"
  /// The addresses of a name, or with the scheme in front those of its records, with their ports;
  /// empty where it has none, `nil` where nobody could be asked.
  typealias Lookup = @Sendable (String) -> [String]?

  private struct State: Sendable {
    var answers: [String: [String]] = [:]
    var rounds = 0
    var isAtWork = false
    var lastStart: ContinuousClock.Instant?
  }

  /// How old the last answers may be before the names are resolved again.
  static let interval = Duration.seconds(1)

  private let names: Set<String>
  private let lookup: Lookup
  private let state = WaitableState(State())

  init(_ names: Set<String>, lookup: @escaping Lookup = NameResolver.addresses) {
    self.names = names
    self.lookup = lookup
  }

  /// The addresses by the last answer, and starts to ask again if that is old; `nil` where there
  /// was none yet. Never blocks. A name server that does not answer changes nothing.
  func addresses(of name: String, now: ContinuousClock.Instant = .now) -> [String]? {
    let (answer, isDue) = state.withLock { state, _ in
      let isDue = !state.isAtWork && state.lastStart.map { $0 + Self.interval <= now } ?? true
      if isDue {
        state.isAtWork = true
        state.lastStart = now
      }
      return (state.answers[name], isDue)
    }
    // The system's call blocks, for seconds where a name server does not answer.
    if isDue { NamedThread.detached("resolver") { [self] in resolve() } }
    return answer
  }

  /// Waits until every name was asked for once.
  func waitForFirst() {
    for name in names { _ = addresses(of: name) }
    state.wait { $0.rounds > 0 || names.isEmpty ? () : nil }
  }

  private func resolve() {
    for name in names {
      let addresses = lookup(name)
      state.withLock { state, _ in state.answers[name] = addresses ?? state.answers[name] }
    }
    state.change { state, waiting in
      state.isAtWork = false
      state.rounds += 1
      return waiting
    }
  }

  /// As the system resolves names: hosts file, name servers. Of a name with addresses of both kinds
  /// only those of IPv4, since each host would count twice.
  static func addresses(of name: String) -> [String]? {
    if name.hasPrefix(recordsScheme) {
      return ServiceRecords.addresses(of: String(name.dropFirst(recordsScheme.count)))
    }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(name, nil, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard status == 0 else {
      // Source: getaddrinfo(3). A headless Service without a ready instance has no name.
      return status == EAI_NONAME || status == eaiNoData ? [] : nil
    }
    var found: [(isIPv4: Bool, text: String)] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ai_next
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard let address = entry.ai_addr,
        getnameinfo(
          address, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      else { continue }
      let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      found.append((entry.ai_family == AF_INET, String(decoding: bytes, as: UTF8.self)))
    }
    let hasIPv4 = found.contains(where: \.isIPv4)
    return Set(found.filter { $0.isIPv4 == hasIPv4 }.map(\.text)).sorted()
  }

  /// `EAI_NODATA`, a GNU extension that Swift's module leaves out.
  private static let eaiNoData: Int32 = -5
}
