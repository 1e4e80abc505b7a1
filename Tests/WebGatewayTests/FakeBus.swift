import FoundationEssentials
import Geography
import MessageBus
import Messages
import WebGateway

/// A bus with scripted answers, which records its requests.
final class FakeBus: GatewayBus {
  typealias Answer = @Sendable (Data) -> Result<Data, ServiceError>

  struct Sent: Sendable, Equatable {
    let operation: String
    let body: String
  }

  private let answers: [String: Answer]
  private let log = Locked<[Sent]>([])
  private let followed = Locked(0)
  private let items: AsyncStream<StreamItem<TopicEvent>>
  private let continuation: AsyncStream<StreamItem<TopicEvent>>.Continuation

  init(_ answers: [String: Answer] = [:]) {
    self.answers = answers
    (items, continuation) = AsyncStream.makeStream()
  }

  /// A bus with one operation, which always has the same result.
  convenience init(_ operation: String, _ answer: Result<String, ServiceError>) {
    self.init([operation: { _ in answer.map { Data($0.utf8) } }])
  }

  /// The requests sent, in order.
  var sent: [Sent] { log.withLock { $0 } }

  /// Gives the next item to the one subscription.
  func push(_ item: StreamItem<TopicEvent>) { continuation.yield(item) }

  /// Ends the topic's stream.
  func endTopic() { continuation.finish() }

  func send(
    _ body: Data, as operation: Operation, timeout: Duration
  ) async throws(ServiceError) -> Data {
    let text = String(decoding: body, as: UTF8.self)
    log.withLock { $0.append(Sent(operation: operation.name, body: text)) }
    guard let answer = answers[operation.name] else {
      throw ServiceError(.unavailable, "No instance of anything is running.")
    }
    return try answer(body).get()
  }

  /// The number of subscriptions so far.
  var subscriptions: Int { followed.withLock { $0 } }

  func follow(_ topic: GatewayTopic, _ body: (StreamItem<TopicEvent>) -> Bool) async {
    followed.withLock { $0 += 1 }
    for await item in items {
      guard body(item) else { return }
    }
  }
}

func gateway(_ bus: FakeBus = FakeBus(), limits: GatewayLimits = GatewayLimits()) -> Gateway {
  Gateway(bus: bus, files: PageFiles(leaflet: "/nowhere"), limits: limits)
}

extension HTTPRequest {
  /// A request as a browser on this machine sends it.
  init(
    _ method: String, _ path: String, query: [String: String] = [:],
    headers: [String: String] = [:], body: String = ""
  ) {
    let all = ["host": "localhost:8080"].merging(headers) { $1 }
    self.init(method: method, path: path, query: query, headers: all, body: Data(body.utf8))
  }

  /// A POST of JSON.
  static func post(_ operation: String, _ body: String) -> HTTPRequest {
    HTTPRequest(
      "POST", "/v1/\(operation)", headers: ["content-type": "application/json"], body: body)
  }
}

extension HTTPResponse {
  var text: String {
    guard case .whole(let data) = body else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
