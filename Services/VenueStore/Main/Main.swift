import ServiceRuntime
import VenueStore

@main struct Main {
  static func main() {
    ServiceRunner.main(VenueStoreService.self, commands: [BuildVenues.self, CopyVenues.self])
  }
}
