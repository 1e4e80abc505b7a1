import Glibc

/// The number of the last commit that was acknowledged, kept in a small file beside the database.
///
/// After a kill SQLite reads its log up to the first damaged frame, and drops the rest as if it had
/// never been committed. The number is in the database, too (`application_id`, part of each
/// commit), so a database that has a lower one has lost commits. The file is written after the
/// commit and not synced: after a power failure its number may be low, never high.
final class CommitMark {
  private static let suffix = "-committed"
  private let descriptor: Int32

  /// - Parameter path: of the database.
  init(of path: String) {
    descriptor = open(path + Self.suffix, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// `nil` if there is none: nothing was committed, or the file is not as it was written.
  var number: Int32? {
    var words: [Int32] = [0, 0]
    let count = pread(descriptor, &words, 8, 0)
    return count == 8 && words[0] == ~words[1] ? words[0] : nil
  }

  /// Commits of another connection may have been acknowledged before. A mark that cannot be written
  /// protects less; the commit holds.
  func acknowledge(_ new: Int32) {
    if let number, number &- new > 0 { return }
    write(new)
  }

  /// How many commits a database has lost that has this number; the mark is right afterwards.
  func lost(at new: Int32) -> Int {
    guard let old = number, old &- new > 0 else { return 0 }
    write(new)
    return Int(old &- new)
  }

  func write(_ number: Int32) { _ = pwrite(descriptor, [number, ~number], 8, 0) }
}
