import WebGateway

@main struct Main {
  static func main() {}
}
