import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The effect of a change of an application on its records, in words with the labels of fields.
package struct ShapeEffect: Sendable {
  /// The effects on records, and whether each removes values from the screens.
  package private(set) var lines: [(phrase: Phrase, isLoss: Bool)] = []
  /// Records that stand in the way.
  package private(set) var obstacles: [Obstacle] = []

  /// Records that stand in the way, with their entity.
  package struct Obstacle: Sendable {
    package let phrase: Phrase
    package let entity: EntityDescription?
    package let examples: [MigrationPlan.Obstacle.Example]
    package let count: Int
    /// The filter of a list that shows all of them; nil where a list has none.
    package let filter: ListFilter?
  }

  private let old: ModelDescription
  private let new: ModelDescription

  /// - Parameter subject: the label of what is removed itself; nil for another change.
  package init(_ change: DesignChange, removing subject: String? = nil) {
    old = change.current?.document.description.model ?? change.document.description.model
    new = change.document.description.model
    for step in change.plan?.changes ?? [] { add(step) }
    for obstacle in change.plan?.obstacles ?? [] { add(obstacle) }
    guard let subject else { return }
    let rest = Set(Self.dependents(change.document).map { $0.id })
    let gone = (change.current.map { Self.dependents($0.document) } ?? []).filter {
      !rest.contains($0.id) && $0.label != subject
    }
    if let names = Phrase.list(gone.map(\.phrase)) {
      lines.append((Phrase("This goes with it: {names}", ["names": .phrase(names)]), true))
    }
    let users = change.current.map { Self.lessened(from: $0.document, to: change.document) } ?? []
    if let names = Phrase.list(users.map { Phrase($0) }) {
      lines.append(
        (Phrase("These documents show it and are printed without it: {names}", ["names": .phrase(names)]), true))
    }
  }

  // The titles of documents that stay and show something that is gone. Other words, for example, are no loss.
  private static func lessened(from old: AppDocument, to new: AppDocument) -> [String] {
    func documents(_ document: AppDocument) -> [(id: String, entity: String, document: DocumentDescription)] {
      (document.tabs ?? []).flatMap { tab -> [(id: String, entity: String, document: DocumentDescription)] in
        guard case .list(let list) = tab.screen else { return [] }
        return list.documents.map { (tab.path + " " + $0.name, list.entity, $0) }
      }
    }
    func fields(_ entity: String, in document: AppDocument) -> Set<String> {
      guard let owner = document.entity(entity) else { return [] }
      return Set(DocumentFields(owner, in: document) { $0 }.all.map(\.name))
    }
    let rest = documents(new)
    var titles: [String] = []
    for (id, entity, document) in documents(old) {
      guard rest.contains(where: { $0.id == id && $0.document != document }) else { continue }
      let gone = fields(entity, in: old).subtracting(fields(entity, in: new))
      var less = document
      less.forget { gone.contains($0) }
      if less != document { titles.append(document.title) }
    }
    return titles
  }

  private struct Dependent {
    let id: String
    let label: String
    let phrase: Phrase

    init(_ id: String, _ label: String, _ phrase: Phrase? = nil) {
      (self.id, self.label, self.phrase) = (id, label, phrase ?? Phrase(label))
    }
  }

  // Computed values, states, rules, conditions and screens, which go with what they are made of.
  private static func dependents(_ document: AppDocument) -> [Dependent] {
    var parts: [Dependent] = []
    for entity in document.entities {
      for value in entity.computed { parts.append(Dependent(entity.name + "." + value.name, value.attribute.label)) }
      for state in entity.states { parts.append(Dependent(entity.name + " " + state.name, state.label)) }
      for rule in entity.rules {
        let phrase = Phrase("the rule “{message}”", ["message": .phrase(Phrase(rule.message))])
        parts.append(Dependent(entity.name + " rule " + rule.name, "", phrase))
      }
      let fields =
        entity.attributes.map { (name: $0.name, label: $0.label) }
        + entity.relationships.map { (name: $0.name, label: $0.label) }
      for field in fields {
        for use in AppDocument.FormulaUse.allCases where document.formula(use, of: field.name, of: entity.name) != nil {
          let id = "\(entity.name) \(use.rawValue) \(field.name)"
          parts.append(Dependent(id, field.label, phrase(of: use, field.label)))
        }
      }
    }
    // A description without tabs has a list of each entity all the same.
    for tab in document.writtenTabs {
      parts.append(Dependent("tab " + tab.path, tab.title))
      if case .overview(let overview) = tab.screen { parts += views(of: overview, tab.path) }
      guard case .list(let list) = tab.screen else { continue }
      if list.lines != nil { parts.append(Dependent("lines " + tab.path, "Lines")) }
      // Those of states go with them.
      for each in list.subsets where each.state == nil {
        parts.append(Dependent("filter " + tab.path + " " + each.name, each.title))
      }
      for each in list.documents { parts.append(Dependent("document " + tab.path + " " + each.name, each.title)) }
    }
    return parts
  }

  // The views of an overview, such as the sum of a field.
  private static func views(of overview: OverviewDescription, _ path: String) -> [Dependent] {
    overview.panels.compactMap { panel in
      guard case .view(let view) = panel else { return nil }
      return Dependent("view \(path) \(view.entity) \(view.view) \(view.title)", "", Phrase(view.title))
    }
  }

  private static func phrase(of use: AppDocument.FormulaUse, _ label: String) -> Phrase {
    let field = ["field": Phrase.Argument.phrase(Phrase(label))]
    return switch use {
    case .shownIf: Phrase("the condition that shows {field}", field)
    case .requiredIf: Phrase("the condition that requires {field}", field)
    case .initialFormula: Phrase("the formula that {field} begins with", field)
    }
  }

  /// Whether a person should see the effect before the change: values are converted, filled in or archived.
  package var needsQuestion: Bool { !obstacles.isEmpty || !lines.isEmpty }

  private mutating func add(_ step: MigrationPlan.Change) {
    switch step {
    case .archiveColumn(let table, let column, let values):
      add(
        "{count} values of {field} leave the records. They are kept, and Undo brings them back.", table, column, values,
        isLoss: true)
    case .archiveTable(_, 0), .restoreTable(_, 0), .moveLinks(_, _, _, 0), .moveJoin(_, _, 0): break
    case .archiveTable(let table, let records):
      if let entity = entity(table) {
        lines.append(
          (
            Phrase(
              "{count} records of {kind} are removed. They are kept, and Undo brings them back.",
              ["count": .count(records), "kind": .phrase(Phrase(entity.nouns.many))]), true
          ))
      } else {
        lines.append(
          (
            Phrase("{count} links are removed. They are kept, and Undo brings them back.", ["count": .count(records)]),
            true
          ))
      }
    case .convert(let table, let column, _, let values):
      add("{count} values of {field} are converted", table, column, values, isLoss: false)
    case .fill(let table, let column, let records):
      add("{count} records without {field} get its default", table, column, records, isLoss: false)
    case .fillNumbers(let table, let column, 1, let first, _):
      let field = Phrase.Argument.phrase(Phrase(label(table, column)))
      lines.append(
        (Phrase("One record without {field} gets the number {first}", ["field": field, "first": .text(first)]), false))
    case .fillNumbers(let table, let column, let records, let first, let last):
      lines.append(
        (
          Phrase(
            "{count} records without {field} get numbers: {first} to {last}",
            [
              "count": .count(records), "field": .phrase(Phrase(label(table, column))), "first": .text(first),
              "last": .text(last),
            ]), false
        ))
    case .restoreColumn(let table, let column, let values):
      add("{count} values of {field} come back", table, column, values, isLoss: false)
    case .restoreTable(_, let records):
      lines.append((Phrase("{count} records come back", ["count": .count(records)]), false))
    case .moveLinks(_, _, _, let links), .moveJoin(_, _, let links):
      lines.append((Phrase("{count} links are carried over", ["count": .count(links)]), false))
    case .renameTable, .renameColumn, .addTable, .addColumn, .fillFromHistory, .changeRules, .addUnique, .dropUnique,
      .rebuild, .runStep:
      break
    }
  }

  private mutating func add(_ key: String, _ table: String, _ column: String, _ count: Int, isLoss: Bool) {
    guard count > 0 else { return }
    lines.append((Phrase(key, ["count": .count(count), "field": .phrase(Phrase(label(table, column)))]), isLoss))
  }

  private mutating func add(_ obstacle: MigrationPlan.Obstacle) {
    let labels = obstacle.columns.map { Phrase(label(obstacle.table, $0)) }
    let field = Phrase.list(labels).map(Phrase.Argument.phrase) ?? .text("")
    let arguments: [String: Phrase.Argument] = ["count": .count(obstacle.count), "field": field]
    let phrase: Phrase
    switch obstacle.reason {
    case .empty: phrase = Phrase("{count} records have no value in {field}", arguments)
    case .repeated: phrase = Phrase("{count} records have the same value in {field} as another", arguments)
    case .notConvertible: phrase = Phrase("{count} records have a value in {field} that can't be converted", arguments)
    case .missingTarget: phrase = Phrase("{count} records refer in {field} to records that don't exist", arguments)
    case .invalid(let fault):
      phrase = Phrase(
        "{count} records have a value in {field} that breaks the rule: {reason}",
        arguments.merging(["reason": .phrase(fault)]) { one, _ in one })
    }
    obstacles.append(
      Obstacle(
        phrase: phrase, entity: entity(obstacle.table), examples: obstacle.examples, count: obstacle.count,
        filter: filter(obstacle)))
  }

  // Of the records without a value, or with one beyond the limits, in the words of the old description, which lists have.
  private func filter(_ obstacle: MigrationPlan.Obstacle) -> ListFilter? {
    guard obstacle.columns.count == 1, let column = obstacle.columns.first,
      let entity = old.entities.first(where: { $0.table == obstacle.table }),
      let before = entity.attributes.first(where: { $0.column == column }),
      let after = new.entities.first(where: { $0.table == obstacle.table })?.attributes.first(where: {
        $0.column == column
      })
    else { return nil }
    var filter = ListFilter()
    switch obstacle.reason {
    case .empty: filter.items = [.condition(ListCondition(before.name, .null, ["true"]))]
    case .invalid where before.kind == after.kind && before.scale == after.scale:
      filter.junction = .any
      for (limit, comparison) in [(after.minimum, ListOperator.lt), (after.maximum, .gt)] where !limit.isNull {
        let text = before.behavior.text(limit, for: before)
        filter.items.append(.condition(ListCondition(before.name, comparison, [text])))
      }
    default: return nil
    }
    let isUsable = (try? filter.predicate(of: entity, in: old)) != nil
    return isUsable && !filter.isEmpty ? filter : nil
  }

  private func entity(_ table: String) -> EntityDescription? {
    old.entities.first { $0.table == table } ?? new.entities.first { $0.table == table }
  }

  private func label(_ table: String, _ column: String) -> String {
    for model in [new, old] {
      for entity in model.entities where entity.table == table {
        if let found = entity.attributes.first(where: { $0.column == column }) { return found.label }
        if let found = entity.relationships.first(where: { $0.cardinality == .toOne && $0.column == column }) {
          return found.label
        }
      }
    }
    return column
  }
}
