import CommandLineKit

/// Random numbers determined by a seed, which a failing test prints.
package typealias SeededGenerator = CommandLineKit.SeededGenerator
