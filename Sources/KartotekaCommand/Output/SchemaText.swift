import Kartoteka

/// The text form of an application's entities, fields and rules.
struct SchemaText {
  private let app: App
  private let say: Localizer

  /// Makes the text of an application.
  init(_ app: App) {
    self.app = app
    say = .person(of: app)
  }

  /// The lines.
  var lines: [String] {
    var lines = ["\(app.description.name): \(say(app.description.title))"]
    if !app.description.summary.isEmpty { lines.append(say(app.description.summary)) }
    for entity in app.description.model.entities { lines += [""] + self.lines(of: entity) }
    if !app.actions.isEmpty { lines += [""] + actions }
    return lines
  }

  private var actions: [String] {
    var table = TextTable(.left, .left, .left)
    for action in app.description.actions {
      table.row(action.name, say(action.title), rules(of: action))
      for input in action.inputs {
        table.row("  \(input.name)=\(input.kind.rawValue)", "  " + say(input.label), rules(of: input))
      }
      for input in action.related {
        let rules = input.isRequired ? say("required") : ""
        table.row("  \(input.name)=\(target(of: input))", "  " + say(input.label), rules)
      }
    }
    return [say("Actions:")] + table.lines.map { "  " + $0 }
  }

  private func rules(of action: ActionDescription) -> String {
    var rules: [Phrase] = []
    switch action.scope {
    case .app: break
    case .entity(let name): rules.append(Phrase("on all of the {entities}", ["entities": noun(of: name)]))
    case .record(let name): rules.append(Phrase("on one of the {entities}", ["entities": noun(of: name)]))
    }
    if action.audience == .administrator { rules.append("for administrators only") }
    return rules.map { say($0) }.joined(separator: "; ")
  }

  private func noun(of entity: String) -> Phrase.Argument {
    .text(app.description.model.entity(named: entity)?.plural ?? entity)
  }

  private func lines(of entity: EntityDescription) -> [String] {
    var table = TextTable(.left, .left, .left, .left)
    for attribute in entity.attributes {
      table.row(attribute.name, attribute.kind.rawValue, say(attribute.label), rules(of: attribute))
    }
    for computed in entity.computed {
      table.row(computed.name, computed.attribute.kind.rawValue, say(computed.attribute.label), rules(of: computed))
    }
    if !entity.states.isEmpty {
      let names = entity.states.map(\.name).joined(separator: ", ")
      let rule = say("one of: {choices}", ["choices": .text(names)])
      table.row(ComputedValues.stateKey, "state", "", [say("computed"), rule].joined(separator: "; "))
    }
    for relationship in entity.relationships {
      table.row(relationship.name, target(of: relationship), say(relationship.label), rules(of: relationship))
    }
    let title = "\(entity.plural) (\(say(entity.nouns.one)), \(say(entity.nouns.many)))"
    return [title] + table.lines.map { "  " + $0 } + uniqueKeys(of: entity) + orders(of: entity)
  }

  private func rules(of computed: ComputedDescription) -> String {
    ([say("computed")] + (computed.attribute.isSearched ? [say("searched")] : [])).joined(separator: "; ")
  }

  private func rules(of attribute: AttributeDescription) -> String {
    var rules: [Phrase] = []
    if attribute.isRequired { rules.append("required") }
    if let series = attribute.series { rules.append(Phrase("numbers {pattern}", ["pattern": .text(series)])) }
    if attribute.isUnique { rules.append("unique") }
    if attribute.isTitle { rules.append("part of the title") }
    if attribute.isSearched { rules.append("searched") }
    if let rule = attribute.stamp?.phrase ?? writability(attribute.writability) { rules.append(rule) }
    if attribute.isHiddenInForms { rules.append("hidden in forms") }
    if attribute.width == .half { rules.append("half a line in forms") }
    if let rule = length(of: attribute) { rules.append(rule) }
    rules += values(of: attribute)
    rules += aliases(attribute.aliases)
    return rules.map { say($0) }.joined(separator: "; ")
  }

  private func values(of attribute: AttributeDescription) -> [Phrase] {
    func text(_ value: Value) -> Phrase.Argument { .text(attribute.behavior.text(value, for: attribute)) }
    var rules: [Phrase] = []
    if !attribute.minimum.isNull {
      rules.append(Phrase("at least {minimum}", ["minimum": text(attribute.minimum)]))
    }
    if !attribute.maximum.isNull {
      rules.append(Phrase("at most {maximum}", ["maximum": text(attribute.maximum)]))
    }
    if attribute.kind == .decimal {
      rules.append(Phrase("{count} digits after the point", ["count": .count(attribute.scale)]))
    }
    if !attribute.choices.isEmpty {
      let choices = attribute.choices.map(\.value).joined(separator: ", ")
      rules.append(Phrase("one of: {choices}", ["choices": .text(choices)]))
    }
    switch attribute.barcode {
    case .any: rules.append("a bar code")
    case .article: rules.append("the number of an article with its check digit")
    case nil: break
    }
    if let pattern = attribute.pattern {
      rules.append(Phrase("written as {pattern}", ["pattern": .text(pattern)]))
    }
    if !attribute.defaultValue.isNull {
      rules.append(Phrase("{value} unless given", ["value": text(attribute.defaultValue)]))
    }
    switch attribute.defaultSource {
    case .today: rules.append("the current day unless given")
    case .later(let days):
      rules.append(
        Phrase(
          days > 0
            ? "{count} days after the current day unless given" : "{count} days before the current day unless given",
          ["count": .count(Int(clamping: days.magnitude))]))
    case .now: rules.append("the current moment unless given")
    case .related(let relationship, let name):
      rules.append(Phrase("{value} unless given", ["value": .text(relationship + "." + name)]))
    case .attribute(let name): rules.append(Phrase("{value} unless given", ["value": .text(name)]))
    case .formula(let formula): rules.append(Phrase("{value} unless given", ["value": .text(formula.text)]))
    case nil: break
    }
    if let formula = attribute.requiredIf {
      rules.append(Phrase("required if {formula}", ["formula": .text(formula.text)]))
    }
    if let formula = attribute.shownIf {
      rules.append(Phrase("in forms if {formula}", ["formula": .text(formula.text)]))
    }
    return rules
  }

  private func length(of attribute: AttributeDescription) -> Phrase? {
    let bounds: [String: Phrase.Argument] = [
      "minimum": .text(say.language.grouped(max(attribute.minimumLength, 1))),
      "count": .count(attribute.maximumLength),
    ]
    if attribute.isBytes { return Phrase("up to {count} bytes", bounds) }
    // The default limit is omitted.
    guard attribute.kind == .text,
      attribute.maximumLength < TextKind.longest.oneLine || attribute.minimumLength > 1
    else { return attribute.multiline ? "several lines" : nil }
    return Phrase("{minimum} to {count} characters", bounds)
  }

  private func writability(_ writability: AttributeDescription.Writability) -> Phrase? {
    switch writability {
    case .always: nil
    case .onInsert: "set only on creation"
    case .never: "read-only"
    }
  }

  private func aliases(_ aliases: [String]) -> [Phrase] {
    aliases.isEmpty
      ? [] : [Phrase("in files also: {aliases}", ["aliases": .text(aliases.joined(separator: ", "))])]
  }

  private func target(of relationship: RelationshipDescription) -> String {
    let target = app.description.model.entity(named: relationship.target)?.plural ?? relationship.target
    return relationship.cardinality == .toOne ? "→ " + target : "⇉ " + target
  }

  private func rules(of relationship: RelationshipDescription) -> String {
    var rules: [Phrase] = []
    if relationship.isRequired { rules.append("required") }
    if relationship.isUnique { rules.append("unique") }
    if let rule = writability(relationship.writability) { rules.append(rule) }
    if relationship.cardinality == .toOne {
      switch relationship.deleteRule {
      case .deny: rules.append("prevents deletion of the related record")
      case .nullify: rules.append("emptied when the related record is deleted")
      case .cascade: rules.append("deleted with the related record")
      }
    }
    if let inverse = relationship.inverse {
      rules.append(Phrase("inverse: {inverse}", ["inverse": .text(inverse)]))
    }
    rules += aliases(relationship.aliases)
    return rules.map { say($0) }.joined(separator: "; ")
  }

  private func uniqueKeys(of entity: EntityDescription) -> [String] {
    entity.uniqueKeys.map { "  " + say("unique together: {names}", ["names": .text($0.joined(separator: ", "))]) }
  }

  private func orders(of entity: EntityDescription) -> [String] {
    entity.sortOrders.map { order in
      let names = order.map { ($0.ascending ? "" : "-") + $0.name }.joined(separator: ", ")
      return "  " + say("sorted by {names}", ["names": .text(names)])
    }
  }
}

extension AttributeDescription.Stamp {
  fileprivate var phrase: Phrase {
    switch self {
    case .createdAt: "set by the store: when the record was made"
    case .createdBy: "set by the store: who made the record"
    case .changedAt: "set by the store: when the record was changed"
    case .changedBy: "set by the store: who changed the record"
    }
  }
}
