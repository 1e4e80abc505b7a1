import MessageBus
import Messages
import Time

/// Metrics in the text format of Prometheus.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/, version 0.0.4.
struct MetricsText {
  private(set) var text = ""
  private var name = ""

  /// Begins a metric, of which samples follow.
  mutating func family(_ name: String, _ kind: String, _ help: String) {
    self.name = name
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
  }

  mutating func sample(
    _ labels: [(name: String, value: String)], _ value: Double, suffix: String = ""
  ) {
    let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
    text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(Self.number(value))\n"
  }

  /// - Parameter cumulative: how many took no longer than each of `OperationStats.latencyBounds`,
  ///   and then how many there were.
  mutating func histogram(
    _ labels: [(name: String, value: String)], _ cumulative: [Int], sumSeconds: Double
  ) {
    let bounds = OperationStats.latencyBounds.map { Self.number($0 / 1_000) } + ["+Inf"]
    for (bound, count) in zip(bounds, cumulative) {
      sample(labels + [("le", bound)], Double(count), suffix: "_bucket")
    }
    sample(labels, sumSeconds, suffix: "_sum")
    sample(labels, Double(cumulative.last ?? 0), suffix: "_count")
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

extension MetricsText {
  private typealias Labels = [(name: String, value: String)]

  /// The statistics of all instances.
  mutating func write(_ reports: [InstanceReport]) {
    family("quickbrew_up", "gauge", "Whether an instance answers; 0 for a service without one.")
    for each in reports { sample(Self.labels(each), (try? each.result.get()) == nil ? 0 : 1) }
    let running = reports.compactMap { report in
      (try? report.result.get()).map { (labels: Self.labels(report), stats: $0) }
    }
    gauges(running)
    operations(
      running.flatMap { labels, stats in
        stats.operations.map { (labels + [("operation", $0.name)], $0) }
      })
  }

  private mutating func gauges(_ running: [(labels: Labels, stats: InstanceStats)]) {
    let metrics: [(name: String, kind: String, help: String, value: (InstanceStats) -> Int?)] = [
      ("uptime_seconds", "gauge", "Since the start.", { $0.info.uptimeSeconds }),
      ("restarts_total", "counter", "Starts after the first.", { $0.info.restarts }),
      ("resident_memory_bytes", "gauge", "Resident memory.", { $0.memoryBytes }),
      ("open_files", "gauge", "Open file descriptors.", { $0.openFiles }),
      ("silent_seconds", "gauge", "Since it answered last, beyond 2 s.", { $0.silentSeconds ?? 0 }),
      ("queue_length", "gauge", "Requests waiting for a worker.", { $0.queued }),
      ("refused_total", "counter", "Requests refused, as the queue was full.", { $0.refused }),
      ("expired_total", "counter", "Requests that waited too long.", { $0.expired }),
      ("events_published_total", "counter", "Events published.", { $0.published }),
      ("postgresql_standbys", "gauge", "Copies of its store's server.", { $0.counts?["standbys"] }),
      ("postgresql_replication_lag_bytes", "gauge", "Not replayed.", { $0.counts?["lagBytes"] }),
    ]
    for metric in metrics {
      family("quickbrew_\(metric.name)", metric.kind, metric.help)
      for (labels, stats) in running {
        if let value = metric.value(stats) { sample(labels, Double(value)) }
      }
    }
    family("quickbrew_cpu_seconds_total", "counter", "Processor time, user and system.")
    for (labels, stats) in running { sample(labels, stats.cpuSeconds) }
    family("quickbrew_instance_info", "gauge", "The version of the build.")
    for (labels, stats) in running { sample(labels + [("version", stats.info.version)], 1) }
    family("quickbrew_service_value", "gauge", "A service's own counters, listed in its README.")
    for (labels, stats) in running {
      for (name, count) in (stats.counts ?? [:]).sorted(by: { $0.key < $1.key }) {
        sample(labels + [("name", name)], Double(count))
      }
    }
  }

  /// The map that the stack serves.
  mutating func write(_ map: MapInfo) {
    family("quickbrew_map_info", "gauge", "The map: its extract and fingerprint.")
    sample([("map", map.name), ("version", map.version ?? "")], 1)
    guard let date = map.date else { return }
    family("quickbrew_map_timestamp_seconds", "gauge", "When the map's data was current.")
    sample([], Double(date.time.secondsSince1970))
  }

  private mutating func operations(_ operations: [(labels: Labels, stats: OperationStats)]) {
    family("quickbrew_requests_total", "counter", "Requests answered, errors included.")
    for (labels, stats) in operations { sample(labels, Double(stats.requests)) }
    family("quickbrew_errors_total", "counter", "Requests answered with an error.")
    for (labels, stats) in operations { sample(labels, Double(stats.errors)) }
    family("quickbrew_request_duration_seconds", "histogram", "From arrival to reply.")
    for (labels, stats) in operations {
      guard let counts = stats.latencyCounts else { continue }
      histogram(labels, counts, sumSeconds: (stats.times?.totalMilliseconds ?? 0) / 1_000)
    }
    family("quickbrew_queue_seconds_total", "counter", "Time that requests waited for a worker.")
    for (labels, each) in operations { sample(labels, (each.times?.queueMilliseconds ?? 0) / 1000) }
  }

  private static func labels(_ report: InstanceReport) -> Labels {
    [("service", report.service.rawValue), ("instance", report.instance ?? "")]
  }
}

extension OperationTimes {
  fileprivate var totalMilliseconds: Double {
    queueMilliseconds + decodeMilliseconds + handlerMilliseconds + encodeMilliseconds
  }
}
