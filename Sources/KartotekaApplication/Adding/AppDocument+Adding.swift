import KartotekaModel
import KartotekaScreens

extension AppDocument {
  /// The declared description with added fields behind the declared ones. Kinds of record that are gone are left out.
  func with(_ added: AddedFields) -> AppDocument {
    var document = self
    document.isDeclared = true
    document.entities += added.entities
    document.tabs?.append(contentsOf: added.tabs)
    let kinds = added.kinds.filter { document.entity($0.entity) != nil }
    for kind in kinds {
      guard let place = document.entities.firstIndex(where: { $0.name == kind.entity }) else { continue }
      document.entities[place].attributes += kind.attributes
      document.entities[place].relationships += kind.relationships
      document.entities[place].computed += kind.computed
      document.entities[place].uniqueKeys += kind.uniqueKeys
      document.entities[place].states += kind.states
    }
    for kind in kinds { document.show(kind, of: kind.entity) }
    return document
  }

  // Lists and forms show added fields as those of a designed application.
  private mutating func show(_ kind: AddedFields.Kind, of entity: String) {
    for attribute in kind.attributes { show(attribute, of: entity) }
    for relationship in kind.relationships {
      if relationship.cardinality == .toOne {
        askWithLines(relationship.name, of: entity)
      } else if AddedName.isOne(relationship.target), let gallery = gallery(of: relationship) {
        show(gallery, of: relationship, of: entity)
      } else {
        showSection(relationship.name, of: entity)
      }
    }
    let names = Set(kind.attributes.map(\.name) + kind.relationships.map(\.name))
    let hidden = kind.hidden.filter(names.contains)
    if !hidden.isEmpty { changeLists(of: entity) { $0.card.omitted += hidden } }
    let columns =
      kind.attributes.filter { !$0.isBytes }.map(\.name)
      + kind.relationships.filter { $0.cardinality == .toOne }.map(\.name)
    showInTables(columns.filter { !hidden.contains($0) }, of: entity)
  }

  // Several pictures or files stand on the pages of their records, and the first picture in rows without another one.
  private mutating func show(
    _ gallery: GalleryDescription, of relationship: RelationshipDescription, of entity: String
  ) {
    let image = self.entity(relationship.target)?.attributes.first { $0.name == gallery.image }
    changeLists(of: entity) { list in
      list.sections.append(ListDescription.Section(relationship.name, gallery: gallery))
      if image?.kind == .picture, list.picture == nil { list.picture = relationship.name }
    }
  }

  // A table whose columns are declared has further ones.
  private mutating func showInTables(_ columns: [String], of entity: String) {
    guard var tabs else { return }
    for index in tabs.indices {
      guard case .table(var table) = tabs[index].screen, table.entity == entity else { continue }
      table.columns += columns
      tabs[index].screen = .table(table)
    }
    self.tabs = tabs
  }

  /// Has lists search a new field, and a form with lines ask for it.
  mutating func show(_ attribute: AttributeDescription, of entity: String) {
    if attribute.isReadAsText, tabs != nil {
      changeLists(of: entity) { list in if !list.searched.isEmpty { list.searched.append(attribute.name) } }
    }
    if attribute.isAskedWithLines { askWithLines(attribute.name, of: entity) }
  }
}

extension AddedFields {
  /// The layer as far as a declaration allows it.
  struct Laid {
    /// The description with the fields.
    let document: AppDocument
    /// The fields that it has.
    let shown: AddedFields
    /// The sentences about left-out parts, for people.
    let notices: [Phrase]
  }

  /// Lays the fields over a declaration. What the declaration does not allow any more is left out part by part.
  /// - Parameter declared: the declaration, whose names the layer has (``following(_:)``).
  func laid(over declared: AppDocument) -> Laid {
    var (rest, notices) = withoutMissingKinds(declared)
    notices += rest.leaveOutStates(of: declared)
    var document = declared.with(rest)
    var faults = document.check().count
    // Those of the declaration itself are not the fields'.
    let others = faults == 0 ? 0 : declared.check().count
    while faults > others {
      guard
        let next = rest.lessByOne(declared).first(where: { declared.with($0.rest).check().count < faults })
      else {
        // Without any of them it is what the program declares.
        notices = labels.map {
          Phrase("{field} is left out: the application does not allow it now", ["field": .text($0)])
        }
        return Laid(document: declared.with(AddedFields()), shown: AddedFields(), notices: notices)
      }
      (rest, document) = (next.rest, declared.with(next.rest))
      faults = document.check().count
      notices.append(next.notice)
    }
    return Laid(document: document, shown: rest, notices: notices)
  }

  private func withoutMissingKinds(_ declared: AppDocument) -> (rest: AddedFields, notices: [Phrase]) {
    var (rest, notices) = (self, [Phrase]())
    let known = Set((declared.entities + entities).map(\.name))
    for kind in kinds where !known.contains(kind.entity) {
      rest.kinds.removeAll { $0.entity == kind.entity }
      notices.append(
        Phrase(
          "The application has no {kind} any more. What was added to them is kept: {names}",
          ["kind": .text(kind.entity), "names": .text(kind.labels.joined(separator: ", "))]))
    }
    for entity in entities where entity.relationships.contains(where: { !known.contains($0.target) }) {
      rest.leaveOut(entity.name)
    }
    return (rest, notices)
  }

  // Leaves out the states that no record could be in: those of the declaration take all.
  private mutating func leaveOutStates(of declared: AppDocument) -> [Phrase] {
    var notices: [Phrase] = []
    for place in kinds.indices where !kinds[place].states.isEmpty {
      guard let entity = declared.entity(kinds[place].entity), entity.states.contains(where: \.isRest) else { continue }
      notices.append(
        Phrase(
          "All {kind} are in states of the application. Those that were added are kept and wait: {names}",
          [
            "kind": .phrase(Phrase(entity.nouns.many)),
            "names": .text(kinds[place].states.map(\.label).joined(separator: ", ")),
          ]))
      kinds[place].states = []
    }
    return notices
  }

  /// The remarks on states that the declaration has, too, under the same label in any of its languages.
  func stateRemarks(with declared: AppDocument) -> [Phrase] {
    kinds.flatMap { kind -> [Phrase] in
      guard let entity = declared.entity(kind.entity) else { return [] }
      return kind.states.filter { state in
        entity.states.contains { declared.keys(of: $0.label).contains(Naming.key(state.label)) }
      }.map { state in
        Phrase(
          "{field} of {kind} was added here, and comes with the application now: both are kept",
          ["field": .phrase(Phrase(state.label)), "kind": .phrase(Phrase(entity.nouns.many))])
      }
    }
  }

  // Leaves out a kind of record that was made for added fields, with what leads to it.
  private mutating func leaveOut(_ entity: String) {
    entities.removeAll { $0.name == entity }
    tabs.removeAll { $0.screen.entity == entity }
    for place in kinds.indices { kinds[place].relationships.removeAll { $0.target == entity } }
  }

  // The layer without each part that it can do without, the smallest parts first.
  private func lessByOne(_ declared: AppDocument) -> [(rest: AddedFields, notice: Phrase)] {
    var parts: [(AddedFields, Phrase)] = []
    for (place, kind) in kinds.enumerated() {
      let noun = declared.entity(kind.entity).map { Phrase($0.nouns.many) } ?? Phrase(kind.entity)
      func add(_ label: String, _ isWhole: Bool, _ change: (inout AddedFields) -> Void) {
        var rest = self
        change(&rest)
        guard rest != self else { return }
        let words: [String: Phrase.Argument] = ["field": .phrase(Phrase(label)), "kind": .phrase(noun)]
        let notice: Phrase =
          isWhole
          ? Phrase("{field} of {kind} is left out: it needs what the application does not have any more", words)
          : Phrase("A formula of {field} of {kind} needs what the application does not have any more", words)
        parts.append((rest, notice))
      }
      for (index, attribute) in kind.attributes.enumerated() {
        add(attribute.label, false) { $0.kinds[place].attributes[index].shownIf = nil }
        add(attribute.label, false) { $0.kinds[place].attributes[index].requiredIf = nil }
        add(attribute.label, false) { rest in
          guard case .formula? = attribute.defaultSource else { return }
          rest.kinds[place].attributes[index].defaultSource = nil
        }
        add(attribute.label, false) { rest in
          rest.kinds[place].uniqueKeys.removeAll { $0.contains(attribute.name) }
        }
      }
      for (index, relationship) in kind.relationships.enumerated() {
        add(relationship.label, false) { $0.kinds[place].relationships[index].shownIf = nil }
        add(relationship.label, false) { $0.kinds[place].relationships[index].requiredIf = nil }
      }
      for state in kind.states {
        add(state.label, true) { $0.kinds[place].states.removeAll { $0.name == state.name } }
      }
      for computed in kind.computed {
        add(computed.attribute.label, true) { $0.kinds[place].computed.removeAll { $0.name == computed.name } }
      }
      for relationship in kind.relationships {
        add(relationship.label, true) { $0.remove(relationship, of: kind.entity) }
      }
      for attribute in kind.attributes {
        add(attribute.label, true) { rest in
          rest.kinds[place].attributes.removeAll { $0.name == attribute.name }
          rest.kinds[place].uniqueKeys.removeAll { $0.contains(attribute.name) }
        }
      }
    }
    for entity in entities {
      var rest = self
      rest.leaveOut(entity.name)
      parts.append(
        (
          rest,
          Phrase(
            "{field} is left out: the application does not allow it now", ["field": .phrase(Phrase(entity.nouns.many))])
        ))
    }
    return parts
  }

  // Both sides go.
  private mutating func remove(_ relationship: RelationshipDescription, of entity: String) {
    for place in kinds.indices {
      let owner = kinds[place].entity
      kinds[place].relationships.removeAll { other in
        owner == entity && other.name == relationship.name
          || owner == relationship.target && other.target == entity
            && (other.inverse == relationship.name || relationship.inverse == other.name)
      }
    }
  }

  /// The fields of this layer with those of another one that were not shown. What is the same as it was shown keeps what was left
  /// out of it.
  func keeping(_ stored: AddedFields, leftOutOf shown: AddedFields) -> AddedFields {
    var all = self
    for kind in stored.kinds {
      let seen = shown.kinds.first { $0.entity == kind.entity }
      let place: Int
      if let known = all.kinds.firstIndex(where: { $0.entity == kind.entity }) {
        place = known
      } else {
        place = all.kinds.count
        all.kinds.append(Kind(entity: kind.entity))
      }
      Self.keep(kind.attributes, seen?.attributes, in: &all.kinds[place].attributes, \.name) { part, stored, seen in
        if part.shownIf == nil, seen.shownIf == nil { part.shownIf = stored.shownIf }
        if part.requiredIf == nil, seen.requiredIf == nil { part.requiredIf = stored.requiredIf }
        if part.defaultSource == nil, seen.defaultSource == nil, part.kind == stored.kind, part.defaultValue.isNull {
          part.defaultSource = stored.defaultSource
        }
      }
      Self.keep(kind.relationships, seen?.relationships, in: &all.kinds[place].relationships, \.name) {
        part, stored, seen in
        if part.shownIf == nil, seen.shownIf == nil { part.shownIf = stored.shownIf }
        if part.requiredIf == nil, seen.requiredIf == nil { part.requiredIf = stored.requiredIf }
      }
      Self.keep(kind.computed, seen?.computed, in: &all.kinds[place].computed, \.name) { _, _, _ in }
      Self.keep(kind.states, seen?.states, in: &all.kinds[place].states, \.name) { _, _, _ in }
      let names = Set(all.kinds[place].attributes.map(\.name) + all.kinds[place].relationships.map(\.name))
      let shownNames = Set((seen?.attributes.map(\.name) ?? []) + (seen?.relationships.map(\.name) ?? []))
      let hidden = kind.hidden.filter { names.contains($0) && !shownNames.contains($0) }
      all.kinds[place].hidden = Set(all.kinds[place].hidden + hidden).sorted()
      for key in kind.uniqueKeys where !(seen?.uniqueKeys.contains(key) ?? false) {
        // Not of a field that is deleted now.
        if key.filter(AddedName.isOne).allSatisfy(names.contains), !all.kinds[place].uniqueKeys.contains(key) {
          all.kinds[place].uniqueKeys.append(key)
        }
      }
    }
    all.kinds.removeAll(where: \.isEmpty)
    for entity in stored.entities
    where !shown.entities.contains(where: { $0.name == entity.name })
      && !all.entities.contains(where: { $0.name == entity.name })
    {
      all.entities.append(entity)
      all.tabs += stored.tabs.filter { $0.screen.entity == entity.name }
    }
    return all
  }

  private static func keep<Part: Equatable>(
    _ stored: [Part], _ shown: [Part]?, in list: inout [Part], _ name: KeyPath<Part, String>,
    _ complete: (_ part: inout Part, _ stored: Part, _ seen: Part) -> Void
  ) {
    for part in stored {
      let seen = shown?.first { $0[keyPath: name] == part[keyPath: name] }
      guard let seen else {
        if !list.contains(where: { $0[keyPath: name] == part[keyPath: name] }) { list.append(part) }
        continue
      }
      guard let index = list.firstIndex(where: { $0[keyPath: name] == part[keyPath: name] }) else { continue }
      if list[index] == seen { list[index] = part } else { complete(&list[index], part, seen) }
    }
  }
}
