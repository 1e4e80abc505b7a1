import Foundation
import TestSupport
import Testing

@testable import WebGateway

@Suite(.timeLimit(.minutes(10))) struct HTTPGuestTests {
  @Test("a server answers its guest, over one connection, whatever it answers")
  func answered() async throws {
    let server = try HTTPServer(port: 0) { request in
      HTTPResponse(request.method == "HEAD" ? 503 : 200, "text/plain", Data("busy".utf8))
    }
    let guest = HTTPGuest(address: "127.0.0.1", port: server.port, patience: .patience)
    for _ in 0..<3 { #expect(await guest.isAnswered()) }
    await server.stop()
    #expect(await !guest.isAnswered())
  }

  @Test("a connection that the server has closed is replaced")
  func closed() async throws {
    let server = try HTTPServer(port: 0) { _ in
      HTTPResponse(200, headers: [.init("Connection", "close")])
    }
    let guest = HTTPGuest(address: "0.0.0.0", port: server.port, patience: .patience)
    for _ in 0..<3 { #expect(await guest.isAnswered()) }
  }

  @Test("a server whose handler hangs does not answer, and nobody queues behind the guest")
  func hanging() async throws {
    let gate = Gate()
    let server = try HTTPServer(port: 0) { _ in
      await gate.wait()
      return HTTPResponse(200)
    }
    let guest = HTTPGuest(address: "127.0.0.1", port: server.port, patience: .seconds(1))
    async let first = guest.isAnswered()
    let second = await guest.isAnswered()
    #expect(await !first && !second)
    await gate.open()
    let patient = HTTPGuest(address: "127.0.0.1", port: server.port, patience: .patience)
    #expect(await patient.isAnswered())
  }
}
