import ArgumentParser
import Kartoteka

/// ArgumentParser's own words in the person's language. It has none but English ones, so they are known again by
/// their form; what is not known stays English.
enum UsageText {
  /// What to print about an error of usage, or as help.
  static func localized(_ error: any Error) -> String {
    let text = RootCommand.fullMessage(for: error)
    // A script for a shell, or the description for other programs, is no text for people.
    let isForPeople = ["OVERVIEW:", "USAGE:", "Error:"].contains { text.hasPrefix($0) }
    guard say.language != .english, isForPeople else { return text }
    let message = RootCommand.message(for: error)
    let said = message.isEmpty ? text : text.replacing(message, with: sentence(message), maxReplacements: 1)
    return labels.reduce(said, replace)
  }

  /// Sentences about wrong usage, the longer of two that begin alike first.
  static let sentences = [
    "Unknown option '{option}'. Did you mean '{suggestion}'?", "Unknown option '{option}'",
    "Missing value for '{option}'",
    "The option '{option}' does not take any value, but '{value}' was specified.",
    "Unexpected argument '{argument}'", "{number} unexpected arguments: '{arguments}'",
    "Missing expected argument '{argument}'",
    "The value '{value}' is invalid for '{argument}'. Please provide one of {values}.",
    "The value '{value}' is invalid for '{argument}': {reason}",
    "The value '{value}' is invalid for '{argument}'",
  ]

  /// Words around errors and in help.
  static let labels = [
    "OVERVIEW:", "USAGE:", "ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:", "Usage:", "Error:", "Help:",
    "<subcommand>", "Show help information.", "(default)", "default: ", "values: ", "See '",
    "' for more information.", "' for detailed help.",
  ]

  private static func replace(_ text: String, _ label: String) -> String {
    let said = say(label)
    // In a column, what follows stays where it is.
    let padding = String(repeating: " ", count: max(said.count - label.count, 0))
    return text.replacing(label + padding + "  ", with: said + "  ").replacing(label, with: said)
  }

  private static func sentence(_ message: String) -> String {
    for template in sentences {
      guard var arguments = arguments(of: message, by: template) else { continue }
      // A list of values has English words before its last one.
      if case .text(let values) = arguments["values"] {
        arguments["values"] = .text(
          values.replacing("' or '", with: "', '").replacing("' and '", with: "', '"))
      }
      return say(template, arguments)
    }
    return message
  }

  /// What stands in the places of a template; nil when the message has another form.
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
