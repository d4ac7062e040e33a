extension Value: DocumentValue {
  /// A value in stored form: decimals in their smallest unit, yes and no as 1 and 0. Bytes can't be written.
  package static var shape: Shape<Value> {
    Shape(
      write: { value in
        switch value {
        case .null, .blob: .null
        case .integer(let number): .number(String(number))
        case .real(let number): .number(String(number))
        case .text(let text): .string(text)
        }
      },
      read: { json, reader in
        switch json {
        case .null: return .null
        case .bool(let flag): return .integer(flag ? 1 : 0)
        case .string: return String.shape.read(json, &reader).map(Value.text)
        case .number(let digits):
          if let number = Int64(digits) { return .integer(number) }
          if let number = Double(digits), number.isFinite { return .real(number) }
          return reader.mismatch("a number that fits in 64 bits")
        case .array, .object: return reader.mismatch("a text, a number or null")
        }
      },
      schema: { _ in ["type": ["string", "number", "boolean", "null"]] })
  }
}

extension FilterOperator: DocumentValue {}

extension FetchSort: DocumentValue {
  /// `name`, or `-name` in descending order.
  package static var shape: Shape<FetchSort> {
    String.shape.mapped(
      to: { $0.hasPrefix("-") ? FetchSort(String($0.dropFirst()), ascending: false) : FetchSort($0) },
      from: { ($0.ascending ? "" : "-") + $0.name })
  }
}

extension SearchPath: DocumentValue {
  /// `supplier.companyName`.
  package static var shape: Shape<SearchPath> {
    String.shape.mapped(
      expecting: "This has to be a relationship and an attribute with a point between: supplier.name.",
      to: { SearchPath($0) }, from: { $0.relationship + "." + $0.attribute })
  }
}

extension FetchExpression: DocumentValue {
  /// `round(unitPrice * quantity, 2)`.
  package static var shape: Shape<FetchExpression> {
    String.shape.mapped(
      expecting: "This has to be a calculation with +, -, *, brackets and round(…, digits), and at most 200 parts.",
      to: ExpressionText.read, from: ExpressionText.write)
  }
}

extension FetchPredicate: DocumentValue {
  /// An object such as `{"compare": ["state", "eq", "new"]}`, `{"formula": "due < today"}` or `{"all": […]}`.
  package static var shape: Shape<FetchPredicate> {
    .oneOf("Condition") {
      Variant.of("compare", Comparison.shape, { .compare($0.name, $0.filter, $0.values) }) {
        if case .compare(let name, let filter, let values) = $0 { Comparison(name, filter, values) } else { nil }
      }
      Variant.of("has", Pair<String, Int64>.shape, { .has($0.first, $0.second) }) {
        if case .has(let name, let id) = $0 { Pair(name, id) } else { nil }
      }
      Variant.of(
        "isRelated", Pair<Pair<String, String>, Int64>.shape,
        { .isRelated($0.first.first, $0.first.second, $0.second) }
      ) {
        if case .isRelated(let entity, let name, let id) = $0 { Pair(Pair(entity, name), id) } else { nil }
      }
      Variant.of("reads", Pair<[String], String>.shape, { .reads($0.first, $0.second) }) {
        if case .reads(let names, let text) = $0 { Pair(names, text) } else { nil }
      }
      Variant.of("leads", Pair<String, FetchPredicate>.lazy, { .leads($0.first, $0.second) }) {
        if case .leads(let name, let condition) = $0 { Pair(name, condition) } else { nil }
      }
      Variant.of(
        "isReferred", Shape.later { Pair<Pair<String, String>, FetchPredicate>.shape },
        { .isReferred($0.first.first, $0.first.second, $0.second) }
      ) {
        if case .isReferred(let entity, let name, let condition) = $0 {
          Pair(Pair(entity, name), condition)
        } else {
          nil
        }
      }
      Variant.of("calculates", Comparing<FetchExpression>.shape, { .calculates($0.one, $0.filter, $0.other) }) {
        if case .calculates(let one, let filter, let other) = $0 { Comparing(one, filter, other) } else { nil }
      }
      Variant.of("day", DayComparison.shape, { .day($0.name, $0.filter, $0.days) }) {
        if case .day(let name, let filter, let days) = $0 { DayComparison(name, filter, days) } else { nil }
      }
      Variant.of("moment", DayComparison.shape, { .moment($0.name, $0.filter, $0.days) }) {
        if case .moment(let name, let filter, let days) = $0 { DayComparison(name, filter, days) } else { nil }
      }
      Variant.of("formula", Formula.shape, { .formula($0) }) {
        if case .formula(let formula) = $0 { formula } else { nil }
      }
      Variant.of("all", [FetchPredicate].lazy, { .all($0) }) {
        if case .all(let list) = $0 { list } else { nil }
      }
      Variant.of("any", [FetchPredicate].lazy, { .any($0) }) {
        if case .any(let list) = $0 { list } else { nil }
      }
      Variant.of("not", Shape.later { FetchPredicate.shape }, { .not($0) }) {
        if case .not(let condition) = $0 { condition } else { nil }
      }
    }.mapped(
      expecting: "This condition has too many others within it.", to: { $0.parserDepth <= Self.deepest ? $0 : nil },
      from: { $0 })
  }

  /// The places of SQLite's parser, which has 100, that the statement around a condition leaves to it.
  private static let deepest = 60
}

extension Shape where Value: Sendable {
  /// A shape that is created on use, so that a shape can contain itself.
  package static func later(_ shape: @escaping @Sendable () -> Shape) -> Shape {
    Shape(
      write: { shape().write($0) }, read: { json, reader in shape().read(json, &reader) },
      schema: { shape().schema(&$0) })
  }
}

extension DocumentValue {
  fileprivate static var lazy: Shape<Self> { .later { shape } }
}

// `["price", "gt", 3]`: the operands follow the operator.
private struct Comparison: DocumentValue {
  let name: String
  let filter: FilterOperator
  let values: [Value]

  init(_ name: String, _ filter: FilterOperator, _ values: [Value]) {
    self.name = name
    self.filter = filter
    self.values = values
  }

  static var shape: Shape<Comparison> {
    Shape(
      write: { .array([.string($0.name), .string($0.filter.rawValue)] + $0.values.map(Value.shape.write)) },
      read: { json, reader in
        guard case .array(let items) = json, items.count >= 2 else {
          return reader.mismatch("a list of a name, an operator and values")
        }
        let name = reader.within("0") { String.shape.read(items[0], &$0) }
        let filter = reader.within("1") { FilterOperator.shape.read(items[1], &$0) }
        let values = items.indices.dropFirst(2).compactMap { index in
          reader.within(String(index)) { Value.shape.read(items[index], &$0) }
        }
        guard let name, let filter else { return nil }
        // `["a", "null", 0]` means that there is a value.
        guard filter == .in || values.count == 1 || filter == .null && values.isEmpty else {
          reader.fault("“\(filter.rawValue)” compares with one value.")
          return nil
        }
        return Comparison(name, filter, values)
      },
      schema: { definitions in
        [
          "type": "array", "prefixItems": [["type": "string"], FilterOperator.shape.schema(&definitions)],
          "items": Value.shape.schema(&definitions), "minItems": 2,
        ]
      })
  }
}

// `["unitsInStock", "lt", "reorderLevel"]`
private struct Comparing<Side: DocumentValue>: DocumentValue {
  let one: Side
  let filter: FilterOperator
  let other: Side

  init(_ one: Side, _ filter: FilterOperator, _ other: Side) {
    self.one = one
    self.filter = filter
    self.other = other
  }

  static var shape: Shape<Comparing> {
    .three(Side.self, Side.self, { Comparing($0, $1, $2) }, from: { ($0.one, $0.filter, $0.other) })
  }
}

// `["requiredDate", "lt", 0]`
private struct DayComparison: DocumentValue {
  let name: String
  let filter: FilterOperator
  let days: Int

  init(_ name: String, _ filter: FilterOperator, _ days: Int) {
    self.name = name
    self.filter = filter
    self.days = days
  }

  static var shape: Shape<DayComparison> {
    .three(String.self, Int.self, { DayComparison($0, $1, $2) }, from: { ($0.name, $0.filter, $0.days) })
  }
}

extension Shape {
  // An array of two values with an operator between them.
  fileprivate static func three<One: DocumentValue, Other: DocumentValue>(
    _ one: One.Type, _ other: Other.Type, _ make: @escaping @Sendable (One, FilterOperator, Other) -> Value,
    from parts: @escaping @Sendable (Value) -> (One, FilterOperator, Other)
  ) -> Shape {
    Shape(
      write: { value in
        let (one, filter, other) = parts(value)
        return [One.shape.write(one), .string(filter.rawValue), Other.shape.write(other)]
      },
      read: { json, reader in
        guard case .array(let items) = json, items.count == 3 else {
          return reader.mismatch("a list of a value, an operator and a value")
        }
        let one = reader.within("0") { One.shape.read(items[0], &$0) }
        let filter = reader.within("1") { FilterOperator.shape.read(items[1], &$0) }
        let other = reader.within("2") { Other.shape.read(items[2], &$0) }
        guard let one, let filter, let other else { return nil }
        return make(one, filter, other)
      },
      schema: { definitions in
        [
          "type": "array",
          "prefixItems": [
            One.shape.schema(&definitions), FilterOperator.shape.schema(&definitions),
            Other.shape.schema(&definitions),
          ],
          "minItems": 3, "maxItems": 3,
        ]
      })
  }
}
