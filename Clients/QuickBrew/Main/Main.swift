import CommandLineKit
import FoundationEssentials
import Glibc
import QuickBrew

@main struct Main {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let output = Output.standard(environment: ProcessInfo.processInfo.environment)
    do {
      let environment = try CommandEnvironment.process(output)
      let status = await QuickBrewCommand.run(words, in: environment)
      // Output is unbuffered, and the bus needs no shutdown.
      withExtendedLifetime(environment) { _exit(status.rawValue) }
    } catch {
      _exit(QuickBrewCommand.refuse(words, error, on: output).rawValue)
    }
  }
}
