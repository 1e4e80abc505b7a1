import Glibc
import QuickBrew

@main struct Main {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let environment = CommandEnvironment.process()
    let status = await QuickBrewCommand.run(words, in: environment)
    // Output is unbuffered, and the bus needs no shutdown.
    withExtendedLifetime(environment) { _exit(status.rawValue) }
  }
}
