import Planner
import ServiceRuntime

@main struct Main {
  static func main() {
    ServiceRunner.main(PlannerService.self, commands: [BuildPlanner.self, CopyPlans.self])
  }
}
