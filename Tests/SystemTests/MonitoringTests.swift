import Foundation
import TestSupport
import Testing

/// The examples for Prometheus and Grafana.
@Suite struct MonitoringTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "deploy/monitoring")
  private static let promtool = "/usr/bin/promtool"

  @Test(
    "Prometheus reads the configuration and the alerts, which a planned restart does not cause",
    .enabled(if: FileManager.default.isExecutableFile(atPath: promtool)))
  func alerts() async throws {
    for arguments in [
      ["check", "config", "prometheus.yml"], ["check", "rules", "alerts.yml"],
      ["test", "rules", "../../Tests/Deploy/alerts_test.yml"],
    ] {
      let check = try ChildProcess(Self.promtool, arguments, in: Self.folder.path)
      #expect(await check.exitStatus() == 0, "promtool \(arguments)")
    }
  }

  /// A panel or an alert of a metric that nobody writes stays empty without a word.
  @Test("dashboard and alerts use metrics that the gateway writes")
  func names() throws {
    let folder = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Services/WebGateway/Gateway")
    let source = try ["Gateway", "GatewayMetrics", "MetricsText"].map {
      try String(contentsOf: folder.appending(path: $0 + ".swift"), encoding: .utf8)
    }.joined()
    for file in ["grafana.json", "alerts.yml"] {
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      let names = Set(text.matches(of: /quickbrew_([a-z_]+)/).map { String($0.1) })
      #expect(names.count > 4)
      for name in names {
        let plain = name.replacing("_bucket", with: "")
        #expect(source.contains(plain), "\(file) uses quickbrew_\(name)")
      }
    }
  }
}
