import Foundation
import Messages
import TestSupport
import Testing

/// A plan's spans at a collector, decoded by OpenTelemetry's own messages of PyPI.
@Suite(.timeLimit(.minutes(10))) struct TracingTests {
  /// Prints what the collector has of one plan, once it has a span of each service or a minute is
  /// over. OTLP's JSON has identifiers in hexadecimal digits, protobuf's own in base64.
  private static let script = """
    import base64, glob, http.server, json, sys, threading, time, urllib.request, zipfile
    wheels, home, port, log = sys.argv[1:]
    for name in ("opentelemetry_proto", "protobuf"):
        zipfile.ZipFile(glob.glob(f"{wheels}/{name}-*.whl")[0]).extractall(home + "/python")
    sys.path.insert(0, home + "/python")
    from google.protobuf import json_format
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2
    spans = []

    class Collector(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *_): pass
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            for group in body["resourceSpans"]:
                for scope in group["scopeSpans"]:
                    for span in scope["spans"]:
                        for key in {"traceId", "spanId", "parentSpanId"} & span.keys():
                            span[key] = base64.b64encode(bytes.fromhex(span[key])).decode()
            request = trace_service_pb2.ExportTraceServiceRequest()
            for group in json_format.ParseDict(body, request).resource_spans:
                service = next(a.value.string_value for a in group.resource.attributes
                    if a.key == "service.name")
                for scope in group.scope_spans:
                    spans.extend((service, span) for span in scope.spans)
            right = self.path == "/v1/traces" and self.headers["X-Key"] == "a b"
            self.send_response(200 if right else 400)
            self.send_header("Content-Length", "0")
            self.end_headers()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = None
    while not page:
        page = next((w for w in open(log).read().split() if w.startswith("http://")), None)
        time.sleep(0.1)
    trace, asker = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"

    def plan(flags):
        body = json.dumps({
            "origin": {"text": "Ferry Building"}, "destination": {"text": "Coit Tower"},
            "deadline": sys.stdin.readline().strip()}).encode()
        headers = {
            "Content-Type": "application/json", "traceparent": f"00-{trace}-{asker}-{flags}"}
        request = urllib.request.Request(page + "v1/planner.plan", body, headers)
        return json.load(urllib.request.urlopen(request))

    plan("00")
    print(len(plan("01")["options"]) > 0)
    expected = {"web-gateway", "planner", "geocoder", "router", "shop-search"}
    end = time.time() + 60
    while time.time() < end:
        mine = [(s, span) for s, span in spans if span.trace_id.hex() == trace]
        if {s for s, _ in mine} >= expected: break
        time.sleep(0.1)
    time.sleep(3)  # what else there is
    mine = [(s, span) for s, span in spans if span.trace_id.hex() == trace]
    known = {span.span_id for _, span in mine}
    roots = [(s, span) for s, span in mine if span.parent_span_id not in known]
    print(*sorted({s for s, _ in mine}))
    print([(s, span.name, span.parent_span_id.hex() == asker) for s, span in roots])
    print(len(known) == len(mine), all(span.kind == 2 for _, span in mine),
        {span.status.code for _, span in mine})
    root = roots[0][1]
    print(all(root.start_time_unix_nano - 5e7 <= span.start_time_unix_nano
        and span.end_time_unix_nano <= root.end_time_unix_nano + 5e7 for _, span in mine))
    parents = {span.span_id: s for s, span in mine}
    print(sorted({(s, parents.get(span.parent_span_id, "")) for s, span in mine}))
    metrics = urllib.request.urlopen(page + "metrics").read().decode()
    counts = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if "spans_total{" in line)
    print(counts['quickbrew_spans_total{outcome="dropped"}'],
        float(counts['quickbrew_spans_total{outcome="exported"}']) > 0)
    """

  @Test("the spans of a plan are one tree without orphans, with every service that took part")
  func tree() async throws {
    let port = try freePorts(1)
    let environment = [
      "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:\(port)",
      "OTEL_EXPORTER_OTLP_HEADERS": "X-Key=a%20b",
    ]
    try await RealStack.run(environment: environment) { stack in
      try stack.start(.webGateway, ["--port", "0"])
      let file = stack.home + "/collector.py"
      try Data(Self.script.utf8).write(to: URL(filePath: file))
      let deadline = Date.now.addingTimeInterval(7_200).ISO8601Format()
      let outcome = try await Executables.run(
        "/usr/bin/python3",
        [
          file, Executables.repository + "/.vendor/mcp", stack.home, "\(port)",
          stack.home + "/web-gateway.log",
        ], input: "\(deadline)\n\(deadline)\n", in: stack.home)
      #expect(
        outcome.output.split(separator: "\n") == [
          "True", "geocoder planner router shop-search web-gateway",
          "[('web-gateway', 'POST planner.plan/1', True)]", "True True {1}", "True",
          """
          [('geocoder', 'planner'), ('planner', 'web-gateway'), ('router', 'planner'), \
          ('shop-search', 'planner'), ('web-gateway', '')]
          """,
          "0 True",
        ], "\(outcome.errors)")
    }
  }
}
