/// What lines of cards and calendars have in common (RFC 6350, 3.4; RFC 5545, 3.3.11).
enum ContentLine {
  /// A value without its escapes: `\n` is a line break, and any other escaped character is itself.
  static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var (result, isEscaped) = ("", false)
    for character in text {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
