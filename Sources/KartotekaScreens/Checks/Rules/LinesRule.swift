import KartotekaModel

/// The names in a list's lines and documents exist: the relationship to lines that belong to one record
/// each, the relationship from a line to its item, and attributes of each.
struct LinesConsistent: AppRule {
  let id = "lines-consistent"

  func faults(in app: AppDescription) -> [DescriptionFault] {
    app.lists.flatMap { tab, list, entity in
      var faults = list.lines.map { self.faults(of: $0, entity, in: app, tab) } ?? []
      for document in list.documents {
        let names =
          document.recipient.flatMap(\.self) + document.facts
          + [document.issue?.number, document.reversal?.number].compactMap(\.self)
        faults += names.filter { entity.position(of: $0) == nil }.map { missing($0, of: entity, tab) }
        if list.lines == nil { faults.append(withoutLines(document, entity, tab)) }
      }
      return faults
    }
  }

  private func faults(
    of lines: LinesDescription, _ entity: EntityDescription, in app: AppDescription, _ tab: TabDescription
  ) -> [DescriptionFault] {
    guard let toLines = entity.relationship(lines.relationship), toLines.cardinality == .toMany,
      toLines.inverse != nil, let line = app.model.entity(named: toLines.target)
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

  private func missing(_ name: String, of entity: EntityDescription, _ tab: TabDescription) -> DescriptionFault {
    fault(
      entity: entity.name, field: name,
      "The lines in “\(tab.title)” need it, and \(entity.name) has no such attribute or relationship.",
      hint: "Declare it, or leave it out of the screen.")
  }

  private func withoutLines(
    _ document: DocumentDescription, _ entity: EntityDescription, _ tab: TabDescription
  ) -> DescriptionFault {
    fault(
      entity: entity.name, field: document.name, "The document in “\(tab.title)” has no lines to print.",
      hint: "Give the list lines, or leave the document out.")
  }
}
