import Messages
import SQL

/// Maps database errors that the caller can act on: a failure that may pass becomes `unavailable`,
/// a text that cannot be stored becomes `invalidRequest`. Other errors are faults of the service
/// and are rethrown as they are.
///
/// - Parameter store: whose store it is, for the message: “venue store”.
/// - Throws: `ServiceError`; what `work` throws.
package func mappingStoreErrors<Reply>(of store: String, _ work: () throws -> Reply) throws -> Reply
{
  do {
    return try work()
  } catch let error as SQLError {
    throw error.mapped(of: store)
  }
}

/// The same for asynchronous work.
///
/// - Throws: `ServiceError`; what `work` throws.
package func mappingStoreErrors<Reply>(
  of store: String, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Reply
) async throws -> Reply {
  do {
    return try await work()
  } catch let error as SQLError {
    throw error.mapped(of: store)
  }
}

extension SQLError {
  fileprivate func mapped(of store: String) -> any Error {
    if kind == .diskFull || kind == .diskFailure {
      return ServiceError(
        .unavailable,
        """
        The disk of the \(store) cannot be written: \(message) (\(code)). Nothing is changed until \
        it can; then it goes on by itself.
        """)
    }
    if isTransient {
      return ServiceError(.unavailable, "The \(store) does not answer now. \(self)")
    }
    if kind == .unfitText {
      return ServiceError(.invalidRequest, "The \(store) cannot keep a text with a NUL character.")
    }
    return self
  }
}
