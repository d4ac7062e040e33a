/// The description of a computed value.
public struct ComputedDescription: Hashable, Sendable, Codable {
  /// The value's name, label and kind, as a read-only attribute.
  public var attribute: AttributeDescription
  /// The computation.
  public var source: ComputedSource

  /// A computed value.
  package init(attribute: AttributeDescription, source: ComputedSource) {
    self.attribute = attribute
    self.source = source
  }

  /// The name in Swift and in JSON: `total`.
  public var name: String { attribute.name }
}

/// The computation of a value; numbers are computed in integers of their smallest unit.
public indirect enum ComputedSource: Hashable, Sendable, Codable {
  /// The unit of the number that is added to a day or a moment.
  public enum Unit: String, Sendable, Codable, CaseIterable {
    /// Minutes, added to moments.
    case minutes
    /// Days, added to days and, as 24 hours, to moments.
    case days
    /// Months, added to days. A day that the month lacks is its last one.
    case months
  }

  /// An expression over the record's own values, or one value of any kind: `animal.name`.
  case own(FetchExpression)
  /// A constant text.
  case text(String)
  /// Texts and whole numbers with a text between them; missing ones are omitted.
  case joined([ComputedSource], separator: String)
  /// A day or moment, and the number of units to add to it.
  case later(ComputedSource, ComputedSource, Unit)
  /// Whether the record matches the condition.
  case holds(FetchPredicate)
  /// Whether a relationship to many records contains one that matches the condition.
  case exists(String, where: FetchPredicate?)
  /// The least value of an attribute of related records that match the condition; no value for none.
  case least(String, of: String, where: FetchPredicate?)
  /// The greatest value of an attribute of related records that match the condition; no value for none.
  case greatest(String, of: String, where: FetchPredicate?)
  /// The sum of an expression over the records of a to-many relationship that match the condition; zero for none.
  case sum(String, FetchExpression, where: FetchPredicate?)
  /// The sum of both.
  case plus(ComputedSource, ComputedSource)
  /// The difference of both.
  case minus(ComputedSource, ComputedSource)
  /// The product of both.
  case product(ComputedSource, ComputedSource)
  /// Rounds to a number of decimal places; a half is rounded away from zero.
  case rounded(ComputedSource, scale: Int)
  /// A formula, which can have other computed values, too.
  case formula(Formula)

  /// The kind of the result and, for numbers, its scale and currency.
  /// - Throws: ``ExpressionFault`` if the computation is invalid for that entity.
  package func result(
    of entity: EntityDescription, in model: ModelDescription
  ) throws(ExpressionFault) -> AttributeDescription {
    switch self {
    case .own(.value(let name)):
      guard let path = AttributePath(name, of: entity, in: model) else { throw .unknown(name) }
      guard let attribute = path.attribute, !attribute.isBytes else { throw .notComputable(name) }
      return attribute
    case .text: return Self.plain(.text)
    case .joined(let parts, _):
      for part in parts {
        let result = try part.result(of: entity, in: model)
        guard result.code != nil || [.text, .integer, .mail, .phone, .url, .date].contains(result.kind) else {
          throw .notComputable(result.name)
        }
      }
      return Self.plain(.text)
    case .later(let start, let number, let unit):
      let start = try start.result(of: entity, in: model)
      guard start.kind == .date && unit != .minutes || start.kind == .timestamp && unit != .months else {
        throw .notComputable(start.name)
      }
      guard try number.form(of: entity, in: model).scale == 0 else { throw .notComputable(unit.rawValue) }
      return Self.plain(start.kind)
    case .holds(let condition):
      try condition.check(entity, in: model)
      return Self.plain(.boolean)
    case .exists(let name, let condition):
      let target = try Self.target(name, of: entity, in: model)
      try condition?.check(target, in: model)
      return Self.plain(.boolean)
    case .least(let name, let attribute, let condition), .greatest(let name, let attribute, let condition):
      let target = try Self.target(name, of: entity, in: model)
      try condition?.check(target, in: model)
      guard let attribute = target.attribute(attribute) else { throw .unknown("\(name).\(attribute)") }
      guard attribute.behavior.hasRange else { throw .notComputable(attribute.name) }
      return attribute
    case .formula(let formula): return try formula.type(of: entity, in: model).attribute
    case .own, .sum, .plus, .minus, .product, .rounded: return try form(of: entity, in: model).attribute
    }
  }

  /// The meaning of the resulting integer of a calculation.
  /// - Throws: ``ExpressionFault`` if the computation is invalid for that entity, or results in no exact number.
  public func form(of entity: EntityDescription, in model: ModelDescription) throws(ExpressionFault) -> ExpressionForm {
    switch self {
    case .own(let expression): return try expression.form(of: entity, in: model)
    case .sum(let name, let expression, let condition):
      let target = try Self.target(name, of: entity, in: model)
      try condition?.check(target, in: model)
      return try expression.form(of: target, in: model).summed
    case .plus(let one, let other), .minus(let one, let other):
      let (one, other) = (try one.form(of: entity, in: model), try other.form(of: entity, in: model))
      return one.added(to: other)
    case .product(let one, let other):
      let (one, other) = (try one.form(of: entity, in: model), try other.form(of: entity, in: model))
      let scale = one.scale + other.scale
      guard scale <= FetchExpression.mostDigits else { throw .badScale(scale) }
      return ExpressionForm(scale: scale, currency: one.currency ?? other.currency)
    case .rounded(let inner, let scale):
      guard (0...FetchExpression.mostDigits).contains(scale) else { throw .badScale(scale) }
      return try inner.form(of: entity, in: model).rounded(to: scale)
    case .least, .greatest:
      let result = try result(of: entity, in: model)
      guard [.integer, .decimal].contains(result.kind) else { throw .notExact(result.name) }
      return result.expressionForm
    case .formula(let formula):
      let type = try formula.type(of: entity, in: model)
      guard case .number(let form) = type else { throw .notNumber(type.attribute.kind) }
      return form
    case .text, .joined, .later, .holds, .exists: throw .notNumber(try result(of: entity, in: model).kind)
    }
  }

  private static func target(
    _ name: String, of entity: EntityDescription, in model: ModelDescription
  ) throws(ExpressionFault) -> EntityDescription {
    guard let relationship = entity.relationship(name), relationship.cardinality != .toOne,
      let target = model.entity(named: relationship.target)
    else { throw .unknown(name) }
    return target
  }

  private static func plain(_ kind: KindName) -> AttributeDescription {
    AttributeDescription(name: kind.rawValue, label: "", kind: kind)
  }
}

extension FetchPredicate {
  /// Checks that a condition compares what the entity has, and no computed values: those could be computed from each
  /// other without end.
  /// - Throws: ``ExpressionFault`` with the name or the reason.
  fileprivate func check(_ entity: EntityDescription, in model: ModelDescription) throws(ExpressionFault) {
    switch self {
    case .compare(let name, _, _), .day(let name, _, _), .moment(let name, _, _):
      guard name == "id" || entity.position(of: name) != nil else { throw .unknown(name) }
    case .has(let name, _): guard entity.relationship(name) != nil else { throw .unknown(name) }
    case .isRelated(let owner, let name, _):
      guard model.entity(named: owner)?.relationship(name) != nil else { throw .unknown(owner + "." + name) }
    case .reads(let names, _):
      for name in names where entity.attribute(name) == nil { throw .unknown(name) }
    case .leads(let name, let inner):
      guard let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) }) else {
        throw .unknown(name)
      }
      try inner.check(target, in: model)
    case .isReferred(let other, let name, let inner):
      guard let owner = model.entity(named: other), let relationship = owner.relationship(name),
        relationship.cardinality == .toOne, relationship.target == entity.name
      else { throw .unknown(other + "." + name) }
      try inner.check(owner, in: model)
    case .calculates(let one, _, let other):
      _ = try one.form(of: entity, in: model)
      _ = try other.form(of: entity, in: model)
    case .formula(let formula):
      let check = FormulaCheck(model)
      for (name, owner) in check.names(in: formula.term, entity) where check.computed(name, of: owner) != nil {
        throw .unknown(name)
      }
      if let complaint = check.complaint(aboutCondition: formula, entity) { throw .formula(complaint.problem.phrase) }
    case .all(let list), .any(let list): for inner in list { try inner.check(entity, in: model) }
    case .not(let inner): try inner.check(entity, in: model)
    }
  }
}
