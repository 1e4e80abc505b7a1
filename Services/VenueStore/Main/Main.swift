import VenueStore

@main struct Main {
  static func main() {}
}
