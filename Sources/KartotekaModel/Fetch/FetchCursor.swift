import Foundation

/// A position in a sorted list: the sort values and the id of a record.
///
/// It stays valid while records are added and deleted, and finding it costs the same at any depth.
public struct FetchCursor: Hashable, Sendable {
  /// The sort order of the list.
  public let sort: [FetchSort]
  /// The collation of text; ``Collation/root`` if no text is sorted.
  package let collation: Collation
  /// The mark of the order of values as people read them in one language; nil for that of the stored values.
  package let displayOrder: String?
  /// The sort values as the store compares them, then the id.
  public let values: [Value]

  /// A position.
  public init(sort: [FetchSort], collation: Collation = .root, values: [Value]) {
    self.init(sort: sort, collation: collation, displayOrder: nil, values: values)
  }

  /// A position in an order of values as people read them.
  package init(sort: [FetchSort], collation: Collation, displayOrder: String?, values: [Value]) {
    self.sort = sort
    self.collation = collation
    self.displayOrder = displayOrder
    self.values = values
  }

  /// Parses ``text``; nil for anything else.
  public init?(text: some StringProtocol) {
    var base64 = String(text).replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard text.utf8.count < 8_192, let data = Data(base64Encoded: base64),
      case .array(let parts)? = try? JSONParser.parse([UInt8](data)), parts.count >= 2,
      case .array(let names) = parts[0], case .array(let items) = parts[1], items.count == names.count + 1,
      let (collation, displayOrder) = Self.order(parts.dropFirst(2))
    else { return nil }
    var sort: [FetchSort] = []
    for name in names {
      guard case .string(let name) = name, name.count > 1, name.hasPrefix("+") || name.hasPrefix("-")
      else { return nil }
      sort.append(FetchSort(String(name.dropFirst()), ascending: name.hasPrefix("+")))
    }
    var values: [Value] = []
    for item in items {
      guard let value = Self.value(item) else { return nil }
      values.append(value)
    }
    // The id distinguishes records with equal sort values.
    guard case .integer = values.last else { return nil }
    self.init(sort: sort, collation: collation, displayOrder: displayOrder, values: values)
  }

  // The third part is omitted for the default collation, and the fourth where values are in the order of what is stored.
  private static func order(_ parts: ArraySlice<JSONValue>) -> (Collation, String?)? {
    let names = parts.compactMap { if case .string(let name) = $0 { name } else { nil } }
    guard names.count == parts.count, names.count <= 2 else { return nil }
    guard let name = names.first else { return (.root, nil) }
    return Collation(rawValue: name).map { ($0, names.dropFirst().first) }
  }

  /// The cursor as text for an address: JSON in Base64 with the URL alphabet (RFC 4648, section 5).
  public var text: String {
    var json = JSONWriter(capacity: 128)
    json.beginArray()
    json.beginArray()
    for part in sort { json.string((part.ascending ? "+" : "-") + part.name) }
    json.endArray()
    json.beginArray()
    for value in values { Self.write(value, to: &json) }
    json.endArray()
    if collation != .root || displayOrder != nil { json.string(collation.rawValue) }
    if let displayOrder { json.string(displayOrder) }
    json.endArray()
    let base64 = Data(json.bytes).base64EncodedString()
    return String(decoding: base64.utf8.compactMap(Self.safe), as: UTF8.self)
  }

  private static func safe(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    case UInt8(ascii: "="): nil
    default: byte
    }
  }

  // A list with one text denotes a real number, so that 1.0 is not read as 1.
  private static func write(_ value: Value, to json: inout JSONWriter) {
    switch value {
    case .null, .blob: json.null()
    case .integer(let integer): json.int(integer)
    case .text(let text): json.string(text)
    case .real(let real):
      json.beginArray()
      json.string(String(real))
      json.endArray()
    }
  }

  private static func value(_ json: JSONValue) -> Value? {
    switch json {
    case .null: .null
    case .number(let digits): Int64(digits).map(Value.integer)
    case .string(let text): .text(text)
    case .array(let list):
      if case .string(let digits)? = list.first { Double(digits).map(Value.real) } else { nil }
    default: nil
    }
  }
}
