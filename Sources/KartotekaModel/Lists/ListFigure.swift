/// A figure of a list's column, as in an address: `sum:total`, `min:customer.since`.
package struct ListFigure: Hashable, Sendable {
  /// The maximum number of figures of a list.
  package static let most = 20

  package let function: AggregateFunction
  /// The path of the field.
  package let field: String

  /// A function of a field.
  package init(_ function: AggregateFunction, of field: String) { (self.function, self.field) = (function, field) }

  /// Parses ``text``; nil for anything else.
  package init?(text: some StringProtocol) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let function = AggregateFunction(rawValue: String(parts[0])), !parts[1].isEmpty else {
      return nil
    }
    self.init(function, of: ListText.unescaped(Substring(parts[1])))
  }

  /// The figure as a text.
  package var text: String { function.rawValue + ":" + ListText.escaped(field) }

  /// The field of the figure.
  /// - Throws: ``ListFault`` with the known fields or functions.
  package func subject(of entity: EntityDescription, in model: ModelDescription) throws(ListFault) -> FilterSubject {
    let path = try FieldPath(field, of: entity, in: model)
    guard let subject = FilterSubject(path.name, of: path.entity), !subject.functions.isEmpty else {
      let known = FilterSubject.names(of: path.entity).filter {
        FilterSubject($0, of: path.entity)?.functions.contains(function) == true
      }
      throw .unknown(field, known: path.names(known))
    }
    guard subject.functions.contains(function) else {
      throw .unknown(text, known: subject.functions.map { ListFigure($0, of: field).text })
    }
    return subject
  }

  /// The measure of the figure.
  package var measure: AggregateMeasure { .of(function, field) }
}

/// The value by which a list is grouped, as in an address: `customer`, or `month:orderDate` for the units of days.
package struct ListGroup: Hashable, Sendable {
  /// The path of the field.
  package var field: String
  /// The unit of days and moments; nil for each value.
  package let unit: DayUnit?

  /// The values of a field, or their units of days.
  package init(_ field: String, by unit: DayUnit? = nil) { (self.field, self.unit) = (field, unit) }

  /// Parses ``text``.
  package init(text: some StringProtocol) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let unit = DayUnit(rawValue: String(parts[0])) {
      self.init(ListText.unescaped(Substring(parts[1])), by: unit)
    } else {
      self.init(ListText.unescaped(Substring(text)))
    }
  }

  /// The group as a text.
  package var text: String { (unit.map { $0.rawValue + ":" } ?? "") + ListText.escaped(field) }

  /// The field of the group.
  /// - Throws: ``ListFault`` with the known fields.
  package func subject(of entity: EntityDescription, in model: ModelDescription) throws(ListFault) -> FilterSubject {
    let path = try FieldPath(field, of: entity, in: model)
    let known = path.entity.sortableNames.filter { name in
      unit == nil || FilterSubject(name, of: path.entity)?.isOfDays == true
    }
    guard known.contains(path.name), let subject = FilterSubject(path.name, of: path.entity) else {
      throw .unknown(field, known: path.names(known))
    }
    return subject
  }

  /// The grouping of aggregates.
  package var aggregate: AggregateGroup { AggregateGroup(field, by: unit) }
}

extension AggregateFunction {
  /// The function in English, a catalogue key.
  package var words: String {
    switch self {
    case .sum: "sum"
    case .average: "average"
    case .least: "least"
    case .greatest: "greatest"
    case .empty: "empty"
    case .distinct: "different"
    }
  }
}
