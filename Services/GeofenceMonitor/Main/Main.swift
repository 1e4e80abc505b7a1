import GeofenceMonitor
import ServiceRuntime

@main struct Main {
  static func main() {
    ServiceRunner.main(
      GeofenceMonitorService.self,
      commands: [CopyFences.self, ReplayCommand.self])
  }
}
