import Foundation

/// Parses pools that are written as text.
enum MockPool {
  /// The trimmed elements between separators.
  static func list(_ text: String, separator: Character = ",") -> [String] {
    text.split(separator: separator).map { part in
      part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    .filter { !$0.isEmpty }
  }

  /// All combinations of beginnings and endings, without three equal letters in a row.
  static func joined(_ parts: (String, String)?) -> [String] {
    guard let parts else { return [] }
    let ends = list(parts.1)
    return list(parts.0).flatMap { start in
      ends.compactMap { end in start.lowercased() == end || start.last == end.first ? nil : start + end }
    }
  }
}
