import Glibc

/// How many descriptors this process may have: its files, sockets and connections.
package enum OpenFiles {
  /// As many as the limit is raised to, where the system allows it: connections of ten thousand
  /// browsers, and of four thousand processes to each port of the bus.
  static let most = 32_768

  /// The limit as it is.
  package static var limit: Int { Int(clamping: current.rlim_cur) }

  /// Raises the limit as far as the system allows. Beyond it libraries fail in the middle of their
  /// work.
  static func raiseLimit() {
    var limit = current
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(most)))
    // Without the right to do it the limit is what it was, and the bounds that depend on it.
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  private static var current: rlimit {
    var limit = rlimit()
    // Fails only for a wrong pointer or resource.
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return limit
  }
}
