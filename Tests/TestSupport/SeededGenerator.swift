package import CommandLineKit
import Foundation

/// Random numbers determined by a seed, which a failing test prints.
package typealias SeededGenerator = CommandLineKit.SeededGenerator

/// The seeds of a search: `QUICKBREW_SEEDS` says how many, `QUICKBREW_SEED` repeats one.
package enum Seeds {
  /// The chosen seed alone, or 1 to the chosen number.
  ///
  /// - Parameter usual: how many where none are chosen.
  package static func all(_ usual: UInt64) -> [UInt64] {
    chosen("QUICKBREW_SEED").map { [$0] } ?? Array(1...(chosen("QUICKBREW_SEEDS") ?? usual))
  }

  private static func chosen(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }
}
