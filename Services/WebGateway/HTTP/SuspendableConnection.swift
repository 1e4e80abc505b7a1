import CMicroHTTPD

/// A connection that waits without holding a thread.
///
/// `@unchecked Sendable`: `pointer` is compared, and else only passed to the library: to `suspend`
/// on the library's thread inside a callback of this connection, as the library requires, and to
/// `resume` only while suspended, when the pointer is valid (P3 of `HTTPDaemon`). `Exchange` and
/// `BodyStream` pair the two under their locks.
struct SuspendableConnection: Hashable, @unchecked Sendable {
  let pointer: OpaquePointer

  func suspend() { MHD_suspend_connection(pointer) }
  func resume() { MHD_resume_connection(pointer) }
}
