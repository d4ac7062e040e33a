import KartotekaModel

/// The names in a list's lines and documents exist: the relationship to lines that belong to one record
/// each, the relationship from a line to its item, and attributes of each.
struct LinesConsistent: AppRule {
  let id = "lines-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.flatMap { tab, list, entity in
      var faults = list.lines.map { self.faults(of: $0, entity, in: app, tab) } ?? []
      for document in list.documents {
        let numbers = [document.issue?.number, document.reversal?.number].compactMap(\.self)
        let names =
          document.shownFields.filter { !entity.hasDocumentField($0, in: app.model) }
          + numbers.filter { entity.position(of: $0) == nil }
        faults += names.map { missing($0, of: entity, in: document, tab) }
        if let table = document.table { faults += self.faults(of: table, entity, in: app, document, tab) }
      }
      return faults
    }
  }

  private func faults(
    of table: DocumentDescription.Table, _ entity: EntityDescription, in app: AppDescription,
    _ document: DocumentDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    guard let relationship = entity.relationship(table.relationship), relationship.cardinality == .toMany,
      let target = app.model.entity(named: relationship.target)
    else { return [missing(table.relationship, of: entity, in: document, tab)] }
    if let found = table.predicate.formulaFault(of: target, in: app.model) {
      return [fault(entity: entity.name, field: table.relationship, found.problem, hint: found.hint)]
    }
    return table.columns.filter { target.position(of: $0) == nil && target.computed($0) == nil }
      .map { missing($0, of: target, in: document, tab) }
  }

  private func faults(
    of lines: LinesDescription, _ entity: EntityDescription, in app: AppDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    guard let toLines = entity.relationship(lines.relationship), toLines.cardinality == .toMany,
      let inverse = toLines.inverse, let line = app.model.entity(named: toLines.target)
    else { return [missing(lines.relationship, of: entity, tab)] }
    guard let toItem = line.relationship(lines.item), toItem.cardinality == .toOne,
      let item = app.model.entity(named: toItem.target)
    else { return [missing(lines.item, of: line, tab)] }
    let needed = lines.needed.map { [$0.field, $0.exception] } ?? []
    let ofEntity =
      lines.fields + lines.folds.flatMap(\.fields) + lines.extras + needed + [lines.taxRate].compactMap(\.self)
    let ofLine = [lines.quantity] + [lines.price, lines.discount].compactMap(\.self)
    let ofItem = lines.shown + [lines.itemPrice, lines.stock, lines.hidden].compactMap(\.self)
    var faults = [(entity, ofEntity), (line, ofLine), (item, ofItem)].flatMap { owner, names in
      names.filter { owner.position(of: $0) == nil }.map { missing($0, of: owner, tab) }
    }
    if toLines.partOwner(in: app.model) == nil {
      faults.append(
        fault(
          entity: line.name, field: inverse, "Lines in “\(tab.title)” belong to their record and are deleted with it.",
          hint: "Make the relationship to the record required, with deletion of the lines."))
    }
    var numbers: [(EntityDescription, String?, KindName)] = [
      (line, lines.quantity, .integer), (line, lines.price, .decimal), (line, lines.discount, .decimal),
      (item, lines.itemPrice, .decimal), (item, lines.stock, .integer), (item, lines.hidden, .boolean),
      (entity, lines.taxRate, .decimal),
    ]
    for extra in lines.extras { numbers.append((entity, extra, .decimal)) }
    for (owner, name, kind) in numbers {
      guard let name, let attribute = owner.attribute(name) else { continue }
      if attribute.kind != kind || !fits(attribute.form, name, lines) { faults.append(otherKind(name, of: owner, tab)) }
    }
    if let name = lines.discount, let discount = line.attribute(name), discount.scale < 2 {
      faults.append(
        fault(
          entity: line.name, field: name, "The discount of lines in “\(tab.title)” can't hold a whole percent.",
          hint: "Give it a scale of 2 at least."))
    }
    if let name = lines.taxRate, let rate = entity.attribute(name), rate.scale != LinesDescription.taxScale {
      faults.append(
        fault(
          entity: entity.name, field: name, "The tax rate in “\(tab.title)” has another scale than 2.",
          hint: "Give it a scale of 2: it is in percent."))
    }
    let scales = [lines.price.flatMap { line.attribute($0) }, lines.itemPrice.flatMap { item.attribute($0) }]
    let amounts = (scales + lines.extras.map { entity.attribute($0) }).compactMap { $0?.scale }
    if Set(amounts).count > 1 {
      faults.append(
        fault(
          entity: line.name, field: lines.price, "Amounts of lines in “\(tab.title)” have different scales.",
          hint: "Give prices, and what comes on top of them, the same scale."))
    }
    return faults
  }

  // A number in another form has other values: a percentage is a fraction, a duration minutes. A discount is a fraction.
  private func fits(_ form: NumberForm?, _ name: String, _ lines: LinesDescription) -> Bool {
    form == nil || form == .percent && name == lines.discount
  }

  private func otherKind(_ name: String, of entity: EntityDescription, _ tab: TabDescription) -> DescriptionFault {
    fault(
      entity: entity.name, field: name, "The lines in “\(tab.title)” need another kind of value there.",
      hint: "Amounts are decimals, a quantity and a stock are whole numbers, a tax rate is in percent.")
  }

  private func missing(_ name: String, of entity: EntityDescription, _ tab: TabDescription) -> DescriptionFault {
    fault(
      entity: entity.name, field: name,
      "The lines in “\(tab.title)” need it, and \(entity.name) has no such attribute or relationship.",
      hint: "Declare it, or leave it out of the screen.")
  }

  private func missing(
    _ name: String, of entity: EntityDescription, in document: DocumentDescription, _ tab: TabDescription
  ) -> DescriptionFault {
    fault(
      entity: entity.name, field: name,
      "The document “\(document.title)” in “\(tab.title)” needs it, and \(entity.name) has no such field.",
      hint: "Declare it, or leave it out of the document.")
  }
}
