/// Why bytes are not JSON, and where.
///
/// ``key`` is the English sentence with placeholders, to be looked up in a catalogue of translations;
/// ``arguments`` fills them. ``description`` is the sentence in English, filled.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The fault. The raw value is the sentence for people.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case expectedValue = "Expected a value in line {line}, column {column}, but found {found}"
    case expectedKey =
      "Expected a name in double quotes in line {line}, column {column}, but found {found}"
    case expectedColon = "Expected a colon in line {line}, column {column}, but found {found}"
    case expectedCommaOrBrace =
      "Expected a comma or a closing brace in line {line}, column {column}, but found {found}"
    case expectedCommaOrBracket =
      "Expected a comma or a closing bracket in line {line}, column {column}, but found {found}"
    case expectedEnd = "Expected nothing more in line {line}, column {column}, but found {found}"
    case missingValue = "Expected a value in line {line}, column {column}, but the text ends there"
    case missingKey =
      "Expected a name in double quotes in line {line}, column {column}, but the text ends there"
    case missingColon = "Expected a colon in line {line}, column {column}, but the text ends there"
    case unclosedObject =
      "Expected a comma or a closing brace in line {line}, column {column}, but the text ends there"
    case unclosedArray =
      "Expected a comma or a closing bracket in line {line}, column {column}, but the text ends there"
    case unclosedString = "The quote opened in line {line}, column {column} is never closed"
    case trailingComma = "There is one comma too many in line {line}, column {column}"
    case invalidNumber = "Line {line}, column {column} holds no number as JSON writes them: {found}"
    case invalidEscape = "JSON knows no escape {found}, in line {line}, column {column}"
    case loneSurrogate = "{found} in line {line}, column {column} is only half a character"
    case controlCharacter = "The control character {found} must be escaped in line {line}, column {column}"
    case malformedText = "The text in line {line}, column {column} is not UTF-8"
    case duplicateKey = "The name {found} comes a second time in line {line}, column {column}"
    case tooDeep = "More than {found} levels within each other in line {line}, column {column}"
  }

  /// The fault.
  public let reason: Reason
  /// The line at fault, the first being 1.
  public let line: Int
  /// The character at fault within its line, the first being 1.
  public let column: Int
  /// The text at that place: a character, a name, the digits of a number. Empty where the text ends.
  public let found: String

  /// An error at a place.
  public init(_ reason: Reason, line: Int, column: Int, found: String = "") {
    self.reason = reason
    self.line = line
    self.column = column
    self.found = found
  }

  /// The English sentence with placeholders in braces.
  public var key: String { reason.rawValue }

  /// The values of the placeholders.
  public var arguments: [String: String] {
    ["line": String(line), "column": String(column), "found": found]
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The sentence in English.
  public var description: String {
    Localizer.english(Phrase(key, arguments.mapValues { .text($0) }))
  }
}
