import Messages

/// Retries while the service is unavailable.
@Sendable func untilDone(_ body: @Sendable () async throws -> Void) async throws {
  while true {
    do {
      return try await body()
    } catch let error as ServiceError {
      if !error.code.isRetryable { throw error }
    }
    // The service is starting; no notification announces that it is ready.
    try await Task.sleep(for: .milliseconds(10))
  }
}
