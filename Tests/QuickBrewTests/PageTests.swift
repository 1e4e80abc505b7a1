import Foundation
import TestSupport
import Testing

@testable import QuickBrew

/// The manual pages and completions of `quickbrew help --pages`.
@Suite struct PageTests {
  /// Writes the pages and passes their directory on.
  private static func withPages(_ body: (_ directory: String) async throws -> Void) async throws {
    try await TemporaryDirectory.with { directory in
      let run = await CommandRun(
        ["help", "--pages", directory.path], environment: ["SOURCE_DATE_EPOCH": "1763800000"])
      #expect(run.status == .success, "\(run.messages)")
      try await body(directory.path)
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
  }

  private static let bash = "bash-completion/completions/quickbrew"
  private static let zsh = "zsh/site-functions/_quickbrew"
  private static let fish = "fish/vendor_completions.d/quickbrew.fish"

  @Test("each first word has a manual page with every command and flag of it")
  func manuals() async throws {
    try await Self.withPages { directory in
      for entry in QuickBrewCommand.entries {
        let page = try Self.text("\(directory)/man/man1/quickbrew-\(entry.name).1")
        #expect(page.contains("2025-11-22"))
        for command in entry.command.commands {
          #expect(page.contains("\\fBquickbrew \(RoffText.literal(command.name))\\fR"))
          for flag in command.help.flags + CommandHelp.commonFlags {
            #expect(
              page.contains("\\fB\\-\\-\(RoffText.literal(flag.name))\\fR"),
              "\(command.name) --\(flag.name)")
          }
        }
      }
      let overview = try Self.text(directory + "/man/man1/quickbrew.1")
      for entry in QuickBrewCommand.entries {
        #expect(overview.contains("quickbrew\\-\(RoffText.literal(entry.name))\\fR(1)"))
      }
    }
  }

  @Test("the manual's language is correct, as mandoc and man read it")
  func manualsAreClean() async throws {
    try await Self.withPages { directory in
      let folder = directory + "/man/man1"
      let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
        .map { "\(folder)/\($0)" }
      try await Self.accepts("mandoc", ["-Tlint", "-Wwarning"] + pages, directory)
      try await Self.accepts(
        "man", ["--warnings", "-E", "UTF-8", "-Tutf8", "-Z", "-l"] + pages, directory,
        printsNothing: false)
    }
  }

  @Test("the shells read their completions")
  func shells() async throws {
    try await Self.withPages { directory in
      for (shell, file) in [("bash", Self.bash), ("zsh", Self.zsh), ("fish", Self.fish)] {
        try await Self.accepts(shell, ["-n", "\(directory)/\(file)"], directory)
      }
    }
  }

  @Test("bash offers every command, and after it every flag of it")
  func bashCompletion() async throws {
    let script = #"""
      source "$1"
      while IFS= read -r line; do
        mapfile -d ' ' -t COMP_WORDS < <(printf '%s' "$line")
        [[ $line != *' ' ]] || COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
        _quickbrew
        printf '%s\n' "${COMPREPLY[*]}"
      done
      """#
    try await Self.withPages { directory in
      var lines = Self.lines
      lines += Self.values.map { ($0.line, $0.offered) }
      let outcome = try await Executables.run(
        "/bin/bash", ["-c", script, "bash", "\(directory)/\(Self.bash)"],
        input: lines.map { $0.line + "\n" }.joined(), in: directory)
      Self.expect(outcome, toOffer: lines)
    }
  }

  @Test("fish offers every command, and after it every flag of it")
  func fishCompletion() async throws {
    try await Self.withPages { directory in
      guard let fish = Self.program("fish") else { return }
      // An optional value is offered by fish after an equals sign only.
      let values = Self.values.filter {
        !$0.line.contains(" = ") && !$0.line.contains("wheelchair")
      }
      let lines = Self.lines + values.map { ($0.line, $0.offered) }
      let script =
        "source \(directory)/\(Self.fish); "
        + "for line in $argv; echo (complete -C $line | cut -f 1); end"
      let outcome = try await Executables.run(
        fish, ["-N", "-c", script] + lines.map(\.line), environment: ["HOME": directory],
        in: directory)
      Self.expect(outcome, toOffer: lines)
    }
  }

  @Test("zsh's completion has every flag of every command")
  func zshCompletion() async throws {
    try await Self.withPages { directory in
      let text = try Self.text("\(directory)/\(Self.zsh)")
      for command in CompletedCommand.all {
        let begin = try #require(text.range(of: "    ('\(command.name)')\n"), "\(command.name)")
        let rest = text[begin.upperBound...]
        let branch = rest[..<(rest.range(of: " ;;\n")?.lowerBound ?? rest.endIndex)]
        for flag in command.flags {
          let mark = flag.value == nil ? "" : "="
          #expect(branch.contains("--\(flag.name)\(mark)["), "\(command.name) --\(flag.name)")
        }
      }
    }
  }

  /// What is typed, and what must be offered.
  private static let lines: [(line: String, offered: [String])] = CompletedCommand.all.flatMap {
    command in
    let begin = command.name.isEmpty ? "quickbrew " : "quickbrew \(command.name) "
    return [
      (begin + "--", command.flags.map { "--\($0.name)" }), (begin, command.words.map(\.word)),
    ]
  }

  private static let values: [(line: String, offered: [String])] = [
    ("quickbrew plan --profile ", ["car", "bicycle", "foot"]),
    // Bash has the equals sign as a word of its own.
    ("quickbrew plan --profile = b", ["bicycle"]),
    ("quickbrew --home /tmp geofence ", ["add", "list"]),
    ("quickbrew plan --wheelchair l", ["limited"]), ("quickbrew paths ", ["run", "home", "map"]),
    ("quickbrew help pl", ["plan"]),
  ]

  /// Expects that each line of the output has the words that are to be offered for a line.
  private static func expect(
    _ outcome: Executables.Outcome, toOffer lines: [(line: String, offered: [String])]
  ) {
    #expect(outcome.errors == "")
    let offers = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(offers.count == lines.count + 1)
    for (line, offer) in zip(lines, offers) {
      let words = Set(offer.split(separator: " ").map(String.init))
      #expect(words.isSuperset(of: line.offered), "\(line.line)")
    }
  }

  private static func program(_ name: String) -> String? {
    ["/usr/bin/", "/bin/"].map { $0 + name }.first(where: FileManager.default.isExecutableFile)
  }

  /// Expects that a program accepts files; a program that is not installed is not asked.
  private static func accepts(
    _ name: String, _ arguments: [String], _ directory: String, printsNothing: Bool = true
  ) async throws {
    guard let program = program(name) else { return }
    let outcome = try await Executables.run(
      program, arguments, environment: ["LC_ALL": "C.UTF-8"], in: directory)
    #expect(outcome.status == 0 && outcome.errors == "", "\(name): \(outcome.errors)")
    #expect(!printsNothing || outcome.output == "", "\(name): \(outcome.output.prefix(500))")
  }
}
