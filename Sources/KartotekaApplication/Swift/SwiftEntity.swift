import KartotekaModel

/// Writes the declaration of an entity in Swift.
struct SwiftEntity {
  private let entity: EntityDescription
  /// The entity without what screens ask of it.
  private let draft: DocumentEntity
  private let model: ModelDescription
  private let names: SwiftNames
  private let conditions: SwiftConditions
  /// The parts that the declaration can't express.
  private(set) var gaps: [String] = []
  private var body: [String] = []

  init(_ draft: DocumentEntity, _ entity: EntityDescription, in model: ModelDescription, _ names: SwiftNames) {
    self.draft = draft
    self.entity = entity
    self.model = model
    self.names = names
    conditions = SwiftConditions(entity: entity, model: model, names: names)
    writeStatics()
    for attribute in draft.attributes { write(attribute) }
    let notes = entity.notes(in: model)
    for relationship in entity.relationships where relationship.name != notes?.name { write(relationship) }
    for computed in entity.computed { write(computed) }
    writeRest()
  }

  /// The lines of the declaration.
  var lines: [String] {
    ["struct \(names.entity(entity.name)): \(names.of("Entity")) {"] + body.map { $0.isEmpty ? "" : "  " + $0 } + ["}"]
  }

  private mutating func gap(_ what: String) { gaps.append("\(entity.name): \(what)") }

  private mutating func writeStatics() {
    let words = { [names] (nouns: Nouns) in
      "\(names.of("Nouns"))(\(SwiftNames.literal(nouns.one)), \(SwiftNames.literal(nouns.many)))"
    }
    let count = body.count
    if entity.plural != Naming.kebabPlural(SwiftNames.type(entity.name)) {
      body.append("static let plural = \(SwiftNames.literal(entity.plural))")
    }
    let usual = Nouns(
      Naming.kebabCase(SwiftNames.type(entity.name)).replacing("-", with: " "), entity.plural.replacing("-", with: " "))
    if entity.nouns != usual { body.append("static let nouns = \(words(entity.nouns))") }
    if entity.table != entity.plural.replacing("-", with: "_") {
      body.append("static let table = \(SwiftNames.literal(entity.table))")
    }
    if !entity.formerNames.isEmpty { body.append("static let formerNames = \(SwiftNames.list(entity.formerNames))") }
    if let title = entity.numberedTitle {
      body.append("static let numberedTitle: \(names.of("String"))? = \(SwiftNames.literal(title))")
    }
    let keys = entity.uniqueKeys.map { key in
      let paths = key.enumerated().map { conditions.path($1, isTyped: $0 == 0) }.joined(separator: ", ")
      return "\(names.of("UniqueKey"))(\(paths))"
    }
    if !keys.isEmpty {
      body.append("static var uniqueKeys: [\(names.of("UniqueKey"))<Self>] { [\(keys.joined(separator: ", "))] }")
    }
    if entity.hasNotes { body.append("static let hasNotes = true") }
    if body.count > count { body.append("") }
    for attribute in entity.attributes where attribute.kind == .choice {
      body += SwiftChoices(attribute, besides: names).lines(names)
    }
    if entity.attributes.contains(where: { $0.kind == .choice }) { body.append("") }
    if !draft.sortOrders.isEmpty { gap("the sort orders beside those of screens") }
    if !draft.searchPaths.isEmpty { gap("the search paths beside those of screens") }
  }

  // MARK: Attributes

  private static let types: [KindName: String] = [
    .integer: "Int", .real: "Double", .decimal: "Decimal", .boolean: "Bool", .date: "CalendarDate", .timestamp: "Date",
    .coordinate: "Coordinate", .country: "CountryCode", .blob: "Data", .picture: "Data",
  ]

  /// The Swift type of an attribute's values.
  static func type(of attribute: AttributeDescription, _ names: SwiftNames) -> String {
    attribute.kind == .choice
      ? SwiftNames.quoted(SwiftChoices(attribute, besides: names).type) : names.of(types[attribute.kind] ?? "String")
  }

  /// The arguments after the label of an attribute.
  static func kind(of attribute: AttributeDescription) -> [String] {
    [.mail, .phone, .url, .picture].contains(attribute.kind) ? ["as: .\(attribute.kind.rawValue)"] : []
  }

  private mutating func write(_ attribute: AttributeDescription) {
    let options = options(of: attribute)
    let arguments = ([SwiftNames.literal(attribute.label)] + Self.kind(of: attribute) + options).joined(separator: ", ")
    let (name, type) = (SwiftNames.quoted(attribute.name), names.of("Attribute"))
    let whole = "\(type)<\(Self.type(of: attribute, names))>"
    // Swift can't infer the types of two properties that name each other.
    let namesOwn = options.contains { $0.contains("\\" + names.entity(entity.name) + ".") }
    body.append("let \(name)" + (namesOwn ? ": \(whole) = \(type)" : " = \(whole)") + "(\(arguments))")
  }

  private mutating func options(of attribute: AttributeDescription) -> [String] {
    let (options, gaps) = SwiftOptions(attribute, conditions, model).options
    for what in gaps { gap("\(attribute.name): \(what)") }
    return options
  }

  // MARK: Relationships

  private mutating func write(_ relationship: RelationshipDescription) {
    var arguments = [SwiftNames.literal(relationship.label)]
    let target = names.entity(relationship.target)
    let type: String
    switch relationship.cardinality {
    case .toOne:
      type = "ToOne"
      if let text = relationship.placeholder { arguments.append("placeholder: \(SwiftNames.literal(text))") }
      if relationship.isRequired { arguments.append("required: true") }
      if relationship.isUnique { arguments.append("unique: true") }
      if relationship.deleteRule != .deny { arguments.append("onDelete: .\(relationship.deleteRule.rawValue)") }
      switch relationship.writability {
      case .always: break
      case .onInsert: arguments.append("readOnlyAfterInsert: true")
      case .never: if entity.derivation == nil { gap("\(relationship.name) is written by nobody") }
      }
      if !relationship.aliases.isEmpty { arguments.append("aliases: \(SwiftNames.list(relationship.aliases))") }
      if !relationship.formerNames.isEmpty {
        arguments.append("renamedFrom: \(SwiftNames.list(relationship.formerNames))")
      }
      if relationship.column != Naming.snakeCase(relationship.name) + "_id" {
        arguments.append("column: \(SwiftNames.literal(relationship.column))")
      }
      if let formula = relationship.shownIf { arguments.append("shownIf: \(SwiftNames.literal(formula.text))") }
      if let formula = relationship.requiredIf { arguments.append("requiredIf: \(SwiftNames.literal(formula.text))") }
    case .toMany:
      type = "ToMany"
      arguments.append("inverse: \\.\(SwiftNames.quoted(relationship.inverse ?? ""))")
      if relationship.minimumCount > 0 { arguments.append("atLeast: \(relationship.minimumCount)") }
    case .manyToMany:
      type = "ManyToMany"
      if relationship.isTags { arguments.append("tags: true") }
      let leads = relationship.joinTable == entity.table + "_" + Naming.snakeCase(relationship.name)
      if leads, let inverse = relationship.inverse { arguments.append("inverse: \\.\(SwiftNames.quoted(inverse))") }
      if !relationship.formerNames.isEmpty {
        arguments.append("renamedFrom: \(SwiftNames.list(relationship.formerNames))")
      }
      let other = model.entity(named: relationship.target)
      let back = relationship.inverse.flatMap { other?.relationship($0) }
      if !leads, back?.joinTable != (other?.table ?? "") + "_" + Naming.snakeCase(back?.name ?? "") {
        gap("\(relationship.name) has a join table with another name")
      }
    }
    body.append(
      "let \(SwiftNames.quoted(relationship.name)) = \(names.of(type))<\(target)>(\(arguments.joined(separator: ", ")))"
    )
  }

  // MARK: The rest

  private mutating func write(_ computed: ComputedDescription) {
    var attribute = computed.attribute
    attribute.writability = .always
    let (options, gaps) = SwiftOptions(attribute, conditions, model).options
    for what in gaps { gap("\(computed.name): \(what)") }
    let arguments = ([SwiftNames.literal(attribute.label)] + options).joined(separator: ", ")
    var type = Self.type(of: attribute, names)
    if case .own(.value(let name)) = computed.source, attribute.kind == .choice,
      let path = AttributePath(name, of: entity, in: model), let choice = path.attribute
    {
      type = names.entity(path.entity.name) + "." + Self.type(of: choice, names)
    }
    body += [
      "let \(SwiftNames.quoted(computed.name)) = \(names.of("Computed"))<\(names.entity(entity.name)), "
        + "\(type)>(\(arguments)) {",
      "  " + conditions.computation(computed.source), "}",
    ]
  }

  private mutating func writeRest() {
    if !entity.states.isEmpty {
      let type = names.of("StateDescription")
      body += ["", "static var states: [\(type)] {", "  ["]
      for state in entity.states {
        var arguments = [SwiftNames.literal(state.name), SwiftNames.literal(state.label)]
        if state.tone != .plain { arguments.append("tone: .\(state.tone.rawValue)") }
        if case .formula(let formula) = state.condition {
          arguments.append("formula: \(SwiftNames.literal(formula.text))")
        } else if !state.isRest {
          arguments.append("when: \(conditions.condition(state.condition))")
        }
        body.append("    \(type)(\(arguments.joined(separator: ", "))),")
      }
      body += ["  ]", "}"]
    }
    if !entity.rules.isEmpty {
      let type = names.of("RuleDescription")
      body += ["", "static var rules: [\(type)] {", "  ["]
      for rule in entity.rules {
        let arguments = [rule.name, rule.formula.text, rule.message].map(SwiftNames.literal).joined(separator: ", ")
        body.append("    \(type)(\(arguments)),")
      }
      body += ["  ]", "}"]
    }
    guard let derivation = entity.derivation, let source = model.entity(named: derivation.source) else { return }
    body += ["", "static var derivation: \(names.of("DerivationDescription"))? {"]
    body.append(
      "  \(names.of("Derivation"))(of: \(names.entity(entity.name)).self, from: \(names.entity(source.name)).self)")
    for column in derivation.columns {
      let through = column.through.map { ", \\.\(SwiftNames.quoted($0))" } ?? ""
      let (own, other) = (SwiftNames.quoted(column.name), SwiftNames.quoted(column.from))
      body.append("    .taking(\\.\(own), from: \\.\(other)\(through))")
    }
    body += ["    .description", "}"]
  }
}

/// The options of an attribute in Swift.
struct SwiftOptions {
  /// The options, and what they can't express.
  private(set) var options: (options: [String], gaps: [String]) = ([], [])

  init(_ attribute: AttributeDescription, _ conditions: SwiftConditions, _ model: ModelDescription) {
    let names = conditions.names
    func value(_ value: Value) -> String? { conditions.literal(value, of: attribute) }
    var (options, gaps): ([String], [String]) = ([], [])
    if attribute.isRequired { options.append(".required") }
    if attribute.isSequence {
      options.append(".sequence")
    } else if let series = attribute.series {
      options.append(".series(\(SwiftNames.literal(series)))")
    } else if attribute.isUnique {
      options.append(".unique")
    }
    if let owner = attribute.placeIn { options.append(".place(in: \(conditions.path(owner)))") }
    if attribute.isTitle { options.append(".title") }
    if attribute.isSearched { options.append(".searched") }
    if attribute.isSorted { options.append(".sorted") }
    if attribute.scale != 0 || attribute.kind == .decimal { options.append(".scale(\(attribute.scale))") }
    if let currency = attribute.currency { options.append(".currency(\(SwiftNames.literal(currency)))") }
    if let form = attribute.form { options.append("." + form.rawValue) }
    if attribute.isColour { options.append(".colour") }
    if let barcode = attribute.barcode { options.append(barcode == .any ? ".barcode" : ".articleNumber") }
    if attribute.multiline { options.append(".multiline") }
    if !attribute.defaultValue.isNull {
      if let text = value(attribute.defaultValue) {
        options.append(".default(\(text))")
      } else {
        gaps.append("the default")
      }
    }
    switch attribute.defaultSource {
    case .today: options.append(".default(.today)")
    case .later(let days): options.append(".default(\(SwiftConditions.day(days)))")
    case .now: options.append(".defaultsToNow")
    case .attribute(let name): options.append(".default(from: \(conditions.path(name)))")
    case .related(let relationship, let name):
      let target = conditions.entity.relationship(relationship)?.target ?? ""
      options.append(
        ".default(from: \(conditions.path(relationship)), \\\(names.entity(target)).\(SwiftNames.quoted(name)))")
    case .formula(let formula): options.append(".default(formula: \(SwiftNames.literal(formula.text)))")
    case nil: break
    }
    if let formula = attribute.shownIf { options.append(".shown(if: \(SwiftNames.literal(formula.text)))") }
    if let formula = attribute.requiredIf { options.append(".required(if: \(SwiftNames.literal(formula.text)))") }
    switch (attribute.minimum.isNull, attribute.maximum.isNull) {
    case (true, true): break
    case (false, false):
      if let least = value(attribute.minimum), let most = value(attribute.maximum) {
        options.append(".range((\(least))...(\(most)))")
      } else {
        gaps.append("the range")
      }
    case (false, true):
      if let least = value(attribute.minimum) {
        options.append(".atLeast(\(least))")
      } else {
        gaps.append("the minimum")
      }
    case (true, false):
      if let most = value(attribute.maximum) { options.append(".atMost(\(most))") } else { gaps.append("the maximum") }
    }
    let usual =
      attribute.multiline
      ? TextKind.longest.multiline
      : AttributeDescription(name: "", label: "", kind: attribute.kind).maximumLength
    if attribute.minimumLength != 0 || attribute.maximumLength != usual {
      options.append(".length(\(attribute.minimumLength)...\(attribute.maximumLength))")
    }
    if let pattern = attribute.pattern {
      let hint = SwiftNames.literal(attribute.patternHint ?? "")
      options.append(".pattern(\(SwiftNames.literal(pattern)), hint: \(hint))")
      if attribute.patternHint == nil { gaps.append("a pattern without a hint") }
    }
    let formatter: ValueFormatter? = attribute.kind == .phone ? .phone : nil
    if attribute.formatter != formatter {
      if let own = attribute.formatter {
        options.append(".formatter(.\(own.rawValue))")
      } else {
        gaps.append("no format")
      }
    }
    if let picture = attribute.thumbnailOf { options.append(".thumbnail(of: \(conditions.path(picture)))") }
    if let translation = attribute.translation, let language = Language.named(translation.language) {
      let name = SwiftNames.language(language)
      options.append(".translating(\(conditions.path(translation.attribute)), to: \(name))")
    }
    if let text = attribute.placeholder { options.append(".placeholder(\(SwiftNames.literal(text)))") }
    if let text = attribute.help { options.append(".help(\(SwiftNames.literal(text)))") }
    if attribute.isHiddenInForms { options.append(".hiddenInForms") }
    if attribute.width == .half { options.append(".halfWidth") }
    if !attribute.aliases.isEmpty { options.append(".aliases(\(Self.texts(attribute.aliases)))") }
    switch attribute.writability {
    case .always: break
    case .onInsert: options.append(".readOnlyAfterInsert")
    case .never: if conditions.entity.derivation == nil, attribute.stamp == nil { options.append(".readOnly") }
    }
    if let stamp = attribute.stamp { options.append("." + stamp.rawValue) }
    if let closing = attribute.closing {
      var arguments = ["by: \(SwiftNames.literal(closing.action))"]
      if let reopening = closing.reopening { arguments.append("reopenedBy: \(SwiftNames.literal(reopening))") }
      if closing.isSealing { arguments.append("isSealing: true") }
      options.append(".closesRecord(\(arguments.joined(separator: ", ")), \(SwiftNames.literal(closing.reason)))")
    } else if let action = attribute.settingAction {
      options.append(".set(by: \(SwiftNames.literal(action)))")
    }
    if attribute.column != Naming.snakeCase(attribute.name) {
      options.append(".column(\(SwiftNames.literal(attribute.column)))")
    }
    if !attribute.formerNames.isEmpty { options.append(".renamed(from: \(Self.texts(attribute.formerNames)))") }
    self.options = (options, gaps)
  }

  private static func texts(_ texts: [String]) -> String { texts.map(SwiftNames.literal).joined(separator: ", ") }
}
