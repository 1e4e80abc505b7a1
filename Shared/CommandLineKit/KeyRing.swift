import Glibc
import MessageBus

/// The keys in the home as they are now: a key that is added or revoked counts from the next
/// request on.
package final class KeyRing: Sendable {
  /// What changes whenever the file does.
  private struct Stamp: Sendable, Hashable {
    var file: UInt = 0
    var bytes = 0
    var seconds = 0
    var nanoseconds = 0

    init(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return }
      file = UInt(status.st_ino)
      bytes = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  private let path: String
  private let log: Log
  private let state: Locked<(stamp: Stamp, keys: KeyFile)>

  /// - Throws: `KeyFileError` for a file that cannot be used.
  package init(path: String, log: Log) throws(KeyFileError) {
    self.path = path
    self.log = log
    let stamp = Stamp(of: path)
    state = Locked((stamp, try KeyFile(path: path)))
  }

  /// Without any key while the file cannot be used: nobody may call then.
  package var keys: KeyFile {
    let stamp = Stamp(of: path)
    return state.withLock { state in
      guard state.stamp != stamp else { return state.keys }
      state.stamp = stamp
      do throws(KeyFileError) {
        state.keys = try KeyFile(path: path)
      } catch {
        log.error("no key counts any more: \(error)")
        state.keys = KeyFile()
      }
      return state.keys
    }
  }
}
