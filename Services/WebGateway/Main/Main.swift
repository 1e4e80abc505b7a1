import ServiceRuntime
import WebGateway

@main struct Main {
  static func main() { ServiceRunner.main(WebGatewayService.self) }
}
