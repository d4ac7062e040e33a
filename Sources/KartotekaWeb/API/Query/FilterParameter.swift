import KartotekaModel

/// A filter's name in the address: `filter[lastName]` or `filter[unitsInStock][lt]`.
struct FilterParameter {
  /// The most values that `in` takes.
  static let mostValues = 500

  private let parameter: String
  private let field: String
  private let operation: String

  /// Reads the name; nil when it is no filter's.
  init?(_ name: String) {
    guard name.hasPrefix("filter[") || name == "filter" else { return nil }
    parameter = name
    let parts = name.dropFirst("filter".count).split(separator: "]", omittingEmptySubsequences: false)
    let names = parts.dropLast().map { $0.dropFirst() }
    let isWhole = parts.last == "" && (1...2).contains(names.count) && parts.dropLast().allSatisfy { $0.hasPrefix("[") }
    field = isWhole ? String(names[0]) : ""
    operation = isWhole && names.count == 2 ? String(names[1]) : isWhole ? FilterOperator.eq.rawValue : ""
  }

  /// The condition that the filter stands for.
  /// - Throws: ``Problem`` that says what can be compared, and how.
  func predicate(_ text: String, of entity: EntityDescription) throws(Problem) -> FetchPredicate {
    guard let subject = FilterSubject(field, of: entity) else {
      throw .notAmong(field, FilterSubject.names(of: entity), for: parameter)
    }
    guard let filter = FilterOperator(rawValue: operation), subject.operators.contains(filter) else {
      throw .notAmong(operation, subject.operators.map(\.rawValue), for: parameter)
    }
    do {
      return try predicate(subject, filter, text)
    } catch {
      throw .parameter(parameter, error.phrase)
    }
  }

  private func predicate(
    _ subject: FilterSubject, _ filter: FilterOperator, _ text: String
  ) throws(ValueFault) -> FetchPredicate {
    switch filter {
    case .null:
      guard text == "true" || text == "false" else { throw ValueFault("This has to be true or false") }
      return .compare(field, .null, [.integer(text == "true" ? 1 : 0)])
    case .contains, .prefix: return .compare(field, filter, [.text(text)])
    case .in:
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count <= Self.mostValues else {
        throw ValueFault(Phrase("It can have at most {count} values.", ["count": .count(Self.mostValues)]))
      }
      var values: [Value] = []
      for part in parts { values.append(try subject.value(String(part))) }
      return subject.compare(filter, values)
    case .eq, .ne: return subject.compare(filter, [try subject.value(text)])
    case .lt, .lte, .gt, .gte:
      let value = try subject.value(text)
      if value.isNull { throw ValueFault("This can't be empty") }
      return .compare(field, filter, [value])
    }
  }
}

/// What a filter can compare: the id, an attribute, or a relationship's records by their ids.
enum FilterSubject {
  case id
  case attribute(AttributeDescription)
  case toOne(RelationshipDescription)
  case many(RelationshipDescription)

  /// What an entity has under that name; nil for nothing.
  init?(_ name: String, of entity: EntityDescription) {
    if name == "id" {
      self = .id
    } else if let attribute = entity.attribute(name) {
      self = .attribute(attribute)
    } else if let relationship = entity.relationship(name) {
      self = relationship.cardinality == .toOne ? .toOne(relationship) : .many(relationship)
    } else {
      return nil
    }
  }

  /// Everything that an entity's records can be filtered by.
  static func names(of entity: EntityDescription) -> [String] {
    ["id"] + entity.attributes.map(\.name) + entity.relationships.map(\.name)
  }

  /// How it can be compared.
  var operators: [FilterOperator] {
    switch self {
    case .id: [.eq, .ne, .lt, .lte, .gt, .gte, .in]
    case .toOne: [.eq, .ne, .in, .null]
    case .many: [.eq, .ne, .in]
    case .attribute(let attribute) where attribute.isBytes: [.null]
    case .attribute(let attribute):
      [.eq, .ne] + (attribute.behavior.hasRange ? [.lt, .lte, .gt, .gte] : [])
        + (attribute.isText ? [.contains, .prefix] : []) + [.in, .null]
    }
  }

  /// Reads a value to compare with; blank text is no value.
  func value(_ text: String) throws(ValueFault) -> Value {
    switch self {
    case .attribute(let attribute):
      let trimmed = text.trimmingSpaces()
      return trimmed.isEmpty ? .null : try attribute.behavior.value(text: trimmed, for: attribute)
    case .toOne where text.isEmpty: return .null
    case .id, .toOne, .many:
      guard let id = RecordID(text) else { throw ValueFault("This has to be a record's number") }
      return .integer(id)
    }
  }

  /// The condition that it is equal to one of the values, or not equal to the one.
  func compare(_ filter: FilterOperator, _ values: [Value]) -> FetchPredicate {
    switch self {
    case .id: return .compare("id", filter, values)
    case .attribute(let attribute): return .compare(attribute.name, filter, values)
    case .toOne(let relationship): return .compare(relationship.name, filter, values)
    case .many(let relationship):
      let each = values.map { value -> FetchPredicate in
        if case .integer(let id) = value { .has(relationship.name, id) } else { .any([]) }
      }
      return filter == .ne ? .not(.any(each)) : each.count == 1 ? each[0] : .any(each)
    }
  }
}
