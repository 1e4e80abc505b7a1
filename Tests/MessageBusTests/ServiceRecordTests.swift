import CommandLineKit
import MessageBus
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// SRV records: from the bytes of an answer to instances.
struct ServiceRecordTests {
  /// An answer as a name server writes it: with pointers into the message instead of names.
  private struct Answer {
    var bytes: [UInt8] = []

    /// - Parameter records: type, priority, port, host.
    init(_ records: [(type: Int, priority: Int, port: Int, host: String)], questions: Int = 1) {
      bytes = [0, 1, 0x81, 0x80] + Self.number(questions) + Self.number(records.count)
      bytes += Self.number(0) + Self.number(0)
      for _ in 0..<questions { bytes += Self.name("_router._tcp.example") + [0, 33, 0, 1] }
      for record in records {
        // A pointer to the name of the question.
        bytes += (questions > 0 ? [0xC0, 12] : Self.name("x")) + Self.number(record.type)
        bytes += [0, 1, 0, 0, 0, 30]
        var data = Self.number(record.priority) + Self.number(5) + Self.number(record.port)
        data += Self.name(record.host)
        bytes += Self.number(data.count) + data
      }
    }

    static func number(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

    static func name(_ text: String) -> [UInt8] {
      text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }
  }

  @Test("an answer's records are read, others and those without a host are passed over")
  func reading() {
    let answer = Answer([
      (33, 10, 7400, "a.example"), (1, 0, 1, "b.example"), (33, 20, 7402, "c.example"),
      (33, 0, 7404, ""), (33, 0, 0, "d.example"),
    ])
    #expect(
      ServiceRecords.read(answer.bytes) == [
        .init(priority: 10, host: "a.example", port: 7400),
        .init(priority: 20, host: "c.example", port: 7402),
      ])
    #expect(ServiceRecords.read(Answer([], questions: 0).bytes) == [])
  }

  @Test("a cut or changed answer gives fewer records, and nothing worse")
  func damaged() {
    let whole = Answer([(33, 1, 7400, "a.example"), (33, 1, 7402, "b.example")]).bytes
    let all = ServiceRecords.read(whole)
    #expect(all.count == 2)
    for length in 0..<whole.count {
      let read = ServiceRecords.read(Array(whole.prefix(length)))
      #expect(read == Array(all.prefix(read.count)), "\(length) bytes")
    }
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      #expect(ServiceRecords.read(bytes).count <= 65_535, "seed \(seed)")
    }
  }

  @Test("each address of a record is an instance at the record's port, of a region, too")
  func instances() async throws {
    let peers = try Peers(
      "router=srv://_router._tcp.example srv://_{service}._tcp.example "
        + "planner@oulu=srv://_planner._tcp.oulu.example")
    #expect(peers.isRemote)
    #expect(
      peers.locations(of: .geocoder).map(\.location) == [.records("_geocoder._tcp.example")])
    let answers = [
      "srv://_router._tcp.example": ["10.0.0.1:7400", "10.0.0.2:7500"],
      "srv://_planner._tcp.oulu.example": ["10.0.1.1:7400"],
      "srv://_planner._tcp.example": ["10.0.0.9:7400"],
    ]
    let discovery = Discovery(RunDirectory(path: "/nowhere"), peers) { answers[$0] ?? [] }
    discovery.waitForNames()
    #expect(discovery.instances(of: .router) == ["10.0.0.1:7400", "10.0.0.2:7500"])
    #expect(discovery.instances(of: .planner) == ["10.0.0.9:7400", "10.0.1.1:7400@oulu"])
    #expect(discovery.instances(of: .geocoder) == [])
    #expect(!discovery.isResolving(.router))
    #expect(
      discovery.endpoint(.router, instance: "10.0.0.2:7500", .events) == "tcp://10.0.0.2:7501")
  }

  @Test("a name that does not exist has no records; without a name server nobody is asked")
  func system() {
    // Source: RFC 6761: never resolves.
    #expect(ServiceRecords.addresses(of: "_router._tcp.nowhere.invalid")?.isEmpty != false)
  }
}
