import Router

@main struct Main {
  static func main() {}
}
