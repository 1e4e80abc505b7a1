/// Whether the reader can type commands: an assistant that calls a tool cannot.
enum Shell {
  @TaskLocal static var isThere = true

  /// A hint at a command or a flag, where there is a shell to type it.
  static func hint(_ text: String) -> String { isThere ? text : "" }
}
