import CommandLineKit

/// Numbers that follow from a seed; a failing test prints the seed.
package typealias SeededGenerator = CommandLineKit.SeededGenerator
