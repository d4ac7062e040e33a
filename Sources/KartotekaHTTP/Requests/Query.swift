import Hummingbird
import KartotekaModel

/// The decoded items of a query string (URL Standard, `application/x-www-form-urlencoded`).
package struct Query: Sendable {
  /// One item, such as `filter[name]=x`.
  package struct Item: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The maximum number of items: each filter adds a level to SQLite's expression, whose limit is 1,000.
  package static let limit = 100

  /// The items in their order, without empty ones.
  package let items: [Item]

  /// The query of a request.
  /// - Throws: ``Problem`` if it is not percent-encoded UTF-8 or has too many items.
  package init(_ request: Request) throws(Problem) {
    try self.init(request.uri.query ?? "")
  }

  /// Parses the text after the question mark.
  package init(_ text: String) throws(Problem) {
    var items: [Item] = []
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let name = Self.decoded(part[..<equals])
      let value = Self.decoded(part[equals...].dropFirst())
      guard let name, let value else {
        throw Problem(
          .badRequest,
          Phrase("{item} is not percent-encoded UTF-8.", ["item": .text((String(part) ?? "").shortened)]))
      }
      items.append(Item(name: name, value: value))
    }
    guard items.count <= Self.limit else {
      throw Problem(
        .badRequest, Phrase("At most {count} parameters can be given.", ["count": .count(Self.limit)]))
    }
    self.items = items
  }

  /// Checks that each item is known and occurs once.
  /// - Throws: ``Problem`` with the first item that is not.
  package func allow(_ known: [String]) throws(Problem) {
    for (index, item) in items.enumerated() {
      guard known.contains(item.name) else { throw Self.unknown(item.name, known) }
      if items[..<index].contains(where: { $0.name == item.name }) { throw Self.repeated(item.name) }
    }
  }

  /// The value of an item; nil if it is missing.
  package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  package static func unknown(_ name: String, _ known: [String]) -> Problem {
    .parameter(
      name,
      known.isEmpty
        ? "This address takes no parameters."
        : Phrase("Unknown parameter. Known: {known}.", ["known": .text(known.joined(separator: ", "))]))
  }

  package static func repeated(_ name: String) -> Problem { .parameter(name, "It is given more than once.") }

  private static func decoded(_ text: Substring.UTF8View) -> String? {
    if !text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
      return String(Substring(text))
    }
    let decoded = PercentEncoding.decoded(text)
    return decoded.isValid ? String(validating: decoded.bytes, as: UTF8.self) : nil
  }
}
