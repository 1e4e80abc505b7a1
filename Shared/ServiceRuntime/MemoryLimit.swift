package import CommandLineKit
import FoundationEssentials
import Glibc

/// How much memory a process may hold: an allocation beyond it fails, which ends the process.
///
/// The kernel counts what is private and can be written (RLIMIT_DATA, setrlimit(2)): the heap and
/// the stacks of threads, also where nothing has been written to them yet. Files that are mapped to
/// be read are not counted, so a map of any size fits.
package struct MemoryLimit: Sendable, Hashable, CustomStringConvertible {
  package static let flag = "memory-limit"
  package static let variable = "QUICKBREW_MEMORY_LIMIT"
  /// Less is no limit but a fault: with the sample map services hold 76 to 96 MB as it is counted.
  package static let leastBytes = 256 << 20
  /// The default is never below: a small machine may lean on its swap.
  package static let leastDefaultBytes = 2 << 30

  /// `nil` where nothing is limited.
  package let bytes: Int?

  package init(bytes: Int?) { self.bytes = bytes }

  /// What a flag names, else an environment variable, else the default.
  ///
  /// - Throws: `UsageError` for a text that is no size.
  package init(
    flag: String?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(UsageError) {
    if let flag {
      self = try Self.read(flag, of: "--\(Self.flag)")
    } else if let named = environment[Self.variable], !named.isEmpty {
      self = try Self.read(named, of: Self.variable)
    } else {
      self = Self.standard(machineBytes: Self.machineBytes)
    }
  }

  /// Half of the machine's memory, at least `leastDefaultBytes`: one service that runs away leaves
  /// the other half to the rest.
  package static func standard(machineBytes: Int) -> MemoryLimit {
    MemoryLimit(bytes: max(leastDefaultBytes, machineBytes / 2))
  }

  /// The machine's memory in bytes, or that of the control group the process is in where that has
  /// less.
  package static var machineBytes: Int {
    let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    // Source: the kernel's cgroup-v2.rst; a container sees its own group at the top. Without a
    // limit the file says "max", or is not there.
    let group = FileManager.default.contents(atPath: "/sys/fs/cgroup/memory.max")
      .flatMap { Int(String(decoding: $0, as: UTF8.self).filter { $0 != "\n" }) }
    return min(physical, group ?? physical)
  }

  /// Puts the limit on this process, and on those it starts. A lower one that is there stays.
  ///
  /// - Throws: `MemoryLimitError` where the system refuses.
  package func apply() throws(MemoryLimitError) {
    guard let bytes else { return }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else {
      throw MemoryLimitError(limit: self, number: errno)
    }
    limit.rlim_cur = min(limit.rlim_cur, rlim_t(bytes))
    guard setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else {
      throw MemoryLimitError(limit: self, number: errno)
    }
  }

  /// As it is typed: `4GiB`, `512MiB`, `1536MiB`, `none`.
  package var description: String {
    guard let bytes else { return "none" }
    for unit in Self.units where bytes % unit.bytes == 0 {
      return "\(bytes / unit.bytes)\(unit.name)"
    }
    return "\(bytes)"
  }

  private static let units: [(name: String, bytes: Int)] = [("GiB", 1 << 30), ("MiB", 1 << 20)]

  private static func read(_ text: String, of name: String) throws(UsageError) -> MemoryLimit {
    if text == "none" { return MemoryLimit(bytes: nil) }
    for unit in units where text.hasSuffix(unit.name) {
      let digits = text.dropLast(unit.name.count)
      guard digits.allSatisfy({ $0.isASCII && $0.isWholeNumber }), let number = Int(digits) else {
        break
      }
      let (bytes, isOver) = number.multipliedReportingOverflow(by: unit.bytes)
      guard !isOver, bytes >= leastBytes else { break }
      return MemoryLimit(bytes: bytes)
    }
    throw UsageError(
      "\(name) is a size like 4GiB or 512MiB, at least \(leastBytes >> 20)MiB, or none, "
        + "not “\(text.prefix(60))”.")
  }
}

/// The system did not let a limit be set.
package struct MemoryLimitError: Error, CustomStringConvertible {
  let limit: MemoryLimit
  let number: Int32

  package var description: String {
    """
    Cannot limit the memory to \(limit): \(String(cString: strerror(number))). Set \
    \(MemoryLimit.variable) to none to run without a limit.
    """
  }
}
