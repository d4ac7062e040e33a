import Hummingbird
import KartotekaModel

/// The items of an address's query, decoded (URL Standard, `application/x-www-form-urlencoded`).
package struct Query: Sendable {
  /// One item: `filter[name]=x`.
  package struct Item: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The most items that a query may have: each filter makes SQLite's expression one level deeper, of 1,000.
  package static let limit = 100

  /// The items in the order in which they were written; empty ones left out.
  package let items: [Item]

  /// The query of a request.
  /// - Throws: ``Problem`` when it isn't encoded as it has to be.
  package init(_ request: Request) throws(Problem) {
    try self.init(request.uri.query ?? "")
  }

  /// Reads what stands behind the question mark.
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

  /// Makes sure that there are only those items, and each once.
  /// - Throws: ``Problem`` that names the first other one.
  package func allow(_ known: [String]) throws(Problem) {
    for (index, item) in items.enumerated() {
      guard known.contains(item.name) else { throw Self.unknown(item.name, known) }
      if items[..<index].contains(where: { $0.name == item.name }) { throw Self.repeated(item.name) }
    }
  }

  /// The value of an item; nil when there is none of that name.
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
