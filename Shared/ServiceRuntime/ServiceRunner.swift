import CommandLineKit
import FoundationEssentials
import Glibc
import Messages

/// The entry point of every service's executable: `router serve --instance 1`, `router build …`.
package enum ServiceRunner {
  /// Parses the command line, runs the subcommand, and ends the process.
  ///
  /// Exit status: 0 when done, 1 for a failure, 2 for a wrong command line.
  package static func main<Running: Service>(
    _ type: Running.Type, commands: [any ServiceCommand.Type] = []
  ) -> Never {
    signal(SIGPIPE, SIG_IGN)
    do {
      try run(type, commands: commands, arguments: Array(CommandLine.arguments.dropFirst()))
      exit(0)
    } catch let error as UsageError {
      writeToStandardError("\(Running.name): \(error)\nTry `\(Running.name) --help`.\n")
      exit(2)
    } catch {
      writeToStandardError("\(Running.name): \(error)\n")
      exit(1)
    }
  }

  /// Processors that this process may use.
  package static var coreCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  private static func run<Running: Service>(
    _ type: Running.Type, commands: [any ServiceCommand.Type], arguments: [String]
  ) throws {
    let word = arguments.first ?? "--help"
    let rest = Array(arguments.dropFirst())
    switch word {
    case "--help", "-h", "help":
      writeToStandardOutput(help(type, commands))
    case "--version":
      writeToStandardOutput("\(Running.name) \(Release.version)\n")
    case "serve":
      try serve(type, rest)
    default:
      guard let command = commands.first(where: { $0.name == word }) else {
        let names = commands.map { $0.name } + ["serve"]
        let nearest = Spelling.nearest(to: word, among: names)
        throw UsageError(
          "There is no command “\(word)”.", suggestions: nearest.map { [$0] } ?? [])
      }
      if rest.contains("--help") || rest.contains("-h") {
        writeToStandardOutput(command.usage + "\n")
      } else {
        try command.run(rest)
      }
    }
  }

  private static func serve<Running: Service>(_ type: Running.Type, _ list: [String]) throws {
    let arguments = try Arguments(
      parsing: list,
      values: ["instance", "region", "home", "listen", "log-format", MemoryLimit.flag]
        + Running.flags)
    if arguments.has("help") { return writeToStandardOutput(help(type, [])) }
    _ = try arguments.positionals([])
    let name = arguments["instance"] ?? "1"
    let number = String(InstanceName.local(of: name))
    guard !number.isEmpty, number.utf8.count <= 2,
      number.utf8.allSatisfy({ (48...57).contains($0) })
    else { throw UsageError("--instance is a number from 1 to 99, not “\(name.prefix(60))”.") }
    let named = number == name ? nil : String(name.dropFirst(number.count + 1))
    if let format = arguments["log-format"] {
      guard Log.Format(rawValue: format) != nil else {
        throw UsageError("--log-format is text, json or journal, not “\(format.prefix(60))”.")
      }
      setenv(Log.Format.variable, format, 1)
    }
    let region = try region(of: type, named ?? arguments["region"])
    let instance = InstanceName.joined(number, in: region)
    let home = (arguments["home"].map { Home(directory: $0) } ?? Home.current()).inRegion(region)
    let flags = Dictionary(
      uniqueKeysWithValues: Running.flags.compactMap { name in arguments[name].map { (name, $0) } })
    let memory = try MemoryLimit(flag: arguments[MemoryLimit.flag])
    try ServiceProcess.run(
      type, instance: instance, home: home, listen: arguments["listen"], memory: memory,
      flags: flags)
  }

  private static func region<Running: Service>(
    of type: Running.Type, _ text: String?
  ) throws(UsageError) -> RegionName? {
    guard let text else { return nil }
    guard let region = RegionName(text) else {
      throw UsageError("\(RegionName.rule) Not “\(text.prefix(60))”.")
    }
    guard Running.name.isRegional else {
      throw UsageError("\(Running.name) is the same for all regions; leave out --region.")
    }
    return region
  }

  private static func help<Running: Service>(
    _ type: Running.Type, _ commands: [any ServiceCommand.Type]
  ) -> String {
    let name = Running.name
    let own = Running.flags.map { " [--\($0) …]" }.joined()
    var lines = ["\(name): \(Running.summary)", ""]
    lines.append("  \(name) serve [--instance N] [--home DIR] [--memory-limit SIZE]\(own)")
    lines.append("      answers requests until SIGTERM; a second one ends it at once")
    if name.isRegional {
      lines.append("      with --region NAME for another map than the stack's own")
      lines.append("      --instance N@NAME means both")
    }
    lines.append("      with --listen tcp://ADDRESS:PORT also over TCP, to those who have a key")
    lines.append("      with --log-format json, or journal, for programs that read the log")
    for command in commands { lines.append("  " + command.usage) }
    lines.append("  \(name) --version")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func writeToStandardOutput(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
