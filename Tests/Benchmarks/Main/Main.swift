import Benchmarks
import Glibc

@main struct Main {
  static func main() async {
    exit(await BenchmarkRunner.run(Array(CommandLine.arguments.dropFirst())))
  }
}
