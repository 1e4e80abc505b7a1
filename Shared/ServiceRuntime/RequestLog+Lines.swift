import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages

extension RequestLog {
  /// The environment variable that has every request logged: `1`, or `yes`.
  static let variable = "QUICKBREW_LOG_REQUESTS"

  /// Faults of the service as errors; where the environment wants it, every request.
  static func of(
    _ log: Log, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> RequestLog {
    RequestLog(hasAll: ["1", "yes"].contains(environment[variable])) { request in
      let milliseconds = (request.latency / .milliseconds(1) * 100).rounded() / 100
      let fault = request.error.flatMap { $0.code == .internal ? $0 : nil }
      // What else is refused may name what somebody asked for: its code says enough.
      log.write(
        fault == nil ? .info : .error,
        fault?.message ?? request.error?.code.description ?? "answered",
        [
          "operation": request.operation, "trace": request.traceID,
          "milliseconds": "\(milliseconds)",
        ])
    }
  }
}
