import Foundation
import Glibc
import MessageBus
import TestSupport
import Testing

/// A web gateway with more connections than anybody needs.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ManyConnectionsTests {
  private static let count = 10_000

  @Test(
    "ten thousand connections, half of them with half a request, hinder nobody",
    .enabled("fewer files may be open here", hasRoom))
  func idle() async throws {
    try await TemporaryDirectory.with { directory in
      let log = directory.path("log")
      let gateway = try ChildProcess(
        "web-gateway", ["serve", "--port", "0"], environment: ["QUICKBREW_HOME": directory.path],
        errors: .file(log))
      var crowd: [Int32] = []
      do {
        let port = try await WebDriver.number(of: /http:\/\/127.0.0.1:(\d+)\//, in: log)
        crowd = try await connections(to: port)
        let open = try FileManager.default
          .contentsOfDirectory(atPath: "/proc/\(gateway.identifier)/fd").count
        // Those that came first may have been closed by now, where the machine is slow.
        #expect(open > Self.count / 2, "the others wait to be accepted")
        let guest = try RawClient(port: port)
        for _ in 0..<50 {
          let answer = try await guest.exchange(http("GET", "/statusz"))
          #expect(answer.status == 200)
        }
        // One who comes last is served, too.
        #expect(try await RawClient(port: port).exchange(http("GET", "/")).status == 200)
        let status = try String(
          contentsOfFile: "/proc/\(gateway.identifier)/status", encoding: .utf8)
        let memory = status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.1) } ?? .max
        print("with \(Self.count) connections a gateway has \(memory / 1024) MB")
        #expect(memory < 512 * 1024)
      } catch {
        Issue.record(error)
      }
      for descriptor in crowd { close(descriptor) }
      await gateway.kill()
    }
  }

  /// Every second one has sent the beginning of a request.
  private func connections(to port: Int) async throws -> [Int32] {
    let descriptors = await withCheckedContinuation { done in
      // Connecting may block.
      NamedThread.detached("crowd") {
        done.resume(returning: (0..<Self.count).map { _ in dial(port: port) })
      }
    }
    #expect(!descriptors.contains { $0 < 0 })
    for descriptor in descriptors where descriptor.isMultiple(of: 2) {
      let words = "GET / HTTP/1.1\r\nHost: localh"
      _ = send(descriptor, words, words.utf8.count, Int32(MSG_NOSIGNAL))
    }
    return descriptors
  }

  /// Raises the limit of open files to what the connections need, in both processes.
  @Sendable private static func hasRoom() -> Bool {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_max >= 16_000 else { return false }
    limit.rlim_cur = max(limit.rlim_cur, 16_000)
    return setrlimit(resource, &limit) == 0
  }
}
