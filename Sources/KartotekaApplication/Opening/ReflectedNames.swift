import KartotekaModel
import KartotekaTransfer

/// The words of tables and columns: `CustomerId` becomes "Customer", `order_items` "order items".
enum ReflectedNames {
  /// Whether a name can be a component of an address: not empty, and none of the dots that lead elsewhere (RFC 3986, 5.2.4).
  static func isPathComponent(_ name: String) -> Bool { !["", ".", ".."].contains(name) }

  /// The label of a column.
  static func label(_ column: String) -> String {
    let words = Naming.words(column.replacing(".", with: " ")).trimmingSpaces()
    return words.isEmpty ? column : words
  }

  /// The label of a reference: that of its column without the part that says so.
  static func reference(_ column: String) -> String {
    let label = label(column)
    for suffix in [" id", " key", " fk", " code", " no"] where label.lowercased().hasSuffix(suffix) {
      return String(label.dropLast(suffix.count))
    }
    if label.count > 3, label.hasSuffix("id"), !label.contains(" ") { return String(label.dropLast(2)) }
    return label
  }

  /// The nouns for the records of a table.
  static func nouns(_ table: String) -> Nouns {
    let words = label(table)
    let small = words.prefix(1).lowercased() + words.dropFirst()
    var parts = small.split(separator: " ").map(String.init)
    guard let last = parts.popLast() else { return Nouns(table, table) }
    let one = NameGuess.singular(last)
    let many = one == last && last.allSatisfy { $0.isASCII && $0.isLetter } ? Naming.plural(last) : last
    return Nouns((parts + [one]).joined(separator: " "), (parts + [many]).joined(separator: " "))
  }
}
