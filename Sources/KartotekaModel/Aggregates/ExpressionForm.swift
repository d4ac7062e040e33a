/// The meaning of the integer that results from an expression.
public struct ExpressionForm: Hashable, Sendable, Codable {
  /// The number of decimal places.
  public let scale: Int
  /// The currency of money, by its ISO 4217 code; nil for other numbers.
  public let currency: String?
  /// The form in which people read the number; nil for its digits.
  package let form: NumberForm?

  /// A form.
  public init(scale: Int, currency: String? = nil) {
    self.init(scale: scale, currency: currency, form: nil)
  }

  /// A form of numbers that people read in another form than their digits.
  package init(scale: Int, currency: String? = nil, form: NumberForm?) {
    self.scale = scale
    self.currency = currency
    self.form = form
  }

  /// The form of a sum or difference, and of a choice between two numbers. An amount of money stays one.
  package func with(_ other: ExpressionForm) -> ExpressionForm {
    with(other, NumberForm.shared(form, other.form))
  }

  /// The form of a sum or difference of numbers in a row: two years come to no year.
  package func added(to other: ExpressionForm) -> ExpressionForm {
    with(other, NumberForm.difference(form, other.form))
  }

  private func with(_ other: ExpressionForm, _ form: NumberForm?) -> ExpressionForm {
    let (currency, scale) = (currency ?? other.currency, max(scale, other.scale))
    let isFit = currency == nil && (form != .year || scale == 0)
    return ExpressionForm(scale: scale, currency: currency, form: isFit ? form : nil)
  }

  /// The form of a sum over records: years come to no year.
  package var summed: ExpressionForm {
    form == .year ? ExpressionForm(scale: scale, currency: currency) : self
  }

  /// The form of the number with other decimal places.
  package func rounded(to scale: Int) -> ExpressionForm {
    let isFit =
      form == .percent && scale >= AttributeDescription.percentDigits || form == .duration
      || form == .year && scale == 0
    return ExpressionForm(scale: scale, currency: currency, form: isFit ? form : nil)
  }

  /// The form as an attribute, so that the result is formatted like attributes.
  public var attribute: AttributeDescription {
    var attribute = AttributeDescription(name: "value", label: "", kind: scale > 0 ? .decimal : .integer)
    attribute.scale = scale
    attribute.currency = currency
    attribute.form = form
    if currency != nil { attribute.kind = .decimal }
    return attribute
  }
}

extension FetchExpression {
  /// The maximum number of decimal places of a result.
  package static let mostDigits = 9

  /// The form of the result for records of an entity.
  /// - Throws: ``ExpressionFault`` if the expression is invalid for it.
  public func form(of entity: EntityDescription, in model: ModelDescription) throws(ExpressionFault) -> ExpressionForm {
    switch self {
    case .value(let name):
      guard let path = AttributePath(name, of: entity, in: model) else { throw .unknown(name) }
      guard let attribute = path.attribute, [.integer, .decimal].contains(attribute.kind) else {
        throw .notExact(name)
      }
      return attribute.expressionForm
    case .constant(_, let scale): return try Self.checked(scale, nil)
    case .sum(let one, let other), .difference(let one, let other):
      let (one, other) = (try one.form(of: entity, in: model), try other.form(of: entity, in: model))
      return one.added(to: other)
    case .product(let one, let other):
      let (one, other) = (try one.form(of: entity, in: model), try other.form(of: entity, in: model))
      return try Self.checked(one.scale + other.scale, one.currency ?? other.currency)
    case .rounded(let inner, let scale):
      guard (0...Self.mostDigits).contains(scale) else { throw .badScale(scale) }
      return try inner.form(of: entity, in: model).rounded(to: scale)
    }
  }

  private static func checked(_ scale: Int, _ currency: String?) throws(ExpressionFault) -> ExpressionForm {
    guard (0...mostDigits).contains(scale) else { throw .badScale(scale) }
    return ExpressionForm(scale: scale, currency: currency)
  }
}
