import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

// Changes of a designed application's fields. Each leaves a description that names only what exists.
extension AppDocument {
  package func entity(_ name: String) -> DocumentEntity? { entities.first { $0.name == name } }

  func place(_ entity: String) throws(ShapeFault) -> Int {
    guard let place = entities.firstIndex(where: { $0.name == entity }) else {
      throw ShapeFault("", "This kind of record does not exist any more")
    }
    return place
  }

  // MARK: Attributes

  /// Adds a field after the others.
  /// - Returns: the field's name in addresses and the API, which follows from its label.
  @discardableResult package mutating func addField(
    _ field: FieldShape, to entity: String
  ) throws(ShapeFault) -> String {
    let place = try place(entity)
    try checkLabel(field.label, in: entities[place], except: nil)
    if field.kind == .choice { try FieldShape.check(field.choices) }
    try field.checkSeries(from: nil)
    try FieldRules.check(field, from: nil)
    let name = freeName(for: field.label, in: entities[place])
    var attribute = field.attribute(named: name, from: nil)
    try FieldShape.checkHidden(attribute)
    if entities[place].attributes.isEmpty, !attribute.isBytes { attribute.isTitle = true }
    entities[place].attributes.append(attribute)
    if field.kind == .picture { addThumbnail(of: name, in: entity) }
    show(attribute, of: entity)
    try checkAsked(name, of: entity)
    return name
  }

  /// Gives a field another label, kind or rules. Its name in addresses stays.
  package mutating func changeField(_ name: String, of entity: String, to field: FieldShape) throws(ShapeFault) {
    let place = try place(entity)
    guard let index = entities[place].attributes.firstIndex(where: { $0.name == name }) else { throw Self.unknown }
    try checkLabel(field.label, in: entities[place], except: name)
    let old = entities[place].attributes[index]
    if field.kind == .choice { try FieldShape.check(field.choices) }
    try field.checkSeries(from: old)
    try FieldRules.check(field, from: old)
    let before = entities
    entities[place].attributes[index] = field.attribute(named: name, from: old)
    let new = entities[place].attributes[index]
    try FieldShape.checkHidden(new)
    renewComputed(since: before)
    if old.kind == .picture, new.kind != .picture { removeThumbnail(of: name, in: entity) }
    if new.kind == .picture, old.kind != .picture, new.thumbnailOf == nil { addThumbnail(of: name, in: entity) }
    if field.kind.name != old.kind { removeFaultyParts() }
    // A form with lines asks for what people can write now, and for what is needed.
    if new.isAskedWithLines, !old.isAskedWithLines || new.lacksDefault { askWithLines(name, of: entity) }
    if new.lacksDefault, !old.lacksDefault || new.isBytes != old.isBytes { try checkAsked(name, of: entity) }
  }

  /// Removes a field of any kind, and what lists say of it.
  package mutating func removeField(_ name: String, of entity: String) throws(ShapeFault) {
    let place = try place(entity)
    let before = entities[place]
    if let relationship = before.relationships.first(where: { $0.name == name }) {
      removeLink(relationship, of: entity)
      completeLists()
      removeFaultyParts()
      return
    }
    entities[place].attributes.removeAll { $0.name == name }
    entities[place].computed.removeAll { $0.name == name }
    guard entities[place] != before else { throw Self.unknown }
    removeThumbnail(of: name, in: entity)
    forget(name, of: entity)
    // Records may be called by their number alone.
    if !entities[place].attributes.contains(where: \.isTitle), entities[place].numberedTitle == nil,
      let first = entities[place].attributes.firstIndex(where: { !$0.isBytes })
    {
      entities[place].attributes[first].isTitle = true
    }
    completeLists()
    removeFaultyParts()
  }

  /// Moves a field up or down among those of its sort.
  package mutating func moveField(_ name: String, of entity: String, by step: Int) throws(ShapeFault) {
    let place = try place(entity)
    let before = entities[place]
    // Nobody sees small pictures among the fields: each follows its picture.
    let small = before.attributes.filter { $0.thumbnailOf != nil }
    entities[place].attributes.removeAll { $0.thumbnailOf != nil }
    Self.move(&entities[place].attributes, by: step) { $0.name == name }
    for thumbnail in small {
      let picture = entities[place].attributes.firstIndex { $0.name == thumbnail.thumbnailOf }
      entities[place].attributes.insert(thumbnail, at: picture.map { $0 + 1 } ?? entities[place].attributes.endIndex)
    }
    Self.move(&entities[place].relationships, by: step) { $0.name == name }
    Self.move(&entities[place].computed, by: step) { $0.name == name }
    reorderLines(of: entity, since: before)
    reorderGroups(of: entity, since: before)
  }

  static func move<Element>(_ list: inout [Element], by step: Int, _ isMoved: (Element) -> Bool) {
    guard let from = list.firstIndex(where: isMoved) else { return }
    let to = from + min(max(step, -from), list.count - 1 - from)
    if from != to { list.insert(list.remove(at: from), at: to) }
  }

  /// Hides a field on records' pages, or shows it again. Its values stay.
  package mutating func setHidden(_ isHidden: Bool, _ name: String, of entity: String) throws(ShapeFault) {
    _ = try place(entity)
    changeLists(of: entity) { list in
      list.card.omitted.removeAll { $0 == name }
      if isHidden { list.card.omitted.append(name) }
    }
  }

  /// Whether a field is hidden on records' pages.
  package func isHidden(_ name: String, of entity: String) -> Bool { hidden(of: entity).contains(name) }

  /// The fields that are hidden on records' pages.
  package func hidden(of entity: String) -> Set<String> { Set(list(of: entity)?.card.omitted ?? []) }

  // MARK: Relationships

  /// Adds a relationship, and its other side to the related records.
  @discardableResult package mutating func addLink(_ link: LinkShape, to entity: String) throws(ShapeFault) -> String {
    let place = try place(entity)
    guard let other = entities.firstIndex(where: { $0.name == link.target }) else {
      throw ShapeFault("target", "Choose a kind of record")
    }
    // A to-many relationship is the other side of a to-one.
    guard link.cardinality != .toMany else {
      var back = LinkShape()
      back.label = link.backLabel.isEmpty ? Self.capitalized(entities[place].nouns.one) : link.backLabel
      back.target = entity
      back.deleteRule = link.deleteRule
      back.backLabel = link.label
      do throws(ShapeFault) {
        return try addLink(back, to: link.target)
      } catch {
        let swapped = ["label": "backLabel", "backLabel": "label"]
        throw ShapeFault(swapped[error.field] ?? error.field, error.phrase)
      }
    }
    try checkLabel(link.label, in: entities[place], except: nil)
    let name = freeName(for: link.label, in: entities[place])
    var relationship = RelationshipDescription(
      name: name, label: link.label, cardinality: link.cardinality, target: link.target)
    if link.cardinality == .toOne {
      relationship.isRequired = link.isRequired
      relationship.deleteRule = link.isRequired && link.deleteRule == .nullify ? .deny : link.deleteRule
    }
    relationship.isTags = link.isTags && link.cardinality == .manyToMany
    entities[place].relationships.append(relationship)
    if link.cardinality == .toOne {
      askWithLines(name, of: entity)
      try checkAsked(name, of: entity)
    }
    let label = link.backLabel.isEmpty ? Self.capitalized(entities[place].nouns.many) : link.backLabel
    try checkLabel(label, in: entities[other], except: nil, field: "backLabel")
    var back = RelationshipDescription(
      name: freeName(for: label, in: entities[other]), label: label,
      cardinality: link.cardinality == .toOne ? .toMany : .manyToMany, target: entity)
    back.inverse = name
    entities[other].relationships.append(back)
    showSection(back.name, of: link.target)
    if link.cardinality == .manyToMany { showSection(name, of: entity) }
    return name
  }

  /// Changes what a to-one relationship is called, whether it is needed, and what deleting does.
  package mutating func changeLink(_ name: String, of entity: String, to link: LinkShape) throws(ShapeFault) {
    let place = try place(entity)
    guard let index = entities[place].relationships.firstIndex(where: { $0.name == name }) else { throw Self.unknown }
    try checkLabel(link.label, in: entities[place], except: name)
    entities[place].relationships[index].label = link.label
    if entities[place].relationships[index].cardinality == .toOne {
      entities[place].relationships[index].isRequired = link.isRequired
      entities[place].relationships[index].isUnique = link.isUnique
      entities[place].relationships[index].placeholder = link.placeholder.isEmpty ? nil : link.placeholder
      entities[place].relationships[index].deleteRule =
        link.isRequired && link.deleteRule == .nullify ? .deny : link.deleteRule
      if link.isRequired {
        askWithLines(name, of: entity)
        try checkAsked(name, of: entity)
      }
    }
  }

  /// Changes what a relationship is called.
  package mutating func nameLink(_ name: String, of entity: String, _ label: String) throws(ShapeFault) {
    let place = try place(entity)
    guard let index = entities[place].relationships.firstIndex(where: { $0.name == name }) else { throw Self.unknown }
    guard label != entities[place].relationships[index].label else { return }
    try checkLabel(label, in: entities[place], except: name)
    entities[place].relationships[index].label = label
  }

  // Both sides go.
  private mutating func removeLink(_ relationship: RelationshipDescription, of entity: String) {
    for place in entities.indices {
      let gone = entities[place].relationships.filter { other in
        let isOwn = entities[place].name == entity && other.name == relationship.name
        let isBack =
          entities[place].name == relationship.target
          && (other.inverse == relationship.name && other.target == entity || other.name == relationship.inverse)
        return isOwn || isBack
      }
      for other in gone {
        entities[place].relationships.removeAll { $0.name == other.name }
        forget(other.name, of: entities[place].name)
      }
    }
  }

  // MARK: Names

  static let unknown = ShapeFault("", "This field does not exist any more")

  static func capitalized(_ noun: String) -> String { noun.prefix(1).uppercased() + noun.dropFirst() }

  func checkLabel(
    _ label: String, in entity: DocumentEntity, except name: String?, field: String = "label"
  ) throws(ShapeFault) {
    guard !label.isEmpty else { throw ShapeFault(field, "This can't be empty") }
    let others =
      entity.attributes.filter { $0.name != name }.map(\.label)
      + entity.relationships.filter { $0.name != name }.map(\.label)
      + entity.computed.filter { $0.name != name }.map(\.attribute.label)
    guard !others.contains(where: { Naming.key($0) == Naming.key(label) }) else {
      throw ShapeFault(field, Phrase("There is a field called {name} already", ["name": .text(label)]))
    }
  }

  /// A name that no field of the entity has, and none had: the values of a removed field stay in the archive under its
  /// column.
  func freeName(for label: String, in entity: DocumentEntity) -> String {
    let fields = entity.attributes.flatMap { [$0.name] + $0.formerNames }
    let taken = Set(fields + entity.relationships.flatMap { [$0.name] + $0.formerNames } + entity.computed.map(\.name))
      // The API has a record's state under this name.
      .union([ComputedValues.stateKey])
      // Formulas have these words.
      .union(FormulaVocabulary.words)
      // A document has its name as the last part of its address.
      .union(documentNames(of: entity.name))
    let columns = Set(entity.attributes.map(\.column) + entity.relationships.map(\.column))
    let guess = NameGuess.attribute(label, at: entity.attributes.count + 1)
    let base = isDeclared ? AddedName.of(guess) : guess
    var (name, number) = (base, 2)
    while taken.contains(name) || columns.contains(Naming.snakeCase(name)) {
      name = base + String(number)
      number += 1
    }
    return name
  }
}
