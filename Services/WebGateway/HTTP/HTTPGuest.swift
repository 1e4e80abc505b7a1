import CCurl
import MessageBus

/// Asks a server of this process over HTTP whether it answers, as any browser would.
///
/// Over one connection that is kept: where all others are in use, it still is a user of the server.
/// On its own thread, as it blocks.
actor HTTPGuest {
  private let executor = ThreadExecutor("http-guest")
  private let isAsking = Locked(false)
  private let curl = curl_easy_init()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - address: where the server listens; 0.0.0.0 is this machine as well.
  ///   - patience: how long it waits for an answer.
  init(address: String, port: Int, patience: Duration = .seconds(5)) {
    _ = quickbrew_curl_set_text(curl, CURLOPT_URL, "http://\(address):\(port)/healthz")
    // Whatever the environment says of proxies.
    _ = quickbrew_curl_set_text(curl, CURLOPT_PROXY, "")
    _ = quickbrew_curl_set_number(curl, CURLOPT_NOBODY, 1)
    _ = quickbrew_curl_set_number(curl, CURLOPT_NOSIGNAL, 1)
    _ = quickbrew_curl_set_number(curl, CURLOPT_TIMEOUT_MS, Int(patience / .milliseconds(1)))
  }

  isolated deinit { curl_easy_cleanup(curl) }

  /// Whether there was an answer, of whatever status, within some seconds; `false` at once while
  /// another call waits for one.
  nonisolated func isAnswered() async -> Bool {
    let isFirst = isAsking.withLock { isAsking in
      defer { isAsking = true }
      return !isAsking
    }
    guard isFirst else { return false }
    defer { isAsking.withLock { $0 = false } }
    return await ask()
  }

  private func ask() -> Bool { curl_easy_perform(curl) == CURLE_OK }
}
