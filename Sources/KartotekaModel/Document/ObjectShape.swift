/// A member of the JSON object that represents a value.
package struct Member<Object>: Sendable {
  let key: String
  let about: String
  let isRequired: Bool
  /// Nil omits the member.
  let write: @Sendable (_ object: Object, _ blank: Object) -> JSONValue?
  let read: @Sendable (JSONValue, inout DocumentReader, inout Object) -> Void
  /// Fills in the value if the document lacks the member.
  let fillIn: @Sendable (inout Object) -> Void
  let schema: @Sendable (inout SchemaDefinitions) -> JSONValue
  /// Whether only older versions write it. It is ignored, and the schema does not have it.
  var isFormer = false

  /// A required member.
  package static func needed<Value: DocumentValue>(
    _ key: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ about: String
  ) -> Member {
    Member(
      key: key, about: about, isRequired: true,
      write: { object, _ in Value.shape.write(object[keyPath: path]) },
      read: { json, reader, object in
        if let value = Value.shape.read(json, &reader) { object[keyPath: path] = value }
      },
      fillIn: { _ in }, schema: { Value.shape.schema(&$0) })
  }

  /// A member that is omitted if it has the default of a new value.
  package static func optional<Value: DocumentValue & Equatable>(
    _ key: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ about: String
  ) -> Member {
    Member(
      key: key, about: about, isRequired: false,
      write: { object, blank in
        // Not `? nil :`, which would be JSON null.
        guard object[keyPath: path] != blank[keyPath: path] else { return nil }
        return Value.shape.write(object[keyPath: path])
      },
      read: { json, reader, object in
        if let value = Value.shape.read(json, &reader) { object[keyPath: path] = value }
      },
      fillIn: { _ in }, schema: { Value.shape.schema(&$0) })
  }

  /// A member that is omitted if it follows from the members before it.
  package static func derived<Value: DocumentValue & Equatable>(
    _ key: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ about: String,
    from usual: @escaping @Sendable (Object) -> Value
  ) -> Member {
    Member(
      key: key, about: about, isRequired: false,
      write: { object, _ in
        guard object[keyPath: path] != usual(object) else { return nil }
        return Value.shape.write(object[keyPath: path])
      },
      read: { json, reader, object in
        if let value = Value.shape.read(json, &reader) { object[keyPath: path] = value }
      },
      fillIn: { $0[keyPath: path] = usual($0) }, schema: { Value.shape.schema(&$0) })
  }

  /// A required number, at most the one that this program writes.
  package static func constant(_ key: String, _ current: Int, _ about: String) -> Member {
    Member(
      key: key, about: about, isRequired: true, write: { _, _ in .number(String(current)) },
      read: { json, reader, _ in
        guard let number = Int.shape.read(json, &reader) else { return }
        if number > current {
          reader.fault("Version \(number) was written by a newer Kartoteka, which this one can't read.")
        } else if number < 1 {
          reader.fault("The first version is 1.")
        }
      },
      fillIn: { _ in }, schema: { _ in ["const": .number(String(current))] })
  }

  /// A member whose JSON depends on the members before it.
  package static func dependent(
    _ key: String, _ about: String, write: @escaping @Sendable (Object) -> JSONValue?,
    read: @escaping @Sendable (JSONValue, inout DocumentReader, inout Object) -> Void,
    schema: JSONValue
  ) -> Member {
    Member(
      key: key, about: about, isRequired: false, write: { object, _ in write(object) }, read: read,
      fillIn: { _ in }, schema: { _ in schema })
  }

  /// A member of documents of older versions, which is ignored.
  package static func former(_ key: String) -> Member {
    Member(
      key: key, about: "", isRequired: false, write: { _, _ in nil }, read: { _, _, _ in }, fillIn: { _ in },
      schema: { _ in .null }, isFormer: true)
  }
}

/// Collects the members of an object.
@resultBuilder
package enum MembersBuilder<Object> {
  package static func buildExpression(_ member: Member<Object>) -> [Member<Object>] { [member] }
  package static func buildOptional(_ members: [Member<Object>]?) -> [Member<Object>] { members ?? [] }
  package static func buildBlock(_ members: [Member<Object>]...) -> [Member<Object>] { members.flatMap(\.self) }
}

extension Shape where Value: Sendable {
  /// A JSON object with members. They are read in the order of this list, not of the document.
  /// - Parameters:
  ///   - name: the name of its definition in the schema.
  ///   - blank: a value with the defaults of all members.
  package static func object(
    _ name: String, _ blank: Value, @MembersBuilder<Value> _ members: () -> [Member<Value>]
  ) -> Shape {
    let members = members()
    return Shape(
      write: { value in
        var object = JSONObject()
        for member in members { object[member.key] = member.write(value, blank) }
        return .object(object)
      },
      read: { json, reader in
        guard case .object(let object) = json else { return reader.mismatch("an object in braces") }
        var value = blank
        for member in members {
          if let json = object[member.key] {
            reader.within(member.key) { member.read(json, &$0, &value) }
          } else {
            if member.isRequired { reader.fault("“\(member.key)” is missing.") }
            member.fillIn(&value)
          }
        }
        for (key, _) in object where !members.contains(where: { $0.key == key }) {
          let known = members.filter { !$0.isFormer }.map(\.key)
          reader.within(key) {
            $0.fault("There is no “\(key.prefix(80))” here, only \(known.joined(separator: ", ")).")
          }
        }
        return value
      },
      schema: { definitions in
        definitions.reference(name) { definitions in
          var properties = JSONObject()
          for member in members where !member.isFormer {
            var property = member.schema(&definitions)
            if case .object(var object) = property {
              object["description"] = .string(member.about)
              property = .object(object)
            }
            properties[member.key] = property
          }
          var schema: JSONObject = ["type": "object", "properties": .object(properties)]
          let required = members.filter(\.isRequired).map { JSONValue.string($0.key) }
          if !required.isEmpty { schema["required"] = .array(required) }
          schema["additionalProperties"] = false
          return .object(schema)
        }
      })
  }

  /// A JSON object with one member, whose key names the case of an enumeration.
  package static func oneOf(_ name: String, @VariantsBuilder<Value> _ variants: () -> [Variant<Value>]) -> Shape {
    let variants = variants()
    let words = variants.map(\.key).joined(separator: ", ")
    return Shape(
      write: { value in
        for variant in variants {
          if let json = variant.write(value) { return .object([variant.key: json]) }
        }
        return .null
      },
      read: { json, reader in
        guard case .object(let object) = json, object.count == 1, let member = object.first else {
          return reader.mismatch("an object with one of \(words)")
        }
        guard let variant = variants.first(where: { $0.key == member.key }) else {
          reader.fault("“\(member.key.prefix(80))” is none of \(words).")
          return nil
        }
        return reader.within(member.key) { variant.read(member.value, &$0) }
      },
      schema: { definitions in
        definitions.reference(name) { definitions in
          [
            "oneOf": .array(
              variants.map { variant in
                [
                  "type": "object", "properties": .object([variant.key: variant.schema(&definitions)]),
                  "required": [.string(variant.key)], "additionalProperties": false,
                ]
              })
          ]
        }
      })
  }
}

/// One case of an enumeration.
package struct Variant<Value>: Sendable {
  let key: String
  /// Nil for other cases.
  let write: @Sendable (Value) -> JSONValue?
  let read: @Sendable (JSONValue, inout DocumentReader) -> Value?
  let schema: @Sendable (inout SchemaDefinitions) -> JSONValue

  /// A case with an associated value.
  package static func of<Payload>(
    _ key: String, _ shape: Shape<Payload>, _ make: @escaping @Sendable (Payload) -> Value,
    from payload: @escaping @Sendable (Value) -> Payload?
  ) -> Variant {
    Variant(
      key: key, write: { payload($0).map(shape.write) },
      read: { json, reader in shape.read(json, &reader).map(make) }, schema: shape.schema)
  }
}

/// Collects the cases of an enumeration.
@resultBuilder
package enum VariantsBuilder<Value> {
  package static func buildExpression(_ variant: Variant<Value>) -> [Variant<Value>] { [variant] }
  package static func buildBlock(_ variants: [Variant<Value>]...) -> [Variant<Value>] { variants.flatMap(\.self) }
}

/// Two values in one JSON object, or in a JSON array.
package struct Pair<First: DocumentValue, Second: DocumentValue>: DocumentValue {
  package var first: First
  package var second: Second

  package init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// A JSON array of both.
  package static var shape: Shape<Pair> {
    Shape(
      write: { [First.shape.write($0.first), Second.shape.write($0.second)] },
      read: { json, reader in
        guard case .array(let items) = json, items.count == 2 else { return reader.mismatch("a list of two values") }
        let first = reader.within("0") { First.shape.read(items[0], &$0) }
        let second = reader.within("1") { Second.shape.read(items[1], &$0) }
        guard let first, let second else { return nil }
        return Pair(first, second)
      },
      schema: { definitions in
        [
          "type": "array", "prefixItems": [First.shape.schema(&definitions), Second.shape.schema(&definitions)],
          "minItems": 2, "maxItems": 2,
        ]
      })
  }
}
