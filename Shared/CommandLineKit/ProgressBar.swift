import Glibc

/// Shows how far a long task is: a bar that redraws itself on a terminal, a line a tenth elsewhere.
package final class ProgressBar {
  private let title: String
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private let width = 30
  private var shown = -1

  package init(_ title: String) { self.title = title }

  /// - Parameters:
  ///   - part: 0 ... 1; what is outside counts as the nearer end.
  ///   - what: what is being done, such as "reading ways".
  package func update(_ part: Double, _ what: String) {
    let percent = Int(min(max(part, 0), 1) * 100)
    let step = isTerminal ? percent : percent / 10 * 10
    guard step != shown else { return }
    shown = step
    if isTerminal {
      let filled = percent * width / 100
      let bar =
        String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
      writeToStandardError("\r\(title) \(bar) \(percent) % \(what)\u{1B}[K")
    } else {
      writeToStandardError("\(title): \(step) % \(what)\n")
    }
  }

  /// Ends the bar with a line of its own.
  package func finish(_ summary: String) {
    writeToStandardError((isTerminal ? "\r\u{1B}[K" : "") + "\(title): \(summary)\n")
  }
}
