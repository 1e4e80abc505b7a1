import Glibc
package import Messages

/// The directory with a socket file of each running instance of one stack.
///
/// Instances are discovered, not configured: sockets are named after their service, so listing the
/// directory finds all of them.
@Memberwise package struct RunDirectory: Sendable, Hashable {
  /// What a socket is for.
  package enum Purpose: String, Sendable { case requests, events }

  /// The longest path of a Unix socket: `sun_path` without the terminating zero.
  package static let maximumSocketPathBytes = 107

  package let path: String

  /// The file that an instance's socket is bound to, such as `router.1.requests`.
  package func socketPath(
    _ service: ServiceName, instance: String, _ purpose: Purpose
  ) -> String {
    "\(path)/\(service).\(instance).\(purpose.rawValue)"
  }

  func endpoint(_ service: ServiceName, instance: String, _ purpose: Purpose) -> String {
    "ipc://" + socketPath(service, instance: instance, purpose)
  }

  /// The instances whose socket files exist, in order. A killed instance leaves its file, so an
  /// instance is running only if it accepts connections.
  package func instances(of service: ServiceName, _ purpose: Purpose = .requests) -> [String] {
    sockets(purpose).filter { $0.service == service.rawValue }.map(\.instance)
      .sorted { ($0.count, $0) < ($1.count, $1) }
  }

  /// Whether the socket file of any service is there.
  var isInUse: Bool { !sockets(.requests).isEmpty }

  private func sockets(_ purpose: Purpose) -> [(service: String, instance: String)] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var sockets: [(service: String, instance: String)] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        // The system ends each name with a zero within `d_name`.
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let parts = name.split(separator: ".")
      if parts.count == 3, parts[2] == purpose.rawValue {
        sockets.append((String(parts[0]), String(parts[1])))
      }
    }
    return sockets
  }

  /// Whether this process's user may not see what is in the directory, or the directories above.
  package var isForbidden: Bool { access(path, R_OK | X_OK) != 0 && errno == EACCES }

  /// Removes the socket files of an instance, so that no new client finds it.
  package func removeSockets(of service: ServiceName, instance: String) {
    for purpose in [Purpose.requests, .events] {
      unlink(socketPath(service, instance: instance, purpose))
    }
  }
}
