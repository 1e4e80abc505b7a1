import CommandLineKit
import FoundationEssentials
import Glibc
import MessageBus
import Messages
import ServiceRuntime

/// What a gateway counts of its requests.
final class GatewayMetrics: Sendable {
  private struct Key: Hashable, Sendable {
    let route: String
    let status: Int
  }

  private struct State: Sendable {
    var requests: [Key: Int] = [:]
    var latency: [String: LatencyHistogram] = [:]
  }

  private let state = Locked(State())

  /// - Parameter route: one of a bounded number: an operation's name, or a kind of path.
  func record(_ route: String, status: Int, latency: Duration) {
    state.withLock { state in
      state.requests[Key(route: route, status: status), default: 0] += 1
      state.latency[route, default: LatencyHistogram()].record(latency)
    }
  }

  func write(to text: inout MetricsText) {
    let state = self.state.withLock { $0 }
    text.family("quickbrew_http_requests_total", "counter", "Requests answered.")
    for (key, count) in state.requests.sorted(by: {
      ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
    }) {
      text.sample([("route", key.route), ("status", "\(key.status)")], Double(count))
    }
    text.family(
      "quickbrew_http_request_duration_seconds", "histogram", "From the request to its response.")
    for (route, histogram) in state.latency.sorted(by: { $0.key < $1.key }) {
      text.histogram(
        [("route", route)], histogram.cumulative(upToMilliseconds: OperationStats.latencyBounds),
        sumSeconds: histogram.mean / .seconds(1) * Double(histogram.count))
    }
  }

  /// What a process says of itself, by the names that all of Prometheus' clients use, and the disk
  /// of its home.
  ///
  /// - Parameter home: the path of the home; `nil` where there is none.
  static func writeProcess(home: String?, to text: inout MetricsText) {
    let usage = ProcessUsage.now()
    text.family("process_cpu_seconds_total", "counter", "Processor time, user and system.")
    text.sample([], usage.cpuSeconds)
    text.family("process_resident_memory_bytes", "gauge", "Resident memory.")
    text.sample([], Double(usage.residentBytes))
    text.family("process_open_fds", "gauge", "Open file descriptors.")
    text.sample([], Double(usage.openFiles))
    text.family("process_max_fds", "gauge", "The most file descriptors that may be open.")
    text.sample([], Double(OpenFiles.limit))
    text.family("quickbrew_build_info", "gauge", "The version of the build.")
    text.sample([("version", Release.version)], 1)
    guard let home else { return }
    var disk = statvfs()
    if statvfs(home, &disk) == 0 {
      text.family("quickbrew_home_free_bytes", "gauge", "Free space on the disk of the home.")
      text.sample([], Double(disk.f_bavail) * Double(disk.f_frsize))
    }
    // `deploy/backup` writes it again with each copy that it has checked.
    let stamp = try? FileManager.default.attributesOfItem(atPath: home + "/last-backup")
    if let date = stamp?[.modificationDate] as? Date {
      text.family(
        "quickbrew_last_backup_timestamp_seconds", "gauge", "When the last backup was checked.")
      text.sample([], date.timeIntervalSince1970.rounded())
    }
  }
}
