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
      let interruption = Interruption()
      let command = Task { await QuickBrewCommand.run(words, in: environment) }
      interruption.watch { command.cancel() }
      let status = await command.value
      // The process ends by the signal, once the services know.
      if command.isCancelled { await interruption.end() }
      // Output is unbuffered, and the bus needs no shutdown.
      withExtendedLifetime(environment) { _exit(status.rawValue) }
    } catch {
      _exit(QuickBrewCommand.refuse(words, error, on: output).rawValue)
    }
  }
}
