/// Checks formulas: each operator and function has values of kinds that fit, and no computed value needs itself.
package struct FormulaCheck: Sendable {
  /// The digits after the point that a quotient and an average have at least.
  package static let quotientScale = 4
  /// The most computed values one behind another. SQLite expands each where it is used: for a page with a chain of 10 it takes
  /// 0.06 seconds, with one of 20 a second.
  package static let mostLinks = 10

  let model: ModelDescription

  package init(_ model: ModelDescription) { self.model = model }

  /// The kind of a formula's value.
  /// - Throws: ``FormulaFault``, for a text with the place.
  package func type(of formula: Formula, _ entity: EntityDescription) throws(FormulaFault) -> FormulaType {
    if case .unreadable(let text) = formula.term { _ = try Formula(reading: text) }
    let type = try type(of: formula.term, nil, entity)
    try checkCycles(of: formula.term, entity)
    return type
  }

  /// Whether a formula can have an attribute or a computed value.
  func isUsable(_ name: String, of entity: EntityDescription) -> Bool {
    (try? type(of: .value(name), nil, entity)) != nil
  }

  /// The kind of a term's value, for terms of formulas that were checked.
  package func type(of term: FormulaTerm, _ entity: EntityDescription) throws(FormulaFault) -> FormulaType {
    try type(of: term, nil, entity)
  }

  func type(
    of term: FormulaTerm, _ location: FormulaLocation?, _ entity: EntityDescription
  ) throws(FormulaFault) -> FormulaType {
    let range = location?.range ?? 0..<0
    switch term {
    case .value(let name):
      guard let attribute = attribute(name, of: entity) else {
        throw FormulaFault("There is no field “\(name)”; texts are in quotation marks.", at: range)
      }
      guard let type = FormulaType(attribute) else {
        throw FormulaFault("“\(name)” can't be computed with.", at: range)
      }
      return type
    case .number(_, let scale): return .number(ExpressionForm(scale: scale))
    case .text(let text): return text.isEmpty ? .nothing : .text
    case .today: return .day
    case .now: return .moment
    case .me: return .text
    case .unreadable: throw FormulaFault("This is no formula.", at: range)
    case .call(let function, let parts):
      var types: [FormulaType] = []
      for (index, part) in parts.enumerated() {
        types.append(try type(of: part, location?.part(index), entity))
      }
      return try FormulaCall(function: function, terms: parts, types: types, location: location).result()
    case .over(let function, let name, let parts):
      guard let relationship = entity.relationship(name), relationship.cardinality != .toOne,
        let target = model.entity(named: relationship.target)
      else { throw FormulaFault("There is no relationship “\(name)” to several records.", at: range) }
      var types: [FormulaType] = []
      for (index, part) in parts.enumerated() {
        if part.hasRecords {
          throw FormulaFault(
            "A sum within a sum: make the inner one a computed value, and use it here.",
            at: location?.part(index)?.range ?? range)
        }
        types.append(try type(of: part, location?.part(index), target))
      }
      return try FormulaCall(function: function, terms: parts, types: types, location: location).resultOfRecords()
    }
  }

  /// The attribute of a name, or that of a computed value; nil for other names.
  package func attribute(_ name: String, of entity: EntityDescription) -> AttributeDescription? {
    if let path = AttributePath(name, of: entity, in: model) { return path.attribute }
    return computed(name, of: entity)?.value.attribute
  }

  /// The computed value of a name such as `total` or `customer.total`, with its entity; nil for other names.
  package func computed(
    _ name: String, of entity: EntityDescription
  ) -> (value: ComputedDescription, entity: EntityDescription)? {
    var entity = entity
    var steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = steps.popLast(), steps.count <= FieldPath.limit else { return nil }
    for step in steps {
      guard let relationship = entity.relationship(step), relationship.cardinality == .toOne,
        let target = model.entity(named: relationship.target)
      else { return nil }
      entity = target
    }
    return entity.computed(last).map { ($0, entity) }
  }

  // MARK: Computed values of computed values

  /// The names of all values in a term, each with the entity that has it.
  package func names(in term: FormulaTerm, _ entity: EntityDescription) -> [(name: String, entity: EntityDescription)] {
    switch term {
    case .value(let name): return [(name, entity)]
    case .over(_, let name, let parts):
      guard let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) }) else { return [] }
      return parts.flatMap { names(in: $0, target) }
    default: return term.parts.flatMap { names(in: $0, entity) }
    }
  }

  /// - Throws: ``FormulaFault`` that names the computed values which need each other, or says that too many follow each other.
  func checkCycles(of term: FormulaTerm, _ entity: EntityDescription) throws(FormulaFault) {
    var links: [[String]: Int] = [:]
    _ = try follow(values(in: term, entity), [], &links)
  }

  /// - Throws: ``FormulaFault`` that names the computed values which need each other, or says that too many follow each other.
  package func checkCycles(of source: ComputedSource, _ entity: EntityDescription) throws(FormulaFault) {
    var links: [[String]: Int] = [:]
    _ = try follow(values(in: source, entity), [], &links)
  }

  /// The computed values that the formulas within a computation have, each with the entity that has it.
  package func values(
    in source: ComputedSource, _ entity: EntityDescription
  ) -> [(value: ComputedDescription, entity: EntityDescription)] {
    source.formulas.flatMap { values(in: $0.term, entity) }
  }

  private func values(
    in term: FormulaTerm, _ entity: EntityDescription
  ) -> [(value: ComputedDescription, entity: EntityDescription)] {
    names(in: term, entity).compactMap { computed($0.name, of: $0.entity) }
  }

  // The number of computed values one behind another; those that are known are not followed again.
  private func follow(
    _ values: [(value: ComputedDescription, entity: EntityDescription)], _ path: [(key: [String], label: String)],
    _ links: inout [[String]: Int]
  ) throws(FormulaFault) -> Int {
    var most = 0
    for (value, owner) in values {
      let key = [owner.name, value.name]
      if let start = path.firstIndex(where: { $0.key == key }) {
        let labels = (path[start...].map(\.label) + [value.attribute.label]).joined(separator: " → ")
        throw FormulaFault("These need each other: \(labels).", at: 0..<0)
      }
      let own: Int
      if let known = links[key] {
        own = known
      } else {
        guard path.count < Self.mostLinks else { throw Self.tooManyLinks }
        own = 1 + (try follow(self.values(in: value.source, owner), path + [(key, value.attribute.label)], &links))
        links[key] = own
      }
      most = max(most, own)
      guard path.count + own <= Self.mostLinks else { throw Self.tooManyLinks }
    }
    return most
  }

  private static var tooManyLinks: FormulaFault {
    FormulaFault(
      "More than \(mostLinks) computed values have each other in a row: put several into one formula.", at: 0..<0)
  }
}

extension FormulaTerm {
  /// Whether a part is a function of related records.
  package var hasRecords: Bool {
    if case .over = self { true } else { parts.contains(where: \.hasRecords) }
  }
}
