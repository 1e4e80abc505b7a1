import Files
import MessageBus

/// The keys in the home as they are now: a key that is added or revoked counts from the next
/// request on.
package final class KeyRing: Sendable {
  private let path: String
  private let log: Log
  private let state: Locked<(version: FileVersion?, keys: KeyFile)>

  /// - Throws: `KeyFileError` for a file that cannot be used.
  package init(path: String, log: Log) throws(KeyFileError) {
    self.path = path
    self.log = log
    let version = RewrittenFile(path).version
    state = Locked((version, try KeyFile(path: path)))
  }

  /// Without any key while the file cannot be used: nobody may call then.
  package var keys: KeyFile {
    let version = RewrittenFile(path).version
    return state.withLock { state in
      guard state.version != version else { return state.keys }
      state.version = version
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
