/// Defines how values of a type are written to a description's document, read from it, and described in its JSON
/// Schema.
///
/// Writer, reader and schema use the same declaration, so they can't differ.
package struct Shape<Value>: Sendable {
  package let write: @Sendable (Value) -> JSONValue
  /// Nil for invalid JSON; the error is added to the reader.
  package let read: @Sendable (JSONValue, inout DocumentReader) -> Value?
  package let schema: @Sendable (inout SchemaDefinitions) -> JSONValue

  package init(
    write: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (JSONValue, inout DocumentReader) -> Value?,
    schema: @escaping @Sendable (inout SchemaDefinitions) -> JSONValue
  ) {
    self.write = write
    self.read = read
    self.schema = schema
  }

  /// The same JSON for another type.
  package func mapped<Other>(
    to make: @escaping @Sendable (Value) -> Other, from unmake: @escaping @Sendable (Other) -> Value
  ) -> Shape<Other> {
    Shape<Other>(
      write: { write(unmake($0)) },
      read: { json, reader in read(json, &reader).map(make) },
      schema: schema)
  }

  /// The same JSON for another type to which not every value converts.
  /// - Parameter expected: the sentence that says what is expected.
  package func mapped<Other>(
    expecting sentence: FaultText, to make: @escaping @Sendable (Value) -> Other?,
    from unmake: @escaping @Sendable (Other) -> Value
  ) -> Shape<Other> {
    Shape<Other>(
      write: { write(unmake($0)) },
      read: { json, reader in
        guard let value = read(json, &reader) else { return nil }
        guard let other = make(value) else {
          reader.fault(sentence)
          return nil
        }
        return other
      },
      schema: schema)
  }
}

/// A type with values in descriptions' documents.
package protocol DocumentValue: Sendable {
  /// The JSON form of the type.
  static var shape: Shape<Self> { get }
}

extension String: DocumentValue {
  package static var shape: Shape<String> {
    Shape(
      write: { .string($0) },
      read: { json, reader in
        guard case .string(let text) = json else { return reader.mismatch("a text in quotes") }
        guard text.utf8.count <= DocumentReader.longestText else {
          reader.fault("The text is longer than \(DocumentReader.longestText) bytes.")
          return nil
        }
        return text
      },
      schema: { _ in ["type": "string"] })
  }
}

extension Bool: DocumentValue {
  package static var shape: Shape<Bool> {
    Shape(
      write: { .bool($0) },
      read: { json, reader in
        if case .bool(let flag) = json { flag } else { reader.mismatch("true or false") }
      },
      schema: { _ in ["type": "boolean"] })
  }
}

extension Int64: DocumentValue {
  package static var shape: Shape<Int64> {
    Shape(
      write: { .number(String($0)) },
      read: { json, reader in
        if case .number(let digits) = json, let number = Int64(digits) {
          number
        } else {
          reader.mismatch("a whole number")
        }
      },
      schema: { _ in ["type": "integer"] })
  }
}

extension Int: DocumentValue {
  /// The greatest size, count or limit in a description.
  private static let most = 1_000_000_000

  package static var shape: Shape<Int> {
    Int64.shape.mapped(
      expecting: "This has to be a number between -1,000,000,000 and 1,000,000,000.",
      to: { Int(exactly: $0).flatMap { (-most...most).contains($0) ? $0 : nil } }, from: { Int64($0) })
  }
}

extension Array: DocumentValue where Element: DocumentValue {
  package static var shape: Shape<[Element]> {
    Shape(
      write: { .array($0.map(Element.shape.write)) },
      read: { json, reader in
        guard case .array(let items) = json else { return reader.mismatch("a list in square brackets") }
        let shape = Element.shape
        var values: [Element] = []
        for (index, item) in items.enumerated() {
          if let value = reader.within(String(index), { shape.read(item, &$0) }) { values.append(value) }
        }
        return values
      },
      schema: { definitions in ["type": "array", "items": Element.shape.schema(&definitions)] })
  }
}

extension Optional: DocumentValue where Wrapped: DocumentValue {
  package static var shape: Shape<Wrapped?> {
    Shape(
      write: { $0.map(Wrapped.shape.write) ?? .null },
      read: { json, reader in
        if json == .null { return .some(nil) }
        return Wrapped.shape.read(json, &reader).map(Optional.some)
      },
      schema: { definitions in ["anyOf": [Wrapped.shape.schema(&definitions), ["type": "null"]]] })
  }
}

extension DocumentValue where Self: RawRepresentable<String> & CaseIterable {
  package static var shape: Shape<Self> {
    let cases = Array(allCases)
    let words = cases.map(\.rawValue).joined(separator: ", ")
    return Shape(
      write: { .string($0.rawValue) },
      read: { json, reader in
        guard case .string(let text) = json else { return reader.mismatch("one of \(words)") }
        guard let value = cases.first(where: { $0.rawValue == text }) else {
          reader.fault("“\(text.prefix(80))” is none of \(words).")
          return nil
        }
        return value
      },
      schema: { _ in ["enum": .array(cases.map { .string($0.rawValue) })] })
  }
}

/// A dictionary of values by name, sorted by name.
extension Dictionary: DocumentValue where Key == String, Value: DocumentValue {
  package static var shape: Shape<[String: Value]> {
    Shape(
      write: { table in
        .object(JSONObject(table.sorted { $0.key < $1.key }.map { ($0.key, Value.shape.write($0.value)) }))
      },
      read: { json, reader in
        guard case .object(let members) = json else { return reader.mismatch("an object in braces") }
        let shape = Value.shape
        var table: [String: Value] = [:]
        for (key, member) in members {
          if let value = reader.within(key, { shape.read(member, &$0) }) { table[key] = value }
        }
        return table
      },
      schema: { definitions in ["type": "object", "additionalProperties": Value.shape.schema(&definitions)] })
  }
}
