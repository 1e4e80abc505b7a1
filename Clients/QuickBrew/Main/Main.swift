import Glibc
import QuickBrew

@main struct Main {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let status = await QuickBrewCommand.run(words, in: .process())
    // Everything is written unbuffered, and the sockets' threads need no farewell.
    _exit(status.rawValue)
  }
}
