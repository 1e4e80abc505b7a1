import Messages

/// Formats the state of the stack as text, or as columns for scripts.
enum StatusRendering {
  static func render(_ status: StackStatus, style: Style) -> String {
    let table = TextTable(
      status.services,
      [
        .init("Service") { $0.service.rawValue },
        .init("Instance") { $0.stats?.info.instance ?? $0.instance ?? "–" },
        .init("Host") { $0.host },
        .init("State", painted: state),
        .init("PID", .right, isDetail: true) { $0.stats.map { "\($0.info.processID)" } },
        .init("Uptime", .right) { $0.stats.map { Formats.uptime($0.info.uptimeSeconds) } },
        .init("Restarts", .right) { $0.stats.map { "\($0.info.restarts)" } },
        .init("Requests", .right) { $0.stats.map { "\($0.total.requests)" } },
        .init("Errors", .right) { $0.stats.map { "\($0.total.errors)" } },
        .init("p50", .right, isDetail: true) {
          $0.stats.map { latency($0.total.p50Milliseconds, $0) }
        },
        .init("p99", .right, isDetail: true) {
          $0.stats.map { latency($0.total.p99Milliseconds, $0) }
        },
        .init("Memory", .right, isDetail: true) { $0.stats.map { megabytes($0) + " MB" } },
        .init("Version", isDetail: true) { $0.stats?.info.version },
      ])
    return table.render(style) + status.services.map(counts).joined() + nearQuotas(status)
  }

  private static func state(_ entry: StackStatus.Entry) -> (String, Style.Paint?) {
    guard let stats = entry.stats else {
      return (entry.isGone ? "not running" : "not answering", .red)
    }
    guard let seconds = stats.silentSeconds, seconds > 0 else { return ("running", .green) }
    return ("hanging for \(seconds) s", .red)
  }

  /// The counters specific to a service: "geofence-monitor 1: 3 ignored.future, 120 positions".
  private static func counts(_ entry: StackStatus.Entry) -> String {
    guard let stats = entry.stats, let counts = stats.counts, !counts.isEmpty else { return "" }
    let listed = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "\(entry.service) \(stats.info.instance): \(listed.joined(separator: ", "))\n"
  }

  /// The fullest quotas: "Near a quota: ann has 950 of 1000 devices".
  private static func nearQuotas(_ status: StackStatus) -> String {
    // Instances of one store report the same.
    let listed = Set(status.services.flatMap { $0.stats?.nearQuotas ?? [] }).nearest
    guard !listed.isEmpty else { return "" }
    let shown = listed.prefix(5).map {
      "\($0.user.printable) has \($0.count) of \($0.quota) \($0.kind)"
    }
    return "Near a quota: \(shown.joined(separator: ", "))\n"
  }

  private static func latency(_ milliseconds: Double, _ stats: InstanceStats) -> String {
    stats.total.requests == 0 ? "–" : Formats.decimal(milliseconds, places: 1) + " ms"
  }

  private static func megabytes(_ stats: InstanceStats) -> String {
    Formats.decimal(Double(stats.memoryBytes) / 1_048_576, places: 1)
  }

  /// The columns of `plain(_:)`, in order.
  static let columns = [
    "service", "instance", "pid", "uptimeSeconds", "restarts", "requests", "errors",
    "p50Milliseconds", "p99Milliseconds", "memoryMegabytes", "version", "silentSeconds", "host",
  ]

  /// Tab-separated columns under a heading. An instance that does not answer has empty columns
  /// after its name; a missing instance is `-`.
  static func plain(_ status: StackStatus) -> String {
    let rows = status.services.map { entry -> [String] in
      guard let stats = entry.stats else {
        let blanks = Array(repeating: "", count: columns.count - 3)
        return [entry.service.rawValue, entry.instance ?? "-"] + blanks + [entry.host ?? ""]
      }
      return [
        entry.service.rawValue, stats.info.instance, "\(stats.info.processID)",
        "\(stats.info.uptimeSeconds)", "\(stats.info.restarts)", "\(stats.total.requests)",
        "\(stats.total.errors)", Formats.digits(stats.total.p50Milliseconds, places: 3),
        Formats.digits(stats.total.p99Milliseconds, places: 3),
        Formats.digits(Double(stats.memoryBytes) / 1_048_576, places: 1),
        stats.info.version, stats.silentSeconds.map { "\($0)" } ?? "",
        entry.host ?? "",
      ]
    }
    return ([columns] + rows).map { $0.map(\.printable).joined(separator: "\t") + "\n" }.joined()
  }
}
