import Geocoder

@main struct Main {
  static func main() {}
}
