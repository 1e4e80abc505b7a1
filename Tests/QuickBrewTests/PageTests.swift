import CommandLineKit
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
        for command in entry.all {
          #expect(page.contains("\\fBquickbrew \(RoffText.literal(command.name))\\fR"))
          for flag in command.allFlags {
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

  @Test("every command is offered, and after it every flag of it")
  func completion() async {
    for group in QuickBrewCommand.entries {
      #expect(await Self.offers("").contains(group.name))
      let words = group.name.split(separator: " ").map(String.init)
      if !group.commands.isEmpty {
        let seconds = await Self.offers(words + [""])
        #expect(seconds.isSuperset(of: group.table.names), "\(group.name)")
      }
      for command in group.all {
        let words = command.name.split(separator: " ").map(String.init)
        let offered = await Self.offers(words + ["--"])
        #expect(offered.isSuperset(of: command.allFlags.map { "--\($0.name)" }), "\(words)")
      }
    }
  }

  @Test(
    "values, files and words are completed",
    arguments: [
      (["plan", "--profile", ""], "words", ["car", "bicycle", "foot"]),
      // Bash has the equals sign as a separate word, other shells do not.
      (["plan", "--profile", "=", "b"], "words", ["bicycle"]),
      (["plan", "--profile=b"], "words", ["--profile=bicycle"]),
      (["--home", "/tmp", "geofence", "l"], "words", ["list"]),
      (["--home", ""], "directories", []), (["open", "--gpx", ""], "files", []),
      (["match", ""], "files", []), (["paths", ""], "words", ["run", "home", "map"]),
      (["help", "pl"], "words", ["plan"]), (["plan", "--wheelchair", "l"], "words", ["limited"]),
      (["plan", "--dwell", ""], "words", []), (["nonsense", ""], "words", []),
      (["keys", "revoke", "-"], "words", ["--yes", "-y"]),
      (["simulate", "c"], "files", ["city-run"]),
    ])
  func values(words: [String], kind: String, offered: [String]) async {
    let lines = await Self.lines(words)
    #expect(lines.first == kind)
    let offers = Set(lines.dropFirst().map { String($0.prefix { $0 != "\t" }) })
    #expect(offers.isSuperset(of: offered), "\(offers)")
    #expect(!offered.isEmpty || offers.isEmpty, "\(offers)")
  }

  private static func lines(_ words: [String]) async -> [String] {
    await CommandRun([CompletedLine.command] + words).output.split(separator: "\n")
      .map(String.init)
  }

  private static func offers(_ words: String...) async -> Set<String> { await offers(words) }

  private static func offers(_ words: [String]) async -> Set<String> {
    Set(await lines(words).dropFirst().map { String($0.prefix { $0 != "\t" }) })
  }

  /// A directory with a program `quickbrew` that prints the words it is called with as an offer.
  private static func withProgram(
    _ script: String = #"printf 'words\n--asked\tfor %s\n--also\t\n' "$*""#,
    _ body: (_ directory: String) async throws -> Void
  ) async throws {
    try await withPages { directory in
      let path = directory + "/quickbrew"
      try Data("#!/bin/sh\n\(script)\nprintf '%s' \"$*\" > \(directory)/asked\n".utf8)
        .write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      try await body(directory)
    }
  }

  @Test("bash asks for the words until the cursor and offers the answer")
  func bashCompletion() async throws {
    let script = #"""
      source "$1"
      COMP_WORDS=(quickbrew plan --profile = b more) COMP_CWORD=4
      _quickbrew
      printf '%s\n' "${COMPREPLY[*]}"
      """#
    try await Self.withProgram { directory in
      let outcome = try await Executables.run(
        "/bin/bash", ["-c", script, "bash", "\(directory)/\(Self.bash)"],
        environment: ["PATH": "\(directory):/usr/bin:/bin"], in: directory)
      #expect(outcome.output == "--asked --also\n" && outcome.errors == "", "\(outcome)")
      #expect(try Self.text(directory + "/asked") == "__complete plan --profile = b")
    }
  }

  @Test("fish asks for the words until the cursor and offers the answer")
  func fishCompletion() async throws {
    try await Self.withProgram { directory in
      guard let fish = Self.program("fish") else { return }
      let script = "source \(directory)/\(Self.fish); complete -C 'quickbrew plan --a'"
      let outcome = try await Executables.run(
        fish, ["-N", "-c", script],
        environment: ["HOME": directory, "PATH": "\(directory):/usr/bin:/bin"], in: directory)
      #expect(outcome.output.contains("--asked\tfor __complete plan --a"), "\(outcome)")
      #expect(outcome.output.contains("--also"), "\(outcome)")
    }
  }

  /// What each shell is told: to complete the beginning of a name, and to run what it has then.
  /// Fish has no terminal here, and shows what it would insert.
  private static let completions = [
    "bash": #"""
    source "$0/bash-completion/completions/quickbrew"
    COMP_WORDS=(quickbrew venue "$1") COMP_CWORD=2
    _quickbrew
    eval "quickbrew venue ${COMPREPLY[0]}"
    """#,
    "zsh": #"""
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "fpath=($0/zsh/site-functions \$fpath); autoload -U compinit; compinit -u -D"
    zpty -w -n shell "quickbrew venue $1"$'\t\n'
    zpty -w shell exit
    while zpty -r shell; do :; done
    """#,
    "fish": #"""
    source $argv[1]/fish/vendor_completions.d/quickbrew.fish
    quickbrew venue (complete -C "quickbrew venue $argv[2]" | string split -f 1 \t)
    """#,
  ]

  @Test(
    "a name with spaces, colons and quotes is one word in every shell, as its beginning is quoted",
    arguments: [
      ("bash", #"Caffe\ Tr"#),
      ("zsh", #"Caffe\ Tr"#), ("zsh", #""Caffe Tr"#), ("zsh", "'Caffe Tr"),
      ("fish", #"Caffe\ Tr"#), ("fish", #""Caffe Tr"#), ("fish", "'Caffe Tr"),
    ])
  func names(shell: String, typed: String) async throws {
    let name = #"Caffe Trieste: the "Bar""#
    let answer = #"""
      if [ "$1" = __complete ]; then printf 'words\n%s\t601 Vallejo\n' 'Caffe Trieste: the "Bar"'
      else printf '%s\n' "$@" >"${0%/*}/ran"; fi
      """#
    try await Self.withProgram(answer) { directory in
      guard let program = Self.program(shell) else { return }
      let script = try #require(Self.completions[shell])
      let words = shell == "fish" ? ["-N", "-c", script] : ["-c", script]
      let outcome = try await Executables.run(
        program, words + [directory, typed],
        environment: ["HOME": directory, "PATH": "\(directory):/usr/bin:/bin", "TERM": "dumb"],
        in: directory)
      #expect(try Self.text(directory + "/ran") == "venue\n\(name)\n", "\(outcome)")
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
