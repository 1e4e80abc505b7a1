package import FoundationEssentials
import MessageBus
package import Messages

/// A bus without processes: each operation is answered by a closure of the test.
///
/// A value: `answering` returns a bus with another answer. All its copies share one record of the
/// requests. Requests and replies pass through their JSON, as on the real bus.
///
/// ```swift
/// let bus = ScriptedBus().answering(PositionRequest.self) { request in
///   DevicePosition(device: request.device, coordinate: home, time: now)
/// }
/// ```
package struct ScriptedBus: ActingClient {
  /// Answers the JSON of a request with that of its reply.
  package typealias Answer = @Sendable (String) async throws -> String

  /// A request as it was sent.
  package struct SentRequest: Sendable, Equatable {
    package let operation: String
    package let json: String
    /// On whose behalf; `nil` for the home's owner.
    package let caller: Caller?

    package init(operation: String, json: String, caller: Caller? = nil) {
      self.operation = operation
      self.json = json
      self.caller = caller
    }
  }

  private var answers: [String: Answer] = [:]
  private var caller: Caller?
  private let record = Locked<[SentRequest]>([])

  package init() {}

  /// The bus that also answers these requests; `body` replaces an earlier answer.
  package func answering<Request: RequestMessage>(
    _ type: Request.Type, _ body: @escaping @Sendable (Request) async throws -> Request.Reply
  ) -> ScriptedBus {
    answering(Request.operation.name) { json in
      let request = try MessageCoder.decode(Request.self, from: Data(json.utf8))
      return String(decoding: try MessageCoder.encode(try await body(request)), as: UTF8.self)
    }
  }

  /// The bus that also answers the operation of a wire name, such as `router.route/1`.
  package func answering(_ operation: String, _ answer: @escaping Answer) -> ScriptedBus {
    var bus = self
    bus.answers[operation] = answer
    return bus
  }

  package func acting(for caller: Caller?) -> ScriptedBus {
    var bus = self
    bus.caller = caller
    return bus
  }

  /// All requests so far, in order, also those without an answer.
  package var sent: [SentRequest] { record.withLock { $0 } }

  /// The requests of one type so far, in order.
  package func sent<Request: RequestMessage>(_ type: Request.Type) throws -> [Request] {
    try sent.filter { $0.operation == Request.operation.name }
      .map { try MessageCoder.decode(Request.self, from: Data($0.json.utf8)) }
  }

  /// - Throws: `unavailable` for an operation without an answer; `internal` if an answer throws
  ///   another error than `ServiceError`.
  package func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    let json = String(decoding: body, as: UTF8.self)
    record.withLock {
      $0.append(SentRequest(operation: operation.name, json: json, caller: caller))
    }
    guard let answer = answers[operation.name] else {
      throw ServiceError(.unavailable, "No instance answers \(operation).")
    }
    do {
      return Data(try await answer(json).utf8)
    } catch let error as ServiceError {
      throw error
    } catch {
      throw ServiceError(.internal, "\(error)")
    }
  }
}
