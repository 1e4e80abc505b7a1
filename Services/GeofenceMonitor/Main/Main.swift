import GeofenceMonitor

@main struct Main {
  static func main() {}
}
