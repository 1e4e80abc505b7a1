import Benchmarks
import Dispatch
import Glibc

@main struct Main {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if let status = BenchmarkRunner.runWithoutTasks(words) { exit(status) }
    Task { exit(await BenchmarkRunner.run(words)) }
    dispatchMain()
  }
}
