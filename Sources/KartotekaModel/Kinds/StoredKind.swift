/// Any value that a SQLite file of another program has in a column: text, a number or bytes, unchanged.
///
/// White space, control characters and empty text are kept. The column's type decides whether text becomes a number.
package struct StoredKind: AttributeKind {
  /// `stored`.
  package let name = KindName.stored
  /// Mostly text; any storage class is allowed.
  package let storage = StorageClass.text
  /// Values have an order.
  package let hasRange = true

  /// The kind.
  package init() {}

  /// The text, unchanged. In a column without a type a text that is a number is one, since nothing else tells how a
  /// person means it.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard attribute.source?.type.isEmpty == true else { return .text(text) }
    if let integer = Int64(text), String(integer) == text { return .integer(integer) }
    if let real = Double(text), String(real) == text, real.isFinite { return .real(real) }
    return .text(text)
  }

  /// A string as text, a number as a number, true and false as 1 and 0.
  /// - Throws: ``ValueFault`` for lists, and for objects other than ``bytesKey`` with Base64.
  package func value(json: JSONValue, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    if let value = Self.value(json) { return value }
    throw ValueFault("This has to be text or a number")
  }

  /// The member of a JSON object with bytes.
  package static let bytesKey = "base64"

  /// The stored value that JSON stands for; nil for lists and other objects.
  package static func value(_ json: JSONValue) -> Value? {
    switch json {
    case .string(let text): .text(text)
    case .bool(let truth): .integer(truth ? 1 : 0)
    case .number(let digits): Int64(digits).map(Value.integer) ?? Double(digits).map(Value.real)
    case .object(let object):
      if case .string(let text)? = object[bytesKey], object.count == 1 {
        try? BlobKind().value(text: text, for: AttributeDescription(name: "", label: "", kind: .blob))
      } else {
        nil
      }
    case .null, .array: nil
    }
  }

  /// The value as it is stored; bytes as an object with Base64.
  package func write(_ value: Value, to json: inout JSONWriter, for attribute: AttributeDescription) {
    Self.write(value, to: &json)
  }

  /// Writes a value as it is stored. Infinities, which JSON lacks, are text.
  package static func write(_ value: Value, to json: inout JSONWriter) {
    switch value {
    case .null: json.null()
    case .integer(let integer): json.int(integer)
    case .real(let real): if real.isFinite { json.number(String(real)) } else { json.string(String(real)) }
    case .text(let text): json.string(text)
    case .blob:
      json.beginObject()
      json.key(bytesKey)
      json.string(BlobKind().text(value, for: AttributeDescription(name: "", label: "", kind: .blob)))
      json.endObject()
    }
  }

  /// The value as it is stored; of bytes their number.
  package func display(_ value: Value, for attribute: AttributeDescription, in say: Localizer) -> String {
    if case .blob(let blob) = value { return say("{count} bytes", ["count": .count(blob.count)]) }
    return text(value, for: attribute)
  }
}
