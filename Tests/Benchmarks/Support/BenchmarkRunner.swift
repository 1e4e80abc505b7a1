import CommandLineKit

/// One subcommand of `quickbrew-bench`.
protocol Benchmark: Sendable {
  /// The word on the command line, such as `router`.
  static var name: String { get }
  /// The usage line and what is measured, for the help.
  static var usage: String { get }

  /// - Parameter arguments: the words after the name.
  /// - Throws: `UsageError` for exit status 2, any other error for 1.
  static func run(_ arguments: [String]) async throws
}

/// `quickbrew-bench NAME …`: the measurements of this repository, one subcommand each.
package enum BenchmarkRunner {
  private static let benchmarks: [any Benchmark.Type] = [
    RouterBenchmark.self, GeocoderBenchmark.self, SearchBenchmark.self, MonitorBenchmark.self,
    VisitBenchmark.self, JSONBenchmark.self, MapBenchmark.self,
  ]

  /// Runs the named benchmark; its figures go to standard output.
  ///
  /// - Parameter words: the command line without the program's name.
  /// - Returns: the exit status: 0 when done, 1 for a failure, 2 for a wrong command line.
  package static func run(_ words: [String]) async -> Int32 {
    do {
      guard let word = words.first, !["help", "--help", "-h"].contains(word) else {
        print(help)
        return 0
      }
      let table = CommandTable(benchmarks.map { (name: $0.name, command: $0) })
      let benchmark = try table.command(named: word)
      if words.contains("--help") {
        print(usage(of: benchmark))
      } else {
        try await benchmark.run(Array(words.dropFirst()))
      }
      return 0
    } catch {
      writeToStandardError("quickbrew-bench: \(error)\n")
      return error is UsageError ? 2 : 1
    }
  }

  private static var help: String {
    (["quickbrew-bench: measures this repository on this machine", ""]
      + benchmarks.map { usage(of: $0) }).joined(separator: "\n")
  }

  private static func usage(of benchmark: any Benchmark.Type) -> String {
    "  "
      + benchmark.usage.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n  ")
  }
}
