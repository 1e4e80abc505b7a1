import Foundation
import TestSupport

/// The disk of processes that were started with `environment`: it can be made to fail for a while.
/// libfiu, loaded before the C library, answers their system calls with errors.
struct FailingDisk: Sendable {
  enum Fault: CaseIterable {
    /// No space left.
    case full
    /// Nothing can be written.
    case failing
    /// Everything can be written, and nothing is sure to have reached the disk.
    case unsynced
    /// What a remount makes of it, or a kernel that has met an error.
    case readOnly

    /// libfiu's names of the system calls that fail, and their error.
    fileprivate var calls: (names: [String], error: Int32) {
      let writes = ["rw/pwrite", "rw/ftruncate"]
      let syncs = ["sync/fsync", "sync/fdatasync"]
      return switch self {
      case .full: (["rw/pwrite"], ENOSPC)
      case .failing: (writes + syncs, EIO)
      case .unsynced: (syncs, EIO)
      case .readOnly: (writes, EROFS)
      }
    }
  }

  private static let libraries = "/usr/lib/fiu"

  /// Whether deploy/test has installed libfiu.
  static var isInstalled: Bool { FileManager.default.fileExists(atPath: libraries) }

  private let folder: String

  /// - Parameter folder: a temporary folder, for pipes and outputs.
  init(in folder: String) { self.folder = folder }

  private var pipes: String { folder + "/fiu" }

  var environment: [String: String] {
    [
      "LD_PRELOAD": ["fiu_run_preload.so", "fiu_posix_preload.so"]
        .map { "\(Self.libraries)/\($0)" }.joined(separator: " "),
      "FIU_CTRL_FIFO": pipes,
    ]
  }

  func begin(_ fault: Fault, in process: ChildProcess) async throws {
    try await control(fault, process) { "enable name=posix/io/\($0),failinfo=\($1)" }
  }

  func end(_ fault: Fault, in process: ChildProcess) async throws {
    try await control(fault, process) { name, _ in "disable name=posix/io/\(name)" }
  }

  private func control(
    _ fault: Fault, _ process: ChildProcess, _ command: (String, Int32) -> String
  ) async throws {
    let (names, error) = fault.calls
    let outcome = try await Executables.run(
      "/usr/bin/fiu-ctrl",
      ["-f", pipes] + names.flatMap { ["-c", command($0, error)] } + ["\(process.identifier)"],
      in: folder)
    // It reports a pipe that is missing on its output alone.
    guard outcome.status == 0, outcome.output.isEmpty else {
      throw Unexpected("fiu-ctrl: \(outcome.output) \(outcome.errors)")
    }
  }
}
