import ShopSearch

@main struct Main {
  static func main() {}
}
