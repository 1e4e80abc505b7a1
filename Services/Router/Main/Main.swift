import Router
import ServiceRuntime

@main struct Main {
  static func main() {
    ServiceRunner.main(
      RouterService.self, commands: [BuildRouter.self, CheckRouter.self])
  }
}
