import CMicroHTTPD
import FoundationEssentials
import Glibc
import MessageBus
import Messages

// The unsafe code of the HTTP server is in this file and in `SuspendableConnection`. It relies on
// these guarantees of libmicrohttpd (microhttpd.h of 0.9.75):
//
// P1. With `MHD_USE_INTERNAL_POLLING_THREAD` and no pool, all callbacks run on one thread.
// P2. `*slot` is NULL in the first call for a request, then keeps the pointer we store, and the
//     completion callback gets it exactly once, after the last call.
// P3. A suspended connection is not processed, timed out or freed until it is resumed;
//     `MHD_resume_connection` may be called from any thread.
// P4. `MHD_stop_daemon` returns after the thread has ended; no callback runs after that.
// P5. `MHD_suspend_connection` and `MHD_resume_connection` call nobody: they set marks under a lock
//     of the library's, which it holds during no callback. (daemon.c, internal_suspend_connection_)
// P6. The callback for the end of a connection precedes the closing of its socket. (daemon.c,
//     MHD_cleanup_connections)

/// The running library.
///
/// `@unchecked Sendable`: 1. `daemon` is set in `init`, before any other reference exists, and used
/// by `close` and `stop`, each of which does its work once under `state`. 2. Everything else is
/// immutable or behind a lock. 3. The callbacks' context is this object, retained by `init` and
/// released by `stop` after the last callback (P4); so it is freed only after `stop`.
final class HTTPDaemon: @unchecked Sendable {
  private struct State: Sendable {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    /// Connections whose next request has an address that can be read in several ways.
    var ambiguous: Set<SuspendableConnection> = []
    var isClosed = false
    var isStopped = false
  }

  private let limits: HTTPLimits
  private let handler: HTTPServer.Handler
  private let state = Locked(State())
  private let connections: Locked<ConnectionTable>
  private let hangUps: HangUpWatch
  private var daemon: OpaquePointer?

  /// Starts the library on the socket, which it then owns.
  ///
  /// - Throws: `HTTPServerError.cannotStart`.
  init(
    socket: ListeningSocket, limits: HTTPLimits, handler: @escaping HTTPServer.Handler
  ) throws(HTTPServerError) {
    self.limits = limits
    self.handler = handler
    let connections = Locked(ConnectionTable(limits))
    self.connections = connections
    do {
      hangUps = try HangUpWatch { Self.shut(connections) { $0.overdue(at: .now) } }
    } catch {
      Glibc.close(socket.descriptor)
      throw error
    }
    // Released by `stop`: see 3 above.
    let retained = Unmanaged.passRetained(self)
    let context = retained.toOpaque()
    var options = Self.options(socket, limits, context)
    let flags = MHD_USE_AUTO_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    daemon = quickbrew_http_start(flags, onRequest, context, &options)
    if daemon == nil {
      hangUps.stop()
      retained.release()
      Glibc.close(socket.descriptor)
      throw .cannotStart("libmicrohttpd refuses; is the limit of open files reached?")
    }
  }

  private static func options(
    _ socket: ListeningSocket, _ limits: HTTPLimits, _ context: UnsafeMutableRawPointer
  ) -> [MHD_OptionItem] {
    func item(_ option: MHD_OPTION, _ value: Int) -> MHD_OptionItem {
      MHD_OptionItem(option: option, value: value, ptr_value: nil)
    }
    // An option with two pointers has the first in `value`.
    let completed = unsafeBitCast(onCompleted, to: Int.self)
    let addressed = unsafeBitCast(onAddress, to: Int.self)
    let connected = unsafeBitCast(onConnection, to: Int.self)
    return [
      item(.LISTEN_SOCKET, Int(socket.descriptor)),
      item(.CONNECTION_LIMIT, limits.connections),
      item(.CONNECTION_TIMEOUT, limits.idleSeconds),
      item(.CONNECTION_MEMORY_LIMIT, limits.headerBytes),
      // Refuses whatever the RFCs allow a server to refuse, such as HTTP/1.1 without a Host.
      item(.STRICT_FOR_CLIENT, 1),
      MHD_OptionItem(
        option: .NOTIFY_COMPLETED, value: completed, ptr_value: context),
      MHD_OptionItem(option: .URI_LOG_CALLBACK, value: addressed, ptr_value: context),
      MHD_OptionItem(option: .NOTIFY_CONNECTION, value: connected, ptr_value: context),
      item(.END, 0),
    ]
  }

  /// Whether every response has been sent, to the last byte.
  var isIdle: Bool { state.withLock { $0.exchanges.isEmpty } }

  /// Accepts no more connections or requests.
  func close() {
    let (isFirst, exchanges) = state.withLock { state in
      defer { state.isClosed = true }
      return (!state.isClosed, Array(state.exchanges.values))
    }
    guard isFirst else { return }
    // The library returns the socket, and we close it.
    let descriptor = MHD_quiesce_daemon(daemon)
    if descriptor >= 0 { Glibc.close(descriptor) }
    for exchange in exchanges { exchange.endStream() }
  }

  /// Disconnects the remaining clients and waits for the library's thread.
  func stop() {
    close()
    let (isFirst, exchanges) = state.withLock { state in
      defer { state.isStopped = true }
      return (!state.isStopped, Array(state.exchanges.values))
    }
    guard isFirst else { return }
    // No connection may be suspended when the daemon stops. `close` already refuses new requests.
    for exchange in exchanges { exchange.giveUp() }
    MHD_stop_daemon(daemon)
    hangUps.stop()
    // Balances `init`; this runs once.
    Unmanaged.passUnretained(self).release()
  }
}

// MARK: - On the library's thread

extension HTTPDaemon {
  /// Called for a new connection, and for one that ends.
  fileprivate func note(_ connection: OpaquePointer, isNew: Bool) {
    let descriptor = quickbrew_http_socket(connection)
    if isNew {
      let address = Self.client(of: connection)
      Self.shut(connections) { $0.open(descriptor, from: address, at: .now) }
    } else {
      connections.withLock { $0.close(descriptor) }
    }
  }

  /// Shuts connections, whereupon the library reads their end. On any thread: while the lock is
  /// held, the descriptors of the table are still those of its connections (P6).
  private static func shut(
    _ connections: Locked<ConnectionTable>, _ choose: (inout ConnectionTable) -> [Int32]
  ) {
    connections.withLock { table in
      for descriptor in choose(&table) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// Called with the address of a request as it was sent, before the library reads its query.
  ///
  /// With too many arguments for its memory the library waits for the client, which waits for the
  /// library. (0.9.75; too large an address or too many headers it refuses itself.)
  fileprivate func check(_ address: UnsafePointer<CChar>, of connection: OpaquePointer) {
    let text = String(cString: address)
    if !RequestFraming.isPlain(text) {
      // The library decodes the address, and shows what stands before a zero byte.
      state.withLock { _ = $0.ambiguous.insert(.init(pointer: connection)) }
    }
    if text.utf8.count(where: { $0 == UInt8(ascii: "&") }) >= limits.arguments {
      quickbrew_http_refuse(connection, Self.tooManyArguments)
    }
  }

  private static let tooManyArguments = {
    let problem = Problem(
      ServiceError(.tooLarge, "The query has more names than the gateway takes."), status: 414)
    // Strings and numbers always encode.
    let body = (try? MessageCoder.encode(problem)) ?? Data()
    return "HTTP/1.1 414 URI Too Long\r\nContent-Type: application/problem+json\r\n"
      + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
      + String(decoding: body, as: UTF8.self)
  }()

  /// Called with the headers of a request, before its body.
  fileprivate func begin(
    _ connection: OpaquePointer, version: String
  ) -> (Exchange, refusal: HTTPResponse?) {
    let exchange = Exchange(connection: SuspendableConnection(pointer: connection))
    let (isClosed, isAmbiguous) = state.withLock { state in
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return (state.isClosed, state.ambiguous.remove(.init(pointer: connection)) != nil)
    }
    connections.withLock { $0.beginBody(quickbrew_http_socket(connection), at: .now) }
    if isClosed { return (exchange, .stopping) }
    if isAmbiguous { return (exchange, RequestFraming.ambiguousAddress) }
    let headers = values(of: connection, .HEADER_KIND).map { (name: $0.0, value: $0.1) }
    if let refusal = RequestFraming.refusal(of: headers, isOld: version == "HTTP/1.0") {
      return (exchange, refusal)
    }
    let length = MHD_lookup_connection_value(connection, .HEADER_KIND, "Content-Length")
    if let length, (Int(String(cString: length)) ?? .max) > limits.bodyBytes {
      return (exchange, .bodyTooLarge)
    }
    return (exchange, nil)
  }

  fileprivate func receive(
    _ bytes: UnsafeRawBufferPointer, for exchange: Exchange, on connection: OpaquePointer
  ) -> MHD_Result {
    connections.withLock { $0.receive(bytes.count, on: quickbrew_http_socket(connection)) }
    return exchange.append(bytes, limit: limits.bodyBytes) ? .YES : .NO
  }

  /// Called when the request is complete, and again when its response is available.
  fileprivate func proceed(
    _ exchange: Exchange, _ connection: OpaquePointer, method: String, path: String
  ) -> MHD_Result {
    if let response = exchange.beginSending() { return send(response, on: connection) }
    connections.withLock { $0.complete(quickbrew_http_socket(connection)) }
    guard let body = exchange.body(limit: limits.bodyBytes) else {
      return send(.bodyTooLarge, on: connection)
    }
    let headers = values(of: connection, .HEADER_KIND).map { ($0.0.lowercased(), $0.1) }
    let request = HTTPRequest(
      method: method, path: path,
      arguments: values(of: connection, .GET_ARGUMENT_KIND).map { .init($0.0, $0.1) },
      headers: Dictionary(headers) { "\($0), \($1)" }, body: body,
      client: Self.client(of: connection))
    let watched = hangUps.watch(quickbrew_http_socket(connection)) { exchange.hangUp() }
    let waits = exchange.wait { [handler, hangUps] in
      defer { hangUps.forget(watched) }
      return await handler(request)
    }
    if waits { return .YES }
    hangUps.forget(watched)
    return send(.stopping, on: connection)
  }

  /// Called for a connection that has ended within the header of a request.
  fileprivate func forget(_ connection: OpaquePointer) {
    state.withLock { _ = $0.ambiguous.remove(.init(pointer: connection)) }
  }

  fileprivate func end(_ exchange: Exchange, on connection: OpaquePointer) {
    connections.withLock { $0.answered(quickbrew_http_socket(connection), at: .now) }
    exchange.end()
    state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = nil }
  }

  fileprivate func send(_ response: HTTPResponse, on connection: OpaquePointer) -> MHD_Result {
    guard let answer = make(response.body, for: connection) else { return .NO }
    for header in response.headers {
      MHD_add_response_header(answer, header.name, header.value)
    }
    // The library keeps its own reference until the response is sent.
    defer { MHD_destroy_response(answer) }
    return MHD_queue_response(connection, UInt32(response.status), answer)
  }

  private func make(
    _ body: HTTPResponse.Body, for connection: OpaquePointer
  ) -> OpaquePointer? {
    switch body {
    case .whole(let data):
      // The library copies the bytes before this returns, and does not write to them.
      return data.withUnsafeBytes { bytes in
        MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
          .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      let watched = hangUps.watch(quickbrew_http_socket(connection)) { stream.disconnect() }
      let reader = StreamReader(
        stream: stream, connection: SuspendableConnection(pointer: connection),
        onOver: { [hangUps] in hangUps.forget(watched) })
      // Released by `onStreamOver`, which the library calls once with the response's last use.
      let context = Unmanaged.passRetained(reader).toOpaque()
      return MHD_create_response_from_callback(.max, 16 * 1024, onRead, context, onStreamOver)
    }
  }

  private static func client(of connection: OpaquePointer) -> String {
    var text = [CChar](repeating: 0, count: 64)
    quickbrew_http_client(connection, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func values(
    of connection: OpaquePointer, _ kind: MHD_ValueKind
  ) -> [(String, String)] {
    var pairs: [(String, String)] = []
    withUnsafeMutablePointer(to: &pairs) { pointer in
      _ = MHD_get_connection_values(connection, kind, onValue, pointer)
    }
    return pairs
  }
}

/// A stream, and the connection to resume when bytes are written.
@Memberwise private final class StreamReader: Sendable {
  let stream: BodyStream
  let connection: SuspendableConnection
  let onOver: @Sendable () -> Void
}

// MARK: - Callbacks

private let onAddress:
  @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
    UnsafeMutableRawPointer? = { context, address, connection in
      if let context, let address, let connection {
        // The daemon outlives its callbacks.
        let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
        daemon.check(address, of: connection)
      }
      // What `onRequest` finds in its slot (P2).
      return nil
    }

private let onConnection: MHD_NotifyConnectionCallback = { context, connection, _, event in
  guard let context, let connection else { return }
  // The daemon outlives its callbacks.
  let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
  daemon.note(connection, isNew: event == .CONNECTION_NOTIFY_STARTED)
}

private let onRequest: MHD_AccessHandlerCallback = {
  context, connection, url, method, version, upload, uploadSize, slot in
  guard let context, let connection, let url, let method, let version, let uploadSize, let slot
  else { return .NO }
  // The daemon outlives its callbacks.
  let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
  guard let held = slot.pointee else {
    let (exchange, refusal) = daemon.begin(connection, version: String(cString: version))
    // Released in `onCompleted` (P2).
    slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
    return refusal.map { daemon.send($0, on: connection) } ?? .YES
  }
  // Retained in the first call (P2).
  let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
  if uploadSize.pointee > 0 {
    // `upload` holds `uploadSize` bytes until this returns.
    let bytes = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
    uploadSize.pointee = 0
    return daemon.receive(bytes, for: exchange, on: connection)
  }
  return daemon.proceed(
    exchange, connection, method: String(cString: method), path: String(cString: url))
}

private let onCompleted: MHD_RequestCompletedCallback = { context, connection, slot, _ in
  guard let context, let connection else { return }
  // The daemon outlives its callbacks.
  let daemon = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
  guard let held = slot?.pointee else { return daemon.forget(connection) }
  slot?.pointee = nil
  // Balances the retain of `onRequest`; called once a request (P2).
  daemon.end(Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue(), on: connection)
}

private let onValue: MHD_KeyValueIterator = { context, _, key, value in
  guard let key else { return .YES }
  // `context` is the array of `values(of:_:name:)`, which waits for the iteration to end.
  context?.assumingMemoryBound(to: [(String, String)].self).pointee
    .append((String(cString: key), value.map { String(cString: $0) } ?? ""))
  return .YES
}

private let onRead: MHD_ContentReaderCallback = { context, _, buffer, size in
  guard let context, let buffer else { return -2 }
  // Retained by the response until `onStreamOver`.
  let reader = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
  // `buffer` has room for `size` bytes until this returns.
  let room = UnsafeMutableRawBufferPointer(start: buffer, count: size)
  switch reader.stream.read(into: room, for: reader.connection) {
  case .bytes(let count): return count
  case .paused: return 0
  // MHD_CONTENT_READER_END_OF_STREAM, a cast macro that Swift does not import.
  case .end: return -1
  }
}

private let onStreamOver: MHD_ContentReaderFreeCallback = { context in
  guard let context else { return }
  // Balances the retain of `make`; called once a response.
  let reader = Unmanaged<StreamReader>.fromOpaque(context).takeRetainedValue()
  reader.onOver()
  reader.stream.abandon()
}
