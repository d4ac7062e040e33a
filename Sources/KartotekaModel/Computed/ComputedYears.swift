/// Gives computed values that are years the form of years, also those that were declared without: `year(joined)` is 2026, not 2,026.
enum ComputedYears {
  /// The entities with the forms.
  static func known(_ entities: [EntityDescription]) -> [EntityDescription] {
    // Most models have no such formula.
    let hasYears = entities.contains { entity in
      entity.computed.contains { value in value.source.formulas.contains { $0.term.hasYear } }
    }
    guard hasYears else { return entities }
    var known = entities
    // What a value is follows from those that it has: they are known after as many turns as are in a row.
    for _ in 0...FormulaCheck.mostLinks {
      let model = ModelDescription(plain: known)
      let next = zip(entities, known).map { declared, entity in
        let computed = declared.computed.map { formed($0, entity, model) }
        return computed == entity.computed ? entity : declared.with(computed)
      }
      guard next != known else { break }
      known = next
    }
    return known
  }

  // A value without a form, as a year if it comes to one.
  private static func formed(
    _ value: ComputedDescription, _ entity: EntityDescription, _ model: ModelDescription
  ) -> ComputedDescription {
    guard value.attribute.kind == .integer, value.attribute.form == nil,
      let result = try? value.source.result(of: entity, in: model), result.form == .year
    else { return value }
    var year = value
    year.attribute.form = .year
    return year
  }
}

extension FormulaTerm {
  /// Whether a part is the year of a day.
  fileprivate var hasYear: Bool {
    if case .call(.year, _) = self { return true }
    return parts.contains(where: \.hasYear)
  }
}

extension EntityDescription {
  // The entity with other computed values.
  fileprivate func with(_ computed: [ComputedDescription]) -> EntityDescription {
    EntityDescription(
      name: name, plural: plural, table: table, nouns: nouns, numberedTitle: numberedTitle, formerNames: formerNames,
      attributes: attributes, relationships: relationships, sortOrders: sortOrders, searchPaths: searchPaths,
      uniqueKeys: uniqueKeys, computed: computed, states: states, rules: rules, derivation: derivation,
      source: source, hasNotes: hasNotes, notesOwner: notesOwner, needs: needs)
  }
}
