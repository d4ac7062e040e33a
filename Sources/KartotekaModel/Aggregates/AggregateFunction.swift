/// A function of the values that records have in a field. Records without a value are ignored, except by ``empty``.
public enum AggregateFunction: String, CaseIterable, Hashable, Sendable, Codable {
  /// The sum of numbers; zero for none.
  case sum
  /// The average of numbers. That of money has the decimal places of the amounts, that of other exact numbers at least two; a half
  /// is rounded away from zero. Null for none.
  case average = "avg"
  /// The least number, day or moment; null for none.
  case least = "min"
  /// The greatest number, day or moment; null for none.
  case greatest = "max"
  /// The number of records without a value.
  case empty
  /// The number of different values.
  case distinct
}

extension AttributeDescription {
  /// The decimal places of averages of exact numbers, and of money those of its amounts.
  private static let averageDigits = 2

  /// The form of an average of the values: that of money has the decimal places of the amounts, that of other exact numbers at
  /// least two. A half is rounded away from zero.
  package var average: AttributeDescription {
    guard kind == .integer || kind == .decimal else { return self }
    var average = AttributeDescription(name: name, label: label, kind: .decimal)
    average.currency = currency
    average.form = form == .rating || form == .year ? nil : form
    let digits = Self.averageDigits + (form == .percent ? Self.percentDigits : 0)
    average.scale = currency == nil ? max(scale, digits) : scale
    return average
  }
}

extension FilterSubject {
  /// The functions of the field's values.
  package var functions: [AggregateFunction] {
    switch self {
    case .id, .many: []
    case .state, .toOne: [.empty, .distinct]
    case .attribute(let attribute) where attribute.isBytes: [.empty]
    case .attribute(let attribute), .computed(let attribute):
      if [.integer, .decimal, .real].contains(attribute.kind) {
        AggregateFunction.allCases
      } else {
        (attribute.isOfDays ? [.least, .greatest] : []) + [.empty, .distinct]
      }
    }
  }

  /// The form of a function's result.
  package func result(of function: AggregateFunction) -> AttributeDescription {
    switch (self, function) {
    case (.attribute(let attribute), .average), (.computed(let attribute), .average): attribute.average
    case (.attribute(let attribute), .sum), (.computed(let attribute), .sum): attribute.summed
    case (.attribute(let attribute), .least), (.computed(let attribute), .least),
      (.attribute(let attribute), .greatest), (.computed(let attribute), .greatest):
      attribute
    default: AttributeDescription(name: "", label: "", kind: .integer)
    }
  }
}
