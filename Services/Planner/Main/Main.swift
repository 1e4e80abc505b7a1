import Planner

@main struct Main {
  static func main() {}
}
