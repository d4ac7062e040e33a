/// The tokens of an SQL text, so that two texts are compared by what they mean and not by how they are written.
///
/// White space and comments are left out, words and quoted identifiers are in small letters, and an identifier is the
/// same with and without quotes.
struct SQLTokens {
  /// One token with the place where it stands.
  struct Token {
    /// The token in its comparable form.
    let text: String
    /// Whether it is a quoted identifier, which is never a keyword.
    let isQuoted: Bool
    let range: Range<String.Index>
  }

  let tokens: [Token]

  /// The tokens in their comparable form.
  var texts: [String] { tokens.map(\.text) }

  init(_ sql: String) {
    var tokens: [Token] = []
    var place = sql.startIndex
    while place < sql.endIndex {
      let start = place
      let character = sql[place]
      if character.isWhitespace {
        place = sql.index(after: place)
      } else if sql[place...].hasPrefix("--") {
        place = sql[place...].firstIndex(where: \.isNewline) ?? sql.endIndex
      } else if sql[place...].hasPrefix("/*") {
        place = sql[place...].firstRange(of: "*/")?.upperBound ?? sql.endIndex
      } else if let mark = Self.quotes[character] {
        let content = Self.skipQuoted(sql, &place, mark)
        let isText = character == "'"
        let text = isText ? String(sql[start..<place]) : content.lowercased()
        tokens.append(Token(text: text, isQuoted: !isText, range: start..<place))
      } else if Self.isWord(character) {
        place = sql[place...].firstIndex { !Self.isWord($0) && $0 != "." } ?? sql.endIndex
        // A point belongs to a number and not to a name.
        if !character.isNumber, let point = sql[start..<place].firstIndex(of: ".") { place = point }
        tokens.append(Token(text: sql[start..<place].lowercased(), isQuoted: false, range: start..<place))
      } else {
        place = sql.index(after: place)
        if place < sql.endIndex, Self.pairs.contains(String(sql[start...place])) { place = sql.index(after: place) }
        tokens.append(Token(text: String(sql[start..<place]), isQuoted: false, range: start..<place))
      }
    }
    self.tokens = tokens
  }

  private static let quotes: [Character: Character] = ["'": "'", "\"": "\"", "`": "`", "[": "]"]
  private static let pairs: Set = ["<=", ">=", "<>", "!=", "==", "||", "<<", ">>"]

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  // A closing mark that is doubled stands for itself.
  private static func skipQuoted(_ sql: String, _ place: inout String.Index, _ mark: Character) -> String {
    var content = ""
    place = sql.index(after: place)
    while place < sql.endIndex {
      let character = sql[place]
      place = sql.index(after: place)
      if character == mark {
        guard place < sql.endIndex, sql[place] == mark, mark != "]" else { break }
        place = sql.index(after: place)
      }
      content.append(character)
    }
    return content
  }
}

/// The parts of a `CREATE TABLE` statement: its columns and its table constraints, each with its text and its tokens.
struct TableStatement {
  /// A column's definition or a table constraint.
  struct Part {
    /// As it is written.
    let sql: String
    let tokens: [SQLTokens.Token]

    /// Whether it has a UNIQUE clause.
    var hasUniqueClause: Bool {
      var depth = 0
      for token in tokens where !token.isQuoted {
        if depth == 0, token.text == "unique" { return true }
        if token.text == "(" { depth += 1 }
        if token.text == ")" { depth -= 1 }
      }
      return false
    }

    /// Its CHECK clauses, in comparable form.
    var checks: Set<[String]> {
      var checks: Set<[String]> = []
      var depth = 0
      for (index, token) in tokens.enumerated() {
        if depth == 0, token.text == "check", !token.isQuoted {
          checks.insert(TableStatement.inParentheses(tokens, after: index))
        }
        if token.text == "(" { depth += 1 }
        if token.text == ")" { depth -= 1 }
      }
      return checks
    }
  }

  /// The columns' definitions, by name in small letters.
  private(set) var columns: [String: Part] = [:]
  /// The table constraints.
  private(set) var constraints: [Part] = []

  private static let constraintWords: Set = ["constraint", "primary", "unique", "check", "foreign"]

  init(_ sql: String) {
    let tokens = SQLTokens(sql).tokens
    guard let opening = tokens.firstIndex(where: { $0.text == "(" && !$0.isQuoted }) else { return }
    var depth = 0
    var part: [SQLTokens.Token] = []
    for token in tokens[opening...] {
      if token.text == "(", !token.isQuoted {
        depth += 1
        if depth == 1 { continue }
      }
      if token.text == ")", !token.isQuoted { depth -= 1 }
      if depth == 0 || depth == 1 && token.text == "," && !token.isQuoted {
        add(part, sql)
        part = []
        if depth == 0 { return }
      } else {
        part.append(token)
      }
    }
  }

  private mutating func add(_ tokens: [SQLTokens.Token], _ sql: String) {
    guard let first = tokens.first, let last = tokens.last else { return }
    let part = Part(sql: String(sql[first.range.lowerBound..<last.range.upperBound]), tokens: tokens)
    if !first.isQuoted, Self.constraintWords.contains(first.text) {
      constraints.append(part)
    } else {
      columns[first.text] = part
    }
  }

  /// The tokens within the parentheses that follow a token.
  private static func inParentheses(_ tokens: [SQLTokens.Token], after index: Int) -> [String] {
    var depth = 0
    var texts: [String] = []
    for token in tokens[(index + 1)...] {
      if token.text == ")", !token.isQuoted { depth -= 1 }
      if depth == 0, !texts.isEmpty { break }
      if depth > 0 { texts.append(token.text) }
      if token.text == "(", !token.isQuoted { depth += 1 }
    }
    return texts
  }
}
