// Expressions of figures. One that is a field alone, which may be computed, has the sum and average of lists.
extension FetchExpression {
  /// The form of the sum or average of the expression's numbers.
  package func figureForm(
    of entity: EntityDescription, in model: ModelDescription, isAverage: Bool = false
  ) throws(ExpressionFault) -> ExpressionForm {
    guard let field = field(of: entity) else { return try form(of: entity, in: model) }
    guard [.integer, .decimal].contains(field.kind) else { throw .notExact(field.name) }
    return (isAverage ? field.average : field.summed).expressionForm
  }

  /// The sum or average as a measure.
  package func figureMeasure(of entity: EntityDescription, isAverage: Bool) -> AggregateMeasure {
    if let field = field(of: entity) { return .of(isAverage ? .average : .sum, field.name) }
    return isAverage ? .average(self) : .sum(self)
  }

  private func field(of entity: EntityDescription) -> AttributeDescription? {
    guard case .value(let name) = self else { return nil }
    return entity.attribute(name) ?? entity.computed(name)?.attribute
  }
}
