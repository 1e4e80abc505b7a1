import Foundation
import TestSupport
import Testing

private let hasTools =
  WebDriver.isUsable
  && ["/usr/bin/caddy", "/usr/bin/certutil"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

/// The page as another device has it: over HTTPS, by a name that is not this machine's.
@Suite(
  .enabled(if: StackScript.isUsable, StackScript.absence),
  .enabled(
    if: ProcessInfo.processInfo.environment["QUICKBREW_LONG"] != nil,
    "QUICKBREW_LONG=1: it builds maps, and starts stacks by script"),
  .enabled(if: hasTools, "no caddy, browser or certutil: deploy/test installs them"))
struct HTTPSTests {
  private static let name = "quickbrew.test"

  @Test("a phone over HTTPS: position, hearts without a network, installation")
  func phone() async throws {
    try await StackScript.with { stack in
      let port = try freePorts()
      let up = try await stack(
        "up", "--https", "\(Self.name):\(port)",
        environment: ["QUICKBREW_HTTP_PORT": "\(port + 1)"])
      #expect(up.status == 0, "\(up.errors)")
      let site = "https://\(Self.name):\(port)"
      let link = try #require(up.errors.firstMatch(of: /https:\S+(\/#token=\S+)/))
      #expect(link.0.hasPrefix(site))
      try await trust(site, port, stack)

      try await WebDriver.with(
        logIn: stack.temporary, home: stack.temporary,
        arguments: ["--host-resolver-rules=MAP \(Self.name) 127.0.0.1"]
      ) { driver in
        let page = Browser(driver: driver, site: site)
        try await page.move(to: 37.7879, -122.4074)
        try await page.open(String(link.1), .phone)
        #expect(try await page.value(Bool.self, "isSecureContext && location.hash === ''"))
        try await page.open("/cafes", .phone, keeps: true)
        try await page.press("Follow me")
        try await page.wait("document.body.innerText.includes('Around you')")
        try await page.wait("$('.card.venue')")
        try await page.awaitWorker()
        #expect(try await page.flawsOfInstallation() == [])
        #expect(try await page.complaints() == [])

        try await stack.succeeds("down")
        try await page.open("/cafes", .phone, keeps: true)
        try await page.wait("$('.card.venue') && !$('#banner').hidden")
        try await page.click(".card.venue .heart")
        try await page.wait("document.body.innerText.includes('1 heart waits')")
        _ = try await page.complaints()
      }
    }
  }

  /// Has the browser of this home trust the authority, as a phone's owner would. Whoever comes
  /// through the proxy without a key is a guest, not this machine's owner.
  private func trust(_ site: String, _ port: Int, _ stack: StackScript) async throws {
    let resolve = "\(Self.name):\(port):127.0.0.1"
    let outcome = try await Executables.run(
      "/bin/bash",
      [
        "-ec",
        """
        cd "$3"
        curl -fsSk --resolve "$2" -o authority.crt "$1/authority.crt"
        curl -fsS --resolve "$2" --cacert authority.crt -o /dev/null "$1/"
        curl -sS --resolve "$2" --cacert authority.crt -o /dev/null -w '%{http_code}' "$1/metrics"
        mkdir -p .pki/nssdb
        certutil -d sql:.pki/nssdb -N --empty-password
        certutil -d sql:.pki/nssdb -A -t C,, -n quickbrew -i authority.crt
        """, "trust", site, resolve, stack.temporary,
      ], environment: [:], in: stack.temporary)
    #expect(outcome.status == 0 && outcome.output == "401", "\(outcome.output) \(outcome.errors)")
  }

  @Test("commands from another shell go by the port that `up` was given, and restart nobody")
  func otherShell() async throws {
    try await StackScript.with { stack in
      let port = try freePorts()
      let given = ["QUICKBREW_HTTP_PORT": "\(port)", "QUICKBREW_RETENTION": "7d"]
      #expect(try await stack("up", environment: given).status == 0)
      let before = try await stack.instances()
      // This shell names port 0, and no retention.
      try await stack.succeeds("scale", "geocoder", "2")
      let after = try await stack.instances()
      #expect(after.count == before.count + 1)
      for (name, instance) in before { #expect(after[name]?.pid == instance.pid, "\(name)") }
      let status = try await stack("status", "--json").output
      #expect(status.contains(":\(port)") && status.contains("7d"), "\(status)")
    }
  }

  @Test(
    "names that are none are refused",
    arguments: ["--https=", "--https=a b", "--https=coffee.example:0", "--https=http://a"])
  func invalid(flag: String) async throws {
    try await StackScript.with { stack in
      let outcome = try await stack("up", flag)
      #expect(outcome.status == 2, "\(outcome.errors)")
      #expect(outcome.errors.contains("--https"))
    }
  }
}

extension Browser {
  /// Why the browser does not offer to install the page.
  fileprivate func flawsOfInstallation() async throws -> [String] {
    struct Command: Encodable {
      struct Parameters: Encodable {}
      let cmd = "Page.getInstallabilityErrors"
      let params = Parameters()
    }
    struct Report: Decodable {
      struct Flaw: Decodable { let errorId: String }
      let installabilityErrors: [Flaw]
    }
    let report = try await driver.post(Report.self, "/goog/cdp/execute", Command())
    return report.installabilityErrors.map(\.errorId)
  }
}
