import Glibc

/// Shows the progress of a long task: a bar that redraws itself on a terminal, elsewhere a line for
/// every tenth.
package final class ProgressBar {
  private let title: String
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private let width = 30
  private var shown = -1

  package init(_ title: String) { self.title = title }

  /// - Parameters:
  ///   - fraction: clamped to 0 ... 1.
  ///   - activity: what is being done, such as "reading ways".
  package func update(_ fraction: Double, _ activity: String) {
    let percent = Int(min(max(fraction, 0), 1) * 100)
    let step = isTerminal ? percent : percent / 10 * 10
    guard step != shown else { return }
    shown = step
    if isTerminal {
      let filled = percent * width / 100
      let bar =
        String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
      writeToStandardError("\r\(title) \(bar) \(percent) % \(activity)\u{1B}[K")
    } else {
      writeToStandardError("\(title): \(step) % \(activity)\n")
    }
  }

  /// Replaces the bar by a final line.
  package func finish(_ summary: String) {
    writeToStandardError((isTerminal ? "\r\u{1B}[K" : "") + "\(title): \(summary)\n")
  }
}
