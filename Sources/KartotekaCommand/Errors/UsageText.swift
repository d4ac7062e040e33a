import ArgumentParser
import Kartoteka

/// Translates ArgumentParser's messages, which exist only in English. It recognizes them by their form; unknown messages
/// remain English.
enum UsageText {
  /// The translated text of a usage error or of help.
  static func localized(_ error: any Error) -> String { Program.current.naming(translated(error)) }

  private static func translated(_ error: any Error) -> String {
    let text = RootCommand.fullMessage(for: error)
    // Completion scripts and the tool's JSON description are for programs.
    let isForPeople = ["OVERVIEW:", "USAGE:", "Error:"].contains { text.hasPrefix($0) }
    guard say.language != .english, isForPeople else { return text }
    let message = RootCommand.message(for: error)
    let said = message.isEmpty ? text : text.replacing(message, with: sentence(message), maxReplacements: 1)
    return labels.reduce(said, replace)
  }

  /// The templates of usage errors. The longer of two with the same beginning comes first.
  static let sentences = [
    "Unknown option '{option}'. Did you mean '{suggestion}'?", "Unknown option '{option}'",
    "Missing value for '{option}'",
    "The option '{option}' does not take any value, but '{value}' was specified.",
    "Unexpected argument '{argument}'", "{number} unexpected arguments: '{arguments}'",
    "Missing expected argument '{argument}'",
    "The value '{value}' is invalid for '{argument}'. Please provide one of the following:\n{values}",
    "The value '{value}' is invalid for '{argument}'. Please provide one of {values}.",
    "The value '{value}' is invalid for '{argument}': {reason}",
    "The value '{value}' is invalid for '{argument}'",
  ]

  /// The fixed texts in errors and help.
  static let labels = [
    "OVERVIEW:", "USAGE:", "ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:", "Usage:", "Error:", "Help:",
    "<subcommand>", "Show help information.", "(default)", "default: ", "values: ", "See '",
    "' for more information.", "' for detailed help.",
  ]

  private static func replace(_ text: String, _ label: String) -> String {
    let said = say(label)
    // Keeps the next column aligned.
    let padding = String(repeating: " ", count: max(said.count - label.count, 0))
    return text.replacing(label + padding + "  ", with: said + "  ").replacing(label, with: said)
  }

  private static func sentence(_ message: String) -> String {
    for template in sentences {
      guard var arguments = arguments(of: message, by: template) else { continue }
      // A list of values has English conjunctions.
      if case .text(let values) = arguments["values"] {
        arguments["values"] = .text(
          values.replacing("' or '", with: "', '").replacing("' and '", with: "', '"))
      }
      return say(template, arguments)
    }
    return message
  }

  /// The texts at the placeholders of a template; nil if the message does not match.
  static func arguments(of message: String, by template: String) -> [String: Phrase.Argument]? {
    var arguments: [String: Phrase.Argument] = [:]
    var rest = message[...]
    let parts = template.split(separator: "{", omittingEmptySubsequences: false)
    guard let first = parts.first, rest.hasPrefix(first) else { return nil }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst() {
      let pieces = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      guard pieces.count == 2 else { return nil }
      let (name, text) = (String(pieces[0]), pieces[1])
      guard !text.isEmpty else { return arguments.merging([name: .text(String(rest))]) { $1 } }
      guard let found = rest.range(of: text) else { return nil }
      arguments[name] = .text(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return rest.isEmpty ? arguments : nil
  }
}
