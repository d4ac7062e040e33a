import KartotekaModel

/// The subject of a filter: the id, an attribute, a computed value, the state, or the ids of related records.
enum FilterSubject {
  case id
  case attribute(AttributeDescription)
  case computed(AttributeDescription)
  case state(EntityDescription)
  case toOne(RelationshipDescription)
  case many(RelationshipDescription)

  /// The fault of a filter's value.
  enum Fault: Error {
    /// The text is not a value of the subject's kind.
    case value(ValueFault)
    /// The text is not a known name.
    case name(String, known: [String])
  }

  /// The subject with the given name; nil if the entity has none.
  init?(_ name: String, of entity: EntityDescription) {
    if name == "id", entity.position(of: name) == nil {
      self = .id
    } else if let attribute = entity.attribute(name) {
      self = .attribute(attribute)
    } else if let relationship = entity.relationship(name) {
      self = relationship.cardinality == .toOne ? .toOne(relationship) : .many(relationship)
    } else if let computed = entity.computed(name) {
      self = .computed(computed.attribute)
    } else if name == ComputedValues.stateKey, !entity.states.isEmpty {
      self = .state(entity)
    } else {
      return nil
    }
  }

  /// The names of all subjects of an entity.
  static func names(of entity: EntityDescription) -> [String] {
    ["id"] + entity.attributes.map(\.name) + entity.relationships.map(\.name) + entity.computed.map(\.name)
      + (entity.states.isEmpty ? [] : [ComputedValues.stateKey])
  }

  /// The supported operators.
  var operators: [FilterOperator] {
    switch self {
    case .id: [.eq, .ne, .lt, .lte, .gt, .gte, .in]
    case .toOne, .state: [.eq, .ne, .in, .null]
    case .many: [.eq, .ne, .in]
    case .attribute(let attribute) where attribute.isBytes: [.null]
    case .attribute(let attribute), .computed(let attribute):
      [.eq, .ne] + (attribute.behavior.hasRange ? [.lt, .lte, .gt, .gte] : [])
        + (attribute.isText ? [.contains, .prefix] : []) + [.in, .null]
    }
  }

  /// The condition for an operator and a text.
  func predicate(_ filter: FilterOperator, _ text: String) throws(Fault) -> FetchPredicate {
    if case .null = filter {
      let isNone = try Self.flag(text)
      guard case .state(let entity) = self else { return .compare(name, .null, [.integer(isNone ? 1 : 0)]) }
      let some = FetchPredicate.any(entity.states.map(\.condition))
      return isNone ? .not(some) : some
    }
    switch self {
    case .state(let entity):
      var conditions: [FetchPredicate] = []
      for name in try Self.texts(filter, text) {
        guard let condition = entity.condition(ofState: name) else {
          throw .name(name, known: entity.states.map(\.name))
        }
        conditions.append(condition)
      }
      let any = conditions.count == 1 ? conditions[0] : FetchPredicate.any(conditions)
      return filter == .ne ? .not(any) : any
    case .many(let relationship):
      let each = try values(filter, text).map { value -> FetchPredicate in
        if case .integer(let id) = value { .has(relationship.name, id) } else { .any([]) }
      }
      return filter == .ne ? .not(.any(each)) : each.count == 1 ? each[0] : .any(each)
    case .id, .attribute, .computed, .toOne:
      if filter.isForText { return .compare(name, filter, [.text(text)]) }
      let values = try values(filter, text)
      if [.lt, .lte, .gt, .gte].contains(filter), values.contains(.null) {
        throw .value(ValueFault("This can't be empty"))
      }
      return .compare(name, filter, values)
    }
  }

  /// Whether the condition holds for a missing record: it has no value, which equals only an empty one.
  func holdsForNone(_ filter: FilterOperator, _ text: String) throws(Fault) -> Bool {
    switch filter {
    case .null: return try Self.flag(text)
    case .eq, .in:
      if case .state = self { return false }
      return try values(filter, text).contains(.null)
    case .ne:
      if case .state = self { return true }
      return try !values(filter, text).contains(.null)
    case .lt, .lte, .gt, .gte, .contains, .prefix: return false
    }
  }

  private var name: String {
    switch self {
    case .id: "id"
    case .attribute(let attribute), .computed(let attribute): attribute.name
    case .state: ComputedValues.stateKey
    case .toOne(let relationship), .many(let relationship): relationship.name
    }
  }

  private static func flag(_ text: String) throws(Fault) -> Bool {
    guard text == "true" || text == "false" else { throw .value(ValueFault("This has to be true or false")) }
    return text == "true"
  }

  private static func texts(_ filter: FilterOperator, _ text: String) throws(Fault) -> [String] {
    guard filter == .in else { return [text] }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= FilterParameter.mostValues else {
      throw .value(
        ValueFault(Phrase("It can have at most {count} values.", ["count": .count(FilterParameter.mostValues)])))
    }
    return parts
  }

  private func values(_ filter: FilterOperator, _ text: String) throws(Fault) -> [Value] {
    var values: [Value] = []
    for part in try Self.texts(filter, text) {
      do { values.append(try value(part)) } catch { throw .value(error) }
    }
    return values
  }

  // Blank text means no value.
  private func value(_ text: String) throws(ValueFault) -> Value {
    switch self {
    case .attribute(let attribute), .computed(let attribute):
      let trimmed = text.trimmingSpaces()
      if attribute.source != nil, attribute.isText {
        return text.isEmpty ? .null : try StoredKind().value(text: text, for: attribute)
      }
      return trimmed.isEmpty ? .null : try attribute.behavior.value(text: trimmed, for: attribute)
    case .toOne where text.isEmpty: return .null
    case .toOne(let relationship) where relationship.keyed != nil: return .text(text)
    case .id, .toOne, .many, .state:
      guard let id = RecordID(text) else { throw ValueFault("This has to be a record's number") }
      return .integer(id)
    }
  }
}
