/// A stored value of one column: one of SQLite's five storage classes.
///
/// The ``AttributeKind`` defines its meaning (a date, a phone number, money).
public enum Value: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number; also a boolean (0 and 1), a decimal (in its smallest unit) or the id of a related record.
  case integer(Int64)
  /// A binary floating-point number, finite.
  case real(Double)
  /// Text; also a date, time, choice or address.
  case text(String)
  /// Bytes.
  case blob(Blob)

  /// Bytes in memory.
  public static func blob(_ bytes: [UInt8]) -> Value { .blob(Blob(bytes)) }

  /// Whether both are stored as the same bytes. Texts that look equal may differ in their Unicode normalization form;
  /// SQLite and this operator distinguish them.
  public static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.integer(let one), .integer(let other)): one == other
    case (.real(let one), .real(let other)): one == other
    case (.text(let one), .text(let other)): one.hasSameBytes(as: other)
    case (.blob(let one), .blob(let other)): one == other
    default: false
    }
  }

  /// Hashes the bytes, as ``==(_:_:)`` compares them.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let integer):
      hasher.combine(1)
      hasher.combine(integer)
    case .real(let real):
      hasher.combine(2)
      hasher.combine(real)
    case .text(let text):
      hasher.combine(3)
      hasher.combine(ExactText(text))
    case .blob(let blob):
      hasher.combine(4)
      hasher.combine(blob)
    }
  }

  /// Whether there is no value.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The storage class; nil for null.
  var storage: StorageClass? {
    switch self {
    case .null: nil
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}

extension String {
  /// Whether both have the same UTF-8 bytes, which `==` does not compare.
  package func hasSameBytes(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.count == $0.count && own.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// A text that is equal to another one if their bytes are.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: ExactText, other: ExactText) -> Bool { one.text.hasSameBytes(as: other.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // The end of the text: another value may follow.
    hasher.combine(UInt8.max)
  }
}

extension Value: Codable {
  private enum CodingKeys: String, CodingKey { case integer, real, text, blob }

  /// Decodes `{"text":"…"}` and similar objects, or null.
  public init(from decoder: any Decoder) throws {
    if try decoder.singleValueContainer().decodeNil() {
      self = .null
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let integer = try container.decodeIfPresent(Int64.self, forKey: .integer) {
      self = .integer(integer)
    } else if let real = try container.decodeIfPresent(Double.self, forKey: .real) {
      self = .real(real)
    } else if let text = try container.decodeIfPresent(String.self, forKey: .text) {
      self = .text(text)
    } else if let blob = try container.decodeIfPresent([UInt8].self, forKey: .blob) {
      self = .blob(blob)
    } else {
      let context = DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: "No storage class named")
      throw DecodingError.dataCorrupted(context)
    }
  }

  /// Encodes the form that `init(from:)` decodes.
  public func encode(to encoder: any Encoder) throws {
    if case .null = self {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .null: break
    case .integer(let integer): try container.encode(integer, forKey: .integer)
    case .real(let real): try container.encode(real, forKey: .real)
    case .text(let text): try container.encode(text, forKey: .text)
    case .blob(let blob): try container.encode(blob.bytes(), forKey: .blob)
    }
  }
}
