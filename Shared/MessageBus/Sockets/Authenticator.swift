import CZeroMQ
import FoundationEssentials
import Messages

/// Admits those to a process's sockets whose keys are known: the handler of ZeroMQ's authentication
/// protocol (ZAP, RFC 27).
///
/// To the requests of a service everybody is admitted who has a key, and each request is checked.
/// Events are not: whoever has a key that is bound to one user may not subscribe, since events are
/// about everybody.
@Memberwise actor Authenticator {
  /// Which of a service's sockets a client connects to; ZAP's domain.
  enum Domain: String { case requests, events }

  /// Refusals that are remembered, so that each is reported once.
  private static let rememberedRefusals = 1_000

  private let loop: MessageLoop
  private let listener: SecureListener
  private var socket: BoundSocket?
  private var refusals: Set<String> = []
  /// The keys that were admitted to the events.
  private var subscribers: Set<String> = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Answers ZeroMQ from now on, if it does not yet. Must be called before any secure socket of the
  /// context listens: without a handler ZeroMQ admits everybody.
  ///
  /// - Throws: `SocketError` if the context has a handler already.
  func listen(in context: MessageContext) throws(SocketError) {
    guard socket == nil else { return }
    socket = try BoundSocket(
      .router, at: .local("inproc://zeromq.zap.01"), in: context, loop: loop, configure: { _ in },
      onMessage: { [self] in assumeIsolated { $0.answer() } })
  }

  func close() {
    socket?.close()
    socket = nil
  }

  /// Whether a key was revoked that may still be subscribed to events; says so once.
  func forgetRevokedSubscribers() -> Bool {
    let revoked = subscribers.filter { !mayEnter($0, .events) }
    subscribers.subtract(revoked)
    return !revoked.isEmpty
  }

  private func answer() {
    while let (frames, _) = socket?.receive() {
      // Source: RFC 27: after the peer's envelope version, request ID, domain, address, identity,
      // mechanism and, for CURVE, the client's public key.
      guard frames.count == 9, let envelope = frames.first, frames[2] == Data("1.0".utf8) else {
        continue
      }
      let texts = frames[4...7].map { String(decoding: $0, as: UTF8.self) }
      let key = texts[3] == "CURVE" ? CurveKeyPair.text(of: frames[8]) : nil
      let isAdmitted = admit(key, to: Domain(rawValue: texts[0]), from: texts[1])
      let verdict = [isAdmitted ? "200" : "400", "", isAdmitted ? key ?? "" : "", ""]
      _ = socket?.send([envelope, Data(), frames[2], frames[3]] + verdict.map { Data($0.utf8) })
    }
  }

  private func admit(_ key: String?, to domain: Domain?, from address: String) -> Bool {
    if let key, let domain, mayEnter(key, domain) {
      if domain == .events { subscribers.insert(key) }
      return true
    }
    let refusal = "\(address) \(key ?? "without a key")"
    if refusals.count < Self.rememberedRefusals, refusals.insert(refusal).inserted {
      let isKnown = key.flatMap(listener.caller) != nil
      listener.refused(
        "refused a connection from \(refusal): "
          + (isKnown ? "events are not for a key of one user" : "the key is not known"))
    }
    return false
  }

  private func mayEnter(_ key: String, _ domain: Domain) -> Bool {
    guard let caller = listener.caller(key) else { return false }
    return domain == .requests || caller.user == nil
  }
}

extension CurveKeyPair {
  /// A new pair.
  package static func random() -> CurveKeyPair {
    var publicKey = [CChar](repeating: 0, count: 41)
    var secretKey = publicKey
    let status = zmq_curve_keypair(&publicKey, &secretKey)
    precondition(status == 0, "this ZeroMQ was built without CURVE")
    return CurveKeyPair(publicKey: text(of: publicKey), secretKey: text(of: secretKey))
  }

  /// The text of a key of 32 bytes; `nil` for another number of them.
  static func text(of key: Data) -> String? {
    guard key.count == 32 else { return nil }
    var text = [CChar](repeating: 0, count: 41)
    _ = key.withUnsafeBytes { bytes in
      // 32 bytes become 40 characters and a NUL.
      zmq_z85_encode(&text, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, 32)
    }
    return self.text(of: text)
  }

  private static func text(of characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
