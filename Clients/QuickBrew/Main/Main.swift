import Glibc
import QuickBrew

@main struct Main {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let surroundings = Surroundings.process()
    let status = await QuickBrewCommand.run(words, in: surroundings)
    // Everything is written unbuffered, and the bus, alive until here, needs no farewell.
    withExtendedLifetime(surroundings) { _exit(status.rawValue) }
  }
}
