/// The completion of zsh: one call of `_arguments` for each command. Source: zshcompsys(1).
enum ZshCompletion {
  static func text(_ commands: [CompletedCommand]) -> String {
    let paired = commands.filter { $0.name.contains(" ") }
      .map { $0.name.replacing(" ", with: "\\ ") }
    return """
      #compdef quickbrew
      # zsh completion for quickbrew, written by `quickbrew help --pages`.
      _quickbrew() {
        local name="" word
        local -i index used=1
        for ((index = 2; index < CURRENT; index++)); do
          word=$words[index]
          case $name/$word in
            (/--home|/--timeout) ((index++)) ;;
            (/-*) ;;
            (/*) name=$word; used=$index ;;
            (*)
              case "$name $word" in
                (\(paired.joined(separator: "|"))) name="$name $word"; used=$index ;;
              esac
              break ;;
          esac
        done
        # _arguments reads the words after the command.
        ((used > 1)) && { shift $((used - 1)) words; ((CURRENT -= used - 1)) }
        case $name in
      \(commands.map(branch).joined(separator: "\n"))
        esac
      }
      _quickbrew "$@"

      """
  }

  private static func branch(_ command: CompletedCommand) -> String {
    var specifications = command.flags.flatMap(specifications)
    if !command.words.isEmpty {
      let offers = command.words.map { word in
        // The list is parsed as shell words once more.
        let summary = word.summary.map { $0.isLetter ? "\($0)" : "\\\($0)" }.joined()
        return summary.isEmpty ? word.word : "\(word.word)\\:\(quoted(summary))"
      }
      specifications.append("'1: :((\(offers.joined(separator: " "))))'")
    }
    specifications.append(command.takesFiles ? "'*:file:_files'" : "'*: :'")
    return "    ('\(command.name)')\n      _arguments -S \\\n        "
      + specifications.joined(separator: " \\\n        ") + " ;;"
  }

  /// One for each way to write the flag.
  private static func specifications(_ flag: Flag) -> [String] {
    let help = quoted(escaped(flag.help, "[]:"))
    let stars = flag.isRepeatable ? "*" : ""
    var tail = ""
    var mark = ""
    if let value = CompletedValue(flag) {
      // A value may follow as a word of its own or after an equals sign.
      mark = "="
      let optional = flag.impliedValue == nil ? ":" : "::"
      tail = optional + quoted(escaped(flag.value ?? "", "[]:")) + ":" + action(value)
    }
    let long = "'\(stars)--\(flag.name)\(mark)[\(help)]\(tail)'"
    return [long] + (flag.short.map { ["'-\($0)[\(help)]\(tail)'"] } ?? [])
  }

  private static func action(_ value: CompletedValue) -> String {
    switch value {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .directory: "_files -/"
    case .anything: " "
    }
  }

  private static func escaped(_ text: String, _ characters: String) -> String {
    String(text.flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
  }

  /// Within single quotes a single quote ends them, stands escaped, and begins them again.
  private static func quoted(_ text: String) -> String { text.replacing("'", with: "'\\''") }
}
