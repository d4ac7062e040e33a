/// The description of a computed value.
public struct ComputedDescription: Hashable, Sendable, Codable {
  /// The value's name, label and kind, as a read-only attribute.
  public var attribute: AttributeDescription
  /// The computation.
  public var source: ComputedSource

  /// A computed value.
  public init(attribute: AttributeDescription, source: ComputedSource) {
    self.attribute = attribute
    self.source = source
  }

  /// The name in Swift and in JSON: `total`.
  public var name: String { attribute.name }
}

/// The computation of a value, in integers of its smallest unit.
public indirect enum ComputedSource: Hashable, Sendable, Codable {
  /// An expression over the record's own values.
  case own(FetchExpression)
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

  /// The meaning of the resulting integer.
  /// - Throws: ``ExpressionFault`` if the computation is invalid for that entity.
  public func form(of entity: EntityDescription, in model: ModelDescription) throws(ExpressionFault) -> ExpressionForm {
    switch self {
    case .own(let expression): return try expression.form(of: entity, in: model)
    case .sum(let name, let expression, _):
      guard let relationship = entity.relationship(name), relationship.cardinality == .toMany,
        let target = model.entity(named: relationship.target)
      else { throw .unknown(name) }
      return try expression.form(of: target, in: model)
    case .plus(let one, let other), .minus(let one, let other):
      let (one, other) = (try one.form(of: entity, in: model), try other.form(of: entity, in: model))
      return ExpressionForm(scale: max(one.scale, other.scale), currency: one.currency ?? other.currency)
    case .product(let one, let other):
      let (one, other) = (try one.form(of: entity, in: model), try other.form(of: entity, in: model))
      let scale = one.scale + other.scale
      guard scale <= FetchExpression.mostDigits else { throw .badScale(scale) }
      return ExpressionForm(scale: scale, currency: one.currency ?? other.currency)
    case .rounded(let inner, let scale):
      guard (0...FetchExpression.mostDigits).contains(scale) else { throw .badScale(scale) }
      return ExpressionForm(scale: scale, currency: try inner.form(of: entity, in: model).currency)
    }
  }
}
