import ServiceRuntime
import ShopSearch

@main struct Main {
  static func main() { ServiceRunner.main(ShopSearchService.self) }
}
