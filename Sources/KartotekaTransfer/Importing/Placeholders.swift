import KartotekaModel

/// Texts that people and programs write where there is no value. They are empty where a column has a kind that they don't fit.
enum Placeholders {
  private static let words: Set<String> = [
    "n/a", "na", "n.a.", "n. a.", "#n/a", "#nv", "#null!", "#ref!", "#value!", "#div/0!", "#name?", "#num!", "-", "--",
    "---", "–", "—", "−", "?", "??", "???", ".", "...", "…", "null", "(null)", "nil", "none", "nan", "\\n", "brak",
    "b/d", "bd", "nd.", "n/d", "k.a.", "k. a.", "н/д", "нет данных", "unknown", "tbd", "tba",
  ]

  /// Whether a text stands for no value.
  static func contains(_ text: String) -> Bool {
    text.utf8.count <= 20 && (words.contains(text.trimmingSpaces().lowercased()) || isNoDay(text))
  }

  /// Whether a text stands for no value in a field: in one for days `00000000`, too.
  static func contains(_ text: String, of attribute: AttributeDescription) -> Bool {
    concern(attribute)
      && (contains(text) || text == noDay && (attribute.kind == .date || attribute.kind == .timestamp))
  }

  /// The missing day of programs that write days in eight digits.
  static let noDay = "00000000"

  // `0000-00-00`, `0.0.00`, `00:00:00 0/0/00`: how programs write that there is no day.
  private static func isNoDay(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "0") && text.utf8.allSatisfy { "0-./: ".utf8.contains($0) }
      && ["-", ".", "/"].contains { mark in text.split(separator: mark, omittingEmptySubsequences: false).count == 3 }
  }

  /// Whether values of a kind can't be such a text.
  static func concern(_ attribute: AttributeDescription) -> Bool {
    switch attribute.kind {
    case .text, .stored: false
    default: AttributeKinds.named(attribute.kind) != nil && attribute.code == nil
    }
  }
}
