import Foundation
import MessageBus
import Messages
import Testing

@testable import QuickBrew

/// `plan --explain` and `--otlp`.
@Suite struct ExplanationTests {
  private static func span(_ name: String, _ start: Int, _ duration: Int) -> TraceSpan {
    TraceSpan(
      operation: name, startMicroseconds: 1_795_276_800_000_000 + start,
      durationMicroseconds: duration, queueMicroseconds: 10, decodeMicroseconds: 1,
      handlerMicroseconds: duration - 12, encodeMicroseconds: 1,
      isFailure: name == "router.route/1")
  }

  private static let explanation = PlanExplanation(
    plan: Fixtures.plan([], counts: Fixtures.counts(0, onTime: 0)),
    traceID: "0af7651916cd43dd8448eb211c80319c",
    spans: [
      .init(service: "quickbrew", instance: "cli", span: span("planner.plan/1", 0, 10_000)),
      .init(service: "planner", instance: "1", span: span("planner.plan/1", 500, 9_000)),
      .init(service: "geocoder", instance: "1", span: span("geocoder.geocode/1", 700, 800)),
      .init(service: "router", instance: "1", span: span("router.table/1", 2_000, 5_000)),
      // Within the table's time, but answered by another worker of the same service.
      .init(service: "router", instance: "1", span: span("router.route/1", 2_100, 400)),
      // Its clock reading is a little before that of its caller.
      .init(service: "shop-search", instance: "1", span: span("shop-search.details/1", 499, 100)),
    ])

  @Test("a span belongs to the shortest one of another service around it")
  func parents() {
    let parents = Self.explanation.spans.indices.map { Self.explanation.parent(of: $0) }
    #expect(parents == [nil, 0, 1, 1, 1, 0])
  }

  @Test("the timeline shows when each request began, in milliseconds")
  func timeline() {
    let lines = ExplanationRendering.render(Self.explanation, style: .plain)
      .split(separator: "\n").map(String.init)
    #expect(lines[0] == "Timeline, in milliseconds; trace 0af7651916cd43dd8448eb211c80319c")
    #expect(lines.count == 8)
    #expect(
      lines[4].hasPrefix("· · geocoder.1   geocoder.geocode/1     0.70   0.80    0.01  ··██"),
      "\(lines)")
    #expect(lines[2].hasSuffix(String(repeating: "█", count: 32)))
  }

  /// Source: OTLP specification, "JSON Protobuf Encoding".
  @Test("spans follow OTLP's JSON mapping")
  func openTelemetry() throws {
    let text = try JSONLine.text(OpenTelemetryTrace(Self.explanation))
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let groups = try #require(json?["resourceSpans"] as? [[String: Any]])
    #expect(groups.count == 5)
    var spans: [[String: Any]] = []
    for group in groups {
      let resource = try #require(group["resource"] as? [String: Any])
      let attributes = try #require(resource["attributes"] as? [[String: Any]])
      #expect(attributes.first?["key"] as? String == "service.name")
      for scope in try #require(group["scopeSpans"] as? [[String: Any]]) {
        spans += try #require(scope["spans"] as? [[String: Any]])
      }
    }
    #expect(spans.count == Self.explanation.spans.count)
    let identifiers = spans.compactMap { $0["spanId"] as? String }
    #expect(Set(identifiers).count == spans.count)
    for span in spans {
      #expect((span["traceId"] as? String)?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
      #expect((span["spanId"] as? String)?.wholeMatch(of: /[0-9a-f]{16}/) != nil)
      #expect((span["startTimeUnixNano"] as? String)?.wholeMatch(of: /\d{19}/) != nil)
      #expect((span["endTimeUnixNano"] as? String)?.wholeMatch(of: /\d{19}/) != nil)
      let parent = span["parentSpanId"] as? String
      #expect(parent.map(identifiers.contains) ?? (span["kind"] as? Int == 3))
    }
    let failed = spans.filter { ($0["status"] as? [String: Any])?["code"] as? Int == 2 }
    #expect(failed.map { $0["name"] as? String } == ["router.route/1"])
  }

  @Test("every instance is asked for its part, and one that does not answer has none")
  func asksInstances() async throws {
    let bus = FakeClientBus()
      .running([.planner: ["1"], .router: ["1", "2"]]) { _, _ in
        throw ServiceError(.unavailable, "gone")
      }
      .answering(PlanRequest.self) { _ in Self.explanation.plan }
      .answeringByInstance(TraceRequest.self) { request, instance in
        #expect(request.traceID.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        if instance == "2" { throw ServiceError(.unavailable, "gone") }
        return TraceReply(spans: [Self.span("x/1", 0, 100)])
      }
    let run = await CommandRun(
      ["plan", "1,2", "1,3", "--arrive-by", "+1h", "--explain", "--otlp", "-"], bus: bus)
    #expect(run.output.contains(#""stringValue":"planner""#), "\(run)")
    #expect(run.output.contains(#""stringValue":"router""#))
    let text = await CommandRun(
      ["plan", "1,2", "1,3", "--arrive-by", "+1h", "--explain"], bus: bus)
    #expect(text.output.contains("planner.1") && text.output.contains("router.1"), "\(text)")
    #expect(!text.output.contains("router.2"))
  }

  @Test(
    "flags that do not go together are refused",
    arguments: [["--watch", "--explain"], ["--follow", "--watch"], ["--stop", "2"]])
  func refused(_ flags: [String]) async {
    let run = await CommandRun(["plan", "1,2", "1,3", "--arrive-by", "+1h"] + flags)
    #expect(run.status == .usage, "\(run)")
  }
}
