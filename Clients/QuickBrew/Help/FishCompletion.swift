/// The completion of fish: a line for each flag and word, on the condition that its command is
/// typed. Source: fish, complete(1).
enum FishCompletion {
  static func text(_ commands: [CompletedCommand]) -> String {
    let paired = commands.filter { $0.name.contains(" ") }.map { quoted($0.name) }
    return """
      # fish completion for quickbrew, written by `quickbrew help --pages`.
      # The command before the cursor, such as `geofence add`; empty for none.
      function __quickbrew_command
        set -l words (commandline -opc)
        set -l name ''
        set -l skips 0
        for word in $words[2..-1]
          if test $skips -gt 0
            set skips 0
          else if test -z "$name"
            switch $word
              case --home --timeout
                set skips 1
              case '-*'
              case '*'
                set name $word
            end
          else
            if contains -- "$name $word" \(paired.joined(separator: " "))
              set name "$name $word"
            end
            break
          end
        end
        echo $name
      end
      function __quickbrew_is
        test (__quickbrew_command) = "$argv[1]"
      end
      complete -c quickbrew -f
      \(commands.flatMap(lines).joined(separator: "\n"))

      """
  }

  private static func lines(_ command: CompletedCommand) -> [String] {
    let begin = "complete -c quickbrew -n \(quoted("__quickbrew_is '\(command.name)'"))"
    let words = command.words.map { "\(begin) -a \(quoted($0.word)) -d \(quoted($0.summary))" }
    let files = command.takesFiles ? ["\(begin) -F"] : []
    return words + files
      + command.flags.map { flag in
        let short = flag.short.map { " -s \($0)" } ?? ""
        return "\(begin) -l \(flag.name)\(short)\(value(of: flag)) -d \(quoted(flag.help))"
      }
  }

  private static func value(of flag: Flag) -> String {
    // An optional value is not required: no -x then.
    let required = flag.impliedValue == nil ? " -x" : ""
    switch CompletedValue(flag) {
    case nil: return ""
    case .words(let words): return "\(required) -a \(quoted(words.joined(separator: " ")))"
    case .file: return " -r -F"
    case .directory: return " -x -a '(__fish_complete_directories)'"
    case .anything: return required
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
