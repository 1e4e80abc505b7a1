/// A statement with PostgreSQL's `$1`, `$2`, … for each `?` outside of quotes and comments.
struct NumberedParameters: Sendable, Hashable {
  let sql: String
  /// How many there are.
  let count: Int

  init(_ text: String) {
    var sql = ""
    var count = 0
    var quote: Character?
    var isComment = false
    var last: Character = " "
    for character in text {
      switch character {
      case "\n" where isComment: isComment = false
      case _ where isComment: break
      case "-" where quote == nil && last == "-": isComment = true
      case "'", "\"":
        // A doubled quote closes and opens again.
        if quote == nil { quote = character } else if quote == character { quote = nil }
      default: break
      }
      if character == "?", quote == nil, !isComment {
        count += 1
        sql += "$\(count)"
      } else {
        sql.append(character)
      }
      last = character
    }
    self.sql = sql
    self.count = count
  }
}
