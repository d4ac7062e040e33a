import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

extension ProposedColumn {
  /// The kind of the field; nil for one that screens don't offer.
  package var kind: FieldShape.Kind? { FieldShape.Kind(field) }

  /// Gives the field another kind.
  /// - Parameter values: the first values of the column.
  package mutating func choose(_ kind: FieldShape.Kind, _ values: [String]) {
    guard var shape = FieldShape(ColumnGuess.attribute(of: values, heading: heading, as: kind.name)) else { return }
    shape.kind = kind
    shape.rules = FieldRules()
    shape.label = label
    shape.isUnique = field.isUnique && kind.canBeUnique
    let isTitle = field.isTitle
    field = shape.attribute(named: field.name, from: nil)
    field.isTitle = isTitle && !field.isBytes
    isChosen = true
  }
}

extension [ProposedTable] {
  /// The fault that keeps an application from being made of the tables, with the place of the table and the name of its
  /// field in forms; nil for none.
  package var fault: (table: Int, fault: ShapeFault)? {
    for (index, table) in enumerated() where !table.isLeftOut {
      if let fault = fault(in: table, at: index) { return (index, fault) }
    }
    return nil
  }

  private func fault(in table: ProposedTable, at index: Int) -> ShapeFault? {
    let nouns = table.nouns
    for (field, noun) in [("one", nouns.one), ("many", nouns.many)] {
      if noun.isEmpty { return ShapeFault(field, "This can't be empty") }
      if !noun.contains(where: \.isLetter) { return ShapeFault(field, "This has to have a letter") }
    }
    let isTaken = enumerated().contains { other, table in
      other < index && !table.isLeftOut && Naming.key(table.nouns.one) == Naming.key(nouns.one)
    }
    if isTaken {
      return ShapeFault("one", Phrase("There is a kind of record called {name} already", ["name": .text(nouns.one)]))
    }
    var seen: Set<String> = []
    var hasNumber = false
    for (place, column) in table.columns.enumerated() where column.meaning != .nothing {
      let field = "label-\(place + 1)"
      if column.meaning == .number {
        if hasNumber { return ShapeFault("kind-\(place + 1)", "Only one column can have the records' numbers") }
        hasNumber = true
        continue
      }
      if case .longitude = column.meaning { continue }
      guard !column.label.isEmpty || column.heading.isEmpty else { return ShapeFault(field, "This can't be empty") }
      let key = Naming.key(column.label)
      if !key.isEmpty, !seen.insert(key).inserted {
        return ShapeFault(field, Phrase("There is a field called {name} already", ["name": .text(column.label)]))
      }
    }
    if !table.columns.contains(where: { $0.meaning != .nothing && $0.meaning != .number }) {
      return ShapeFault("", "At least one column has to become a field")
    }
    return nil
  }
}
