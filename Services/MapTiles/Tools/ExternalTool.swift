import Foundation

/// A program of the distribution that a build runs.
struct ExternalTool {
  /// The name of the executable.
  let name: String
  /// The Debian package that has it.
  let package: String

  static let tilemaker = ExternalTool(name: "tilemaker", package: "tilemaker")
  static let osmium = ExternalTool(name: "osmium", package: "osmium-tool")
  static let renderSVG = ExternalTool(name: "rsvg-convert", package: "librsvg2-bin")

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - feed: writes the program's standard input; `nil` for none.
  ///   - onOutput: called with each line that the program prints; a carriage return ends one, too.
  /// - Throws: `ToolError`; what `feed` throws.
  func run(
    _ arguments: [String], feed: ((FileHandle) throws -> Void)? = nil,
    onOutput: @escaping (Substring) -> Void = { _ in }
  ) throws {
    guard let path = Self.path(of: name) else { throw ToolError.missing(self) }
    // Foundation's, which may end a process of some 1,350 descriptors; a build has a dozen.
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = feed == nil ? FileHandle.nullDevice : input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    if let feed {
      let result = Result { try feed(input.fileHandleForWriting) }
      try? input.fileHandleForWriting.close()
      if case .failure(let error) = result, process.isRunning {
        process.terminate()
        process.waitUntilExit()
        throw error
      }
    }
    let last = Self.forward(output.fileHandleForReading, to: onOutput)
    process.waitUntilExit()
    guard process.terminationReason == .exit else {
      throw ToolError.crashed(name: name, signal: process.terminationStatus)
    }
    guard process.terminationStatus == 0 else {
      throw ToolError.failed(self, status: process.terminationStatus, words: last)
    }
  }

  /// - Returns: the last lines, for an error message.
  private static func forward(
    _ handle: FileHandle, to onOutput: (Substring) -> Void
  ) -> [String] {
    var (rest, last) = ("", [String]())
    while case let data = handle.availableData, !data.isEmpty {
      rest += String(decoding: data, as: UTF8.self)
      while let end = rest.firstIndex(where: { $0.isNewline }) {
        let line = rest[..<end]
        onOutput(line)
        if !line.allSatisfy(\.isWhitespace) { last = last.suffix(3) + [String(line)] }
        rest = String(rest[rest.index(after: end)...])
      }
    }
    return rest.isEmpty ? last : last + [rest]
  }

  private static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}

/// Why a program did not do its part of a build.
package enum ToolError: Error, CustomStringConvertible {
  case missing(name: String, package: String)
  case failed(name: String, status: Int32, words: [String])
  /// The program itself is at fault: a signal ended it.
  case crashed(name: String, signal: Int32)

  static func missing(_ tool: ExternalTool) -> ToolError {
    .missing(name: tool.name, package: tool.package)
  }

  static func failed(_ tool: ExternalTool, status: Int32, words: [String]) -> ToolError {
    .failed(name: tool.name, status: status, words: words)
  }

  package var description: String {
    switch self {
    case .missing(let name, let package):
      "There is no program “\(name)” to draw the map with; install Debian's package \(package)."
    case .failed(let name, let status, let words):
      "\(name) failed with status \(status): \(words.joined(separator: " / ").prefix(600))"
    case .crashed(let name, let signal):
      "\(name) was ended by signal \(signal); is there too little memory? Try again."
    }
  }
}
