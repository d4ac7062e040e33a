import KartotekaModel
import KartotekaScreens

// Computed values of a designed application.
extension AppDocument {
  /// A computed value from what a person chose and typed.
  /// - Parameters:
  ///   - form: `own` for a formula, `count:relationship`, `sum:relationship:attribute`, `of:relationship:attribute`
  ///     or `later:attribute` for a number of days after a date.
  ///   - formula: the formula with labels, or that of the number of days.
  ///   - name: the name of the value that exists; nil for a new one.
  ///   - language: that of the person, in which functions are called.
  ///   - words: the words of a label in the person's language.
  package func computed(
    _ label: String, form: String, formula: String, of entity: String, name: String?, in language: Language = .english,
    words: @escaping @Sendable (String) -> String
  ) throws(ShapeFault) -> ComputedDescription {
    let place = try place(entity)
    let model = ModelDescription(drafts: entities)
    guard let described = model.entity(named: entity) else { throw Self.unknown }
    let names = FormulaNames(described, in: model, language: language, label: words)
    let steps = form.split(separator: ":").map(String.init)
    let source: ComputedSource
    switch steps.first {
    case "count" where steps.count == 2: source = .sum(steps[1], .constant(1, scale: 0), where: nil)
    case "sum" where steps.count == 3: source = .sum(steps[1], .value(steps[2]), where: nil)
    case "of" where steps.count == 3: source = .own(.value(steps[1] + "." + steps[2]))
    case "later" where steps.count == 2:
      source = .later(.own(.value(steps[1])), try Self.source(formula, names), .days)
    default: source = try Self.source(formula, names)
    }
    var attribute = AttributeDescription(
      name: name ?? (label.isEmpty ? "value" : freeName(for: label, in: entities[place])), label: label, kind: .integer)
    do throws(ExpressionFault) {
      if case .later(_, let days, _) = source {
        guard try days.form(of: described, in: model).scale == 0 else { throw .notComputable("days") }
      }
      let result = try source.result(of: described, in: model)
      attribute.become(result)
    } catch {
      throw ShapeFault("formula", Self.phrase(of: error))
    }
    try checkCycles(of: source, named: attribute.name, in: place)
    attribute.writability = .never
    return ComputedDescription(attribute: attribute, source: source)
  }

  // A value that exists may be a part of others, which the computation has.
  private func checkCycles(of source: ComputedSource, named name: String, in place: Int) throws(ShapeFault) {
    guard !source.formulas.isEmpty,
      let index = entities[place].computed.firstIndex(where: { $0.name == name })
    else { return }
    var changed = entities
    changed[place].computed[index].source = source
    let model = ModelDescription(drafts: changed)
    guard let described = model.entity(named: entities[place].name) else { return }
    do throws(FormulaFault) { try FormulaCheck(model).checkCycles(of: source, described) } catch {
      throw ShapeFault("formula", error.sentence.phrase)
    }
  }

  private static func source(_ formula: String, _ names: FormulaNames) throws(ShapeFault) -> ComputedSource {
    guard !formula.isEmpty else { throw ShapeFault("formula", "This can't be empty") }
    do throws(FormulaFault) { return try names.read(formula).source(of: names.entity, in: names.model) } catch {
      throw ShapeFault("formula", error, in: formula)
    }
  }

  private static func phrase(of fault: ExpressionFault) -> Phrase {
    switch fault {
    case .unknown(let name): Phrase("There is no field called {name}", ["name": .text(name)])
    case .notExact(let name): Phrase("{name} is no number", ["name": .text(name)])
    case .notNumber(let kind): Phrase("{name} is no number", ["name": .text(kind.rawValue)])
    case .notComputable: "This has to be a whole number of days"
    case .formula(let sentence): sentence
    default: "The result has more than nine digits after the point: use round(…, 2)"
    }
  }

  /// Adds a computed value, or replaces the one of its name. The kinds and scales of those that have it follow.
  package mutating func setComputed(_ computed: ComputedDescription, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    try checkLabel(computed.attribute.label, in: entities[place], except: computed.name)
    if let index = entities[place].computed.firstIndex(where: { $0.name == computed.name }) {
      let before = entities
      entities[place].computed[index] = computed
      renewComputed(since: before)
    } else {
      entities[place].computed.append(computed)
    }
  }

  /// Whether the search looks in a computed value: by its own setting, or that of a list.
  package func searches(_ computed: ComputedDescription, of entity: String) -> Bool {
    computed.attribute.isSearched
      || (tabs ?? []).contains { tab in
        guard case .list(let list) = tab.screen else { return false }
        return list.entity == entity && list.searched.contains(computed.name)
      }
  }

  /// Has no list search a computed value.
  package mutating func leaveOutOfSearch(_ computed: String, of entity: String) {
    guard tabs != nil else { return }
    changeLists(of: entity) { $0.searched.removeAll { $0 == computed } }
  }

  /// Gives computed values the kind and the scale that they come to after a change of a field or of another computed value.
  mutating func renewComputed(since before: [DocumentEntity]) {
    defer { leaveOutUnsearched() }
    let old = ModelDescription(drafts: before)
    // Each time those of the values whose own ones are right.
    for _ in 0...FormulaCheck.mostLinks {
      let model = ModelDescription(drafts: entities)
      let renewed = entities.map { entity in
        entity.computed.map { Self.renewed($0, of: entity.name, from: old, in: model) }
      }
      guard renewed != entities.map(\.computed) else { return }
      for place in entities.indices { entities[place].computed = renewed[place] }
    }
  }

  // The search looks in texts alone.
  private mutating func leaveOutUnsearched() {
    for entity in entities {
      for computed in entity.computed where !computed.attribute.isText {
        leaveOutOfSearch(computed.name, of: entity.name)
      }
    }
  }

  // What the result has kept stays as it was declared.
  private static func renewed(
    _ computed: ComputedDescription, of entity: String, from old: ModelDescription, in model: ModelDescription
  ) -> ComputedDescription {
    guard let former = old.entity(named: entity), let described = model.entity(named: entity),
      former.computed(computed.name)?.source == computed.source,
      let before = try? computed.source.result(of: former, in: old),
      let after = try? computed.source.result(of: described, in: model)
    else { return computed }
    let keepsCurrency = before.currency == after.currency
    guard
      before.kind != after.kind || before.scale != after.scale || !keepsCurrency || before.form != after.form
        || before.choices != after.choices
    else { return computed }
    var renewed = computed
    renewed.attribute.become(after)
    if keepsCurrency, renewed.attribute.scale > 0 { renewed.attribute.currency = computed.attribute.currency }
    return renewed
  }
}

extension AttributeDescription {
  // Takes the kind of a result.
  fileprivate mutating func become(_ result: AttributeDescription) {
    kind = result.kind
    scale = result.scale
    currency = result.kind == .decimal && result.scale > 0 ? result.currency : nil
    form = result.form
    choices = result.choices
    isSearched = isSearched && isText
  }
}
