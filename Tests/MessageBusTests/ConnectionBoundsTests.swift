import CommandLineKit
import FoundationEssentials
import Glibc
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// How many may be connected over TCP.
@Suite(.timeLimit(.minutes(10)))
struct ConnectionBoundsTests {
  @Test("what two ports may have leaves three quarters of a process's descriptors")
  func shares() {
    for files in [64, 256, 1_024, 4_096, 32_768, 1 << 30] {
      let bounds = ConnectionBounds(openFiles: files)
      #expect(4 * (2 * bounds.inAll) <= files && bounds.byAddress <= bounds.inAll)
      #expect(bounds.byAddress > 0)
    }
  }

  @Test("an address within IPv6 is the address, another IPv6 address its network")
  func addresses() {
    let plain = RemoteAddress([192, 0, 2, 1])
    let mapped = RemoteAddress([UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 1])
    #expect(plain == mapped && "\(mapped)" == "192.0.2.1")
    let network: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 7]
    let one = RemoteAddress(network + [UInt8](repeating: 0, count: 8))
    let other = RemoteAddress(network + [UInt8](repeating: 9, count: 8))
    #expect(one == other && "\(one)" == "2001:db8:0:7::/64")
    #expect(one != RemoteAddress([0x20, 0x01] + [UInt8](repeating: 0, count: 14)))
  }

  /// Against a list of all connections.
  @Test("random connections and ends are counted as a list of them is")
  func ledger() {
    for seed in Seeds.all(20) {
      var random = SeededGenerator(seed: seed)
      let bounds = ConnectionBounds(inAll: 20, byAddress: 6)
      var ledger = ConnectionLedger(bounds)
      var list: [(descriptor: Int32, address: RemoteAddress)] = []
      for step in 0..<5_000 {
        let descriptor = Int32.random(in: 3..<60, using: &random)
        list.removeAll { $0.descriptor == descriptor }
        if Int.random(in: 0..<3, using: &random) == 0 {
          ledger.end(descriptor)
        } else {
          let address = RemoteAddress([10, 0, 0, UInt8.random(in: 0..<6, using: &random)])
          let isExpected = list.count < 20 && list.count { $0.address == address } < 6
          let isAdmitted = ledger.admit(descriptor, from: address)
          #expect(isAdmitted == isExpected, "seed \(seed), step \(step)")
          if isExpected { list.append((descriptor, address)) }
        }
        #expect(ledger.count == list.count, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("beyond the bound new connections are shut, the others go on, and room is used again")
  func shut() async throws {
    try await TestStack.run { stack in
      var secure = SecureStack(stack: stack)
      secure.bounds = ConnectionBounds(inAll: 8, byAddress: 4)
      let port = try freePorts()
      let service = try await secure.echo(port)
      let peers = "router=tcp://127.0.0.1:\(port)"
      let early = try secure.caller(peers, secure.key("early"))
      #expect(try await early.client.send(Echo(text: "before")).text == "before")
      // They say nothing, as somebody's scanner.
      let strangers = (0..<40).map { _ in dial(port: port) }
      defer { for stranger in strangers { close(stranger) } }
      #expect(strangers.allSatisfy { $0 >= 0 })
      while secure.refusals.withLock({ $0.isEmpty }) {
        #expect(try await early.client.send(Echo(text: "during")).text == "during")
      }
      let refusals = secure.refusals.withLock { $0 }
      #expect(refusals.count == 1 && refusals[0].contains("from 127.0.0.1 to port \(port)"))
      // Each is ended: at once, or when it has not shaken hands in time.
      for stranger in strangers { #expect(await isEnded(stranger)) }
      let late = try secure.caller(peers, secure.key("late"), restartGrace: .patience)
      #expect(try await late.client.send(Echo(text: "after")).text == "after")
      #expect(try await early.client.send(Echo(text: "after")).text == "after")
      await stack.close(service)
    }
  }

  /// Whether the other end closes the connection.
  private func isEnded(_ descriptor: Int32) async -> Bool {
    await withCheckedContinuation { done in
      _ = NamedThread("stranger") {
        var bytes = [UInt8](repeating: 0, count: 1_024)
        var count = 0
        repeat { count = recv(descriptor, &bytes, bytes.count, 0) } while count > 0
        done.resume(returning: count == 0 || errno == ECONNRESET)
      }
    }
  }
}
