import FoundationEssentials
import MessageBus
import Messages
import TestSupport
import WebGateway

/// Topics whose items a test gives, one by one.
final class ScriptedTopics: TopicSource {
  private let followed = Locked((all: 0, now: 0))
  private let items: AsyncStream<StreamItem<TopicEvent>>
  private let continuation: AsyncStream<StreamItem<TopicEvent>>.Continuation

  init() { (items, continuation) = AsyncStream.makeStream() }

  /// Gives the next item to the one subscription.
  func push(_ item: StreamItem<TopicEvent>) { continuation.yield(item) }

  /// Ends the topic's stream.
  func end() { continuation.finish() }

  /// The number of subscriptions so far.
  var subscriptions: Int { followed.withLock { $0.all } }

  /// Whether a subscription has not ended yet.
  var isFollowed: Bool { followed.withLock { $0.now > 0 } }

  func follow(
    _ topic: GatewayTopic, _ body: @Sendable (StreamItem<TopicEvent>) async -> Bool
  ) async {
    followed.withLock { $0 = ($0.all + 1, $0.now + 1) }
    defer { followed.withLock { $0.now -= 1 } }
    for await item in items {
      guard await body(item) else { return }
    }
  }
}

/// A stack whose state a test gives.
struct ScriptedProbe: StackProbe {
  var reports: [InstanceReport] = []

  func survey() async -> [InstanceReport] { reports }
}

func gateway(
  _ bus: ScriptedBus = ScriptedBus(), topics: ScriptedTopics = ScriptedTopics(),
  limits: GatewayLimits = GatewayLimits(), probe: ScriptedProbe = ScriptedProbe(),
  rules: AccessRules = AccessRules(), audit: AuditLog? = nil
) -> Gateway {
  Gateway(
    services: bus, topics: topics, probe: probe, files: PageFiles(vendor: "/nowhere"),
    limits: limits, rules: rules, audit: audit)
}

extension HTTPRequest {
  /// A request as a browser on this machine sends it.
  init(
    _ method: String, _ path: String, query: [String: String] = [:],
    headers: [String: String] = [:], body: String = ""
  ) {
    let all = ["host": "localhost:8080"].merging(headers) { $1 }
    self.init(
      method: method, path: path,
      arguments: query.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }, headers: all,
      body: Data(body.utf8))
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
