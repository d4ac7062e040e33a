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

/// The encoding of forms and queries (URL Standard, `application/x-www-form-urlencoded`).
package enum PercentEncoding {
  /// Decodes a text; a plus sign is a space.
  /// - Returns: the bytes, and whether the encoding is valid. A percent sign without two digits is decoded to itself.
  package static func decoded(_ text: some Collection<UInt8>) -> (bytes: [UInt8], isValid: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var isValid = true
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        if let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit) {
          bytes.append(high << 4 | low)
          rest = rest.dropFirst(2)
        } else {
          isValid = false
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
    return (bytes, isValid)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
