/// Tells commands of SQL from a table whose headings are such words: `Update notes,Set count`. The first statement has the
/// grammar of a command.
struct CommandText {
  /// Whether the text begins with a command.
  private(set) var isSQL = false

  /// The words and signs of the first statement in capitals; quoted names and texts are one word each.
  private var tokens: ArraySlice<String> = []
  /// The number of words that are looked at.
  private static let most = 60

  /// - Parameter text: the beginning of a file.
  init(_ text: String) {
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        // MySQL's own commands are comments for others.
        isSQL = rest.hasPrefix("/*!")
        guard !isSQL, let end = rest.range(of: "*/") else { return }
        rest = rest[end.upperBound...]
      } else {
        break
      }
    }
    tokens = Self.tokens(of: rest)[...]
    isSQL = isCommand()
  }

  private static func tokens(of text: Substring) -> [String] {
    var tokens: [String] = []
    var rest = text
    while tokens.count < most, tokens.last != ";" {
      rest = rest.drop { $0.isWhitespace }
      guard let first = rest.first else { break }
      let closing: Character? = first == "[" ? "]" : "'\"`".contains(first) ? first : nil
      if let closing, let end = rest.dropFirst().firstIndex(of: closing) {
        tokens.append(first == "'" ? "'" : "NAME")
        rest = rest[rest.index(after: end)...]
      } else if isWord(first) {
        let word = rest.prefix(while: isWord)
        tokens.append(word.prefix(100).uppercased())
        rest = rest[word.endIndex...]
      } else {
        tokens.append(String(first))
        rest = rest.dropFirst()
      }
    }
    return tokens
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "@" || character == "$"
  }

  private mutating func take(_ words: String...) -> Bool {
    guard let first = tokens.first, words.contains(first) else { return false }
    tokens.removeFirst()
    return true
  }

  /// A name, with those of its schema: `main.items`.
  private mutating func takeName() -> Bool {
    guard takeWord() else { return false }
    while tokens.first == "." {
      tokens.removeFirst()
      guard takeWord() else { return false }
    }
    return true
  }

  private mutating func takeWord() -> Bool {
    guard let first = tokens.first, first.first.map(Self.isWord) ?? false else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func isCommand() -> Bool {
    guard let first = tokens.popFirst() else { return false }
    let isWhole = tokens.last == ";"
    switch first {
    case "BEGIN":
      _ = take("DEFERRED", "IMMEDIATE", "EXCLUSIVE", "TRAN", "WORK")
      _ = take("TRANSACTION")
      return take(";")
    case "START": return take("TRANSACTION") && isWhole
    case "INSERT", "REPLACE":
      if take("OR") { _ = takeWord() }
      _ = take("IGNORE", "LOW_PRIORITY", "DELAYED")
      return take("INTO") && takeName() && take("(", "VALUES", "VALUE", "SELECT", "DEFAULT", "SET")
    case "CREATE":
      if take("OR") { _ = take("REPLACE") }
      while take("TEMP", "TEMPORARY", "UNIQUE", "GLOBAL", "LOCAL", "UNLOGGED", "VIRTUAL", "MATERIALIZED") {}
      guard take("TABLE", "DATABASE", "SCHEMA", "VIEW", "INDEX", "TYPE", "SEQUENCE", "EXTENSION", "FUNCTION", "TRIGGER")
      else { return false }
      if take("IF") { _ = take("NOT") && take("EXISTS") }
      guard takeName(), let next = tokens.first else { return false }
      return next == "(" || isWhole && next != "," && next != ";" || next == ";" && tokens.count == 1
    case "DROP", "TRUNCATE":
      guard take("TABLE", "DATABASE", "SCHEMA", "VIEW", "INDEX") else { return false }
      if take("IF") { _ = take("EXISTS") }
      return takeName() && take(";", "CASCADE", "RESTRICT")
    case "ALTER":
      guard take("TABLE") else { return false }
      _ = take("ONLY")
      return takeName()
        && take("ADD", "DROP", "RENAME", "ALTER", "MODIFY", "CHANGE", "OWNER", "DISABLE", "ENABLE", "SET")
    case "LOCK": return take("TABLES", "TABLE") && takeName() && isWhole
    case "UPDATE": return takeName() && take("SET") && takeName() && take("=")
    case "DELETE": return take("FROM") && takeName() && take(";", "WHERE")
    case "PRAGMA": return takeName() && take("=", "(", ";") && isWhole
    case "USE": return takeName() && take(";") && tokens.isEmpty
    case "SET":
      return takeName() && isWhole && (tokens.contains("=") || take("TO", "ON", "OFF") || tokens.count == 2)
        && !tokens.contains(",")
    case "SELECT", "WITH":
      // A comma is no end of the columns.
      guard isWhole, let place = tokens.firstIndex(of: "FROM"), place > tokens.startIndex else { return false }
      let before = tokens[place - 1]
      tokens = tokens[(place + 1)...]
      return before != "," && takeName() && tokens.first != ","
    default: return false
    }
  }
}
