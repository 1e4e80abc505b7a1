/// The completion of bash: a function that looks which command is typed, and offers what may
/// follow. Source: bash(1), Programmable Completion.
enum BashCompletion {
  static func text(_ commands: [CompletedCommand]) -> String {
    let paired = commands.filter { $0.name.contains(" ") }.map { "\"\($0.name)\"" }
    return """
      # bash completion for quickbrew, written by `quickbrew help --pages`.
      # shellcheck shell=bash
      _quickbrew() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
        local name="" word index flags="" words="" files=""
        # In --flag=value the equals sign is a word of its own.
        if [[ $cur == = ]]; then
          cur=""
        elif [[ $prev == = ]]; then
          prev=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        for ((index = 1; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          case $name/$word in
            /--home | /--timeout) ((index++)) ;;
            /-*) ;;
            /*) name=$word ;;
            *)
              case "$name $word" in
                \(paired.joined(separator: " | ")))
                  name="$name $word" ;;
              esac
              break ;;
          esac
        done
        case $name in
      \(commands.map(branch).joined(separator: "\n"))
        esac
        if [[ $cur == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$cur")
          return
        fi
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        if [[ -n $files ]]; then
          compopt -o filenames 2>/dev/null
          mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
        fi
      }
      complete -F _quickbrew quickbrew

      """
  }

  private static func branch(_ command: CompletedCommand) -> String {
    let written = command.flags.flatMap { flag in
      ["--\(flag.name)"] + (flag.short.map { ["-\($0)"] } ?? [])
    }
    var text = "    \"\(command.name)\")\n      flags=\"\(written.joined(separator: " "))\"\n"
    if !command.words.isEmpty {
      text += "      words=\"\(command.words.map(\.word).joined(separator: " "))\"\n"
    }
    if command.takesFiles { text += "      files=yes\n" }
    let values = command.flags.compactMap { flag in value(of: flag) }.joined()
    return text + (values.isEmpty ? "" : "      case $prev in\n\(values)      esac\n") + "      ;;"
  }

  /// What is offered after a flag. Nothing, where only the user knows the value.
  private static func value(of flag: Flag) -> String? {
    guard let value = CompletedValue(flag) else { return nil }
    let offer: String
    switch value {
    case .words(let words): offer = "words=\"\(words.joined(separator: " "))\" files=\"\""
    case .file: offer = "words=\"\" files=yes"
    case .directory:
      offer =
        "compopt -o filenames 2>/dev/null\n"
        + "          mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")\n          return"
    case .anything where flag.impliedValue != nil: return nil
    case .anything: offer = "return"
    }
    return "        --\(flag.name)) \(offer) ;;\n"
  }
}
