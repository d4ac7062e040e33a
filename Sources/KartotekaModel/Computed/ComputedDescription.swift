/// A computed value of an entity, as everything that shows it reads it.
public struct ComputedDescription: Hashable, Sendable, Codable {
  /// Its name, label and kind, as if it were an attribute that nobody writes.
  public var attribute: AttributeDescription
  /// How it is worked out.
  public var source: ComputedSource

  /// A computed value.
  public init(attribute: AttributeDescription, source: ComputedSource) {
    self.attribute = attribute
    self.source = source
  }

  /// The name in Swift and in JSON: `total`.
  public var name: String { attribute.name }
}

/// How a computed value is worked out: in integers of its smallest unit.
public indirect enum ComputedSource: Hashable, Sendable, Codable {
  /// An expression over the record's own values.
  case own(FetchExpression)
  /// The sum of an expression over the records that a to-many relationship leads to and for which the condition
  /// holds; zero for none.
  case sum(String, FetchExpression, where: FetchPredicate?)
  /// Both added.
  case plus(ComputedSource, ComputedSource)
  /// The first without the second.
  case minus(ComputedSource, ComputedSource)
  /// Both multiplied.
  case product(ComputedSource, ComputedSource)
  /// Rounded to so many digits after the point; a half goes away from zero.
  case rounded(ComputedSource, scale: Int)

  /// What the integer means that it comes to.
  /// - Throws: ``ExpressionFault`` where it makes no sense for records of that entity.
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
