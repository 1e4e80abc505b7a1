import Geocoder
import ServiceRuntime

@main struct Main {
  static func main() {
    ServiceRunner.main(GeocoderService.self, commands: [BuildGeocoder.self])
  }
}
