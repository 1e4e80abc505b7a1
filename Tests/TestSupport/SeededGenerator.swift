import ServiceRuntime

/// Numbers that follow from a seed; a failing test prints the seed.
package typealias SeededGenerator = ServiceRuntime.SeededGenerator
