import MapTiles
import ServiceRuntime

@main struct Main {
  static func main() {
    ServiceRunner.main(MapTilesService.self, commands: [BuildMapTiles.self])
  }
}
