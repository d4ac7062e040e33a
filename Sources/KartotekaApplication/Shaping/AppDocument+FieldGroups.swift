import KartotekaModel
import KartotekaScreens

// The groups of a record's form, and the sections of a record's page below them.
extension AppDocument {
  /// The fields that stand in groups, in their order.
  package func groupFields(of entity: String) -> [ColumnDescription] {
    self.entity(entity)?.entity.columns.filter { column in
      if case .attribute(let attribute) = column { attribute.thumbnailOf == nil } else { true }
    } ?? []
  }

  /// Adds a group to the form, or changes one. Fields that are in no other group stand in the first one.
  /// - Parameters:
  ///   - index: the place of the group; nil for a new one.
  ///   - fields: the fields of a group behind the first one; nil for no change.
  /// - Throws: ``ShapeFault``, of the field `heading` for a new group without a heading.
  package mutating func setGroup(
    _ index: Int?, heading: String, fields: Set<String>?, of entity: String
  ) throws(ShapeFault) {
    guard var groups = list(of: entity)?.fieldGroups else { throw Self.noGroup }
    let columns = groupFields(of: entity).map(\.name)
    let title = heading.isEmpty ? nil : heading
    var place = index ?? groups.count
    if let index {
      guard groups.indices.contains(index) else { throw Self.noGroup }
      groups[index].title = title
    } else {
      guard title != nil else { throw ShapeFault("heading", "This can't be empty") }
      // What is in no group has to stand somewhere.
      if groups.isEmpty { groups.append(ListDescription.FieldGroup(nil, fields: [])) }
      place = groups.count
      groups.append(ListDescription.FieldGroup(title, fields: []))
    }
    if let fields, place > 0 {
      guard !fields.isEmpty else { throw ShapeFault("", "Choose at least one field") }
      for other in groups.indices where other != place { groups[other].fields.removeAll(where: fields.contains) }
      groups[place].fields = Self.fields(fields, of: groups[place], columns)
    }
    setGroups(groups, of: entity)
  }

  /// Moves a group up or down.
  package mutating func moveGroup(_ index: Int, of entity: String, by step: Int) throws(ShapeFault) {
    guard var groups = list(of: entity)?.fieldGroups, groups.indices.contains(index) else { throw Self.noGroup }
    // The fields that are in no group stay in the one that was the first.
    groups = whole(groups, of: entity)
    let to = index + min(max(step, -index), groups.count - 1 - index)
    groups.insert(groups.remove(at: index), at: to)
    setGroups(groups, of: entity)
  }

  /// Removes a group; its fields stand in the first one.
  package mutating func removeGroup(_ index: Int, of entity: String) throws(ShapeFault) {
    guard var groups = list(of: entity)?.fieldGroups, groups.indices.contains(index) else { throw Self.noGroup }
    groups.remove(at: index)
    setGroups(groups, of: entity)
  }

  private static let noGroup = ShapeFault("", "This group does not exist any more")

  private mutating func setGroups(_ groups: [ListDescription.FieldGroup], of entity: String) {
    var groups = whole(groups, of: entity).filter { !$0.fields.isEmpty }
    // One group without a heading is what forms have anyway.
    if groups.count == 1, groups[0].title == nil { groups = [] }
    changeLists(of: entity) { $0.fieldGroups = groups }
  }

  // The groups with the fields that are in none of them in the first one.
  private func whole(_ groups: [ListDescription.FieldGroup], of entity: String) -> [ListDescription.FieldGroup] {
    guard !groups.isEmpty else { return [] }
    let columns = groupFields(of: entity).map(\.name)
    let others = Set(groups.dropFirst().flatMap(\.fields))
    var groups = groups
    groups[0].fields = Self.fields(Set(columns).subtracting(others), of: groups[0], columns)
    return groups
  }

  // The fields in the order of all fields, unless a description has them in another one.
  private static func fields(
    _ names: Set<String>, of group: ListDescription.FieldGroup, _ columns: [String]
  ) -> [String] {
    let sorted = columns.filter(names.contains)
    let kept = group.fields.filter(names.contains)
    return kept == columns.filter(kept.contains) ? sorted : kept + sorted.filter { !kept.contains($0) }
  }

  /// Puts the fields of groups in the order that all fields have now, where they stood in that of before.
  mutating func reorderGroups(of entity: String, since before: DocumentEntity) {
    guard let groups = list(of: entity)?.fieldGroups, !groups.isEmpty else { return }
    let old = before.entity.columns.map(\.name)
    let new = groupFields(of: entity).map(\.name)
    let sorted = groups.map { group in
      var group = group
      if group.fields == old.filter(group.fields.contains) { group.fields = new.filter(group.fields.contains) }
      return group
    }
    if sorted != groups { changeLists(of: entity) { $0.fieldGroups = sorted } }
  }

  // MARK: Numbers and address

  /// The texts that can hold a telephone number.
  package func numberFields(of entity: String) -> [AttributeDescription] {
    let chosen = list(of: entity)?.card.numbers ?? []
    return self.entity(entity)?.attributes.filter {
      [.text, .stored].contains($0.kind) && !$0.multiline && $0.stamp == nil || chosen.contains($0.name)
    } ?? []
  }

  /// The texts that can be a part of a postal address.
  package func addressFields(of entity: String) -> [AttributeDescription] {
    let chosen = list(of: entity)?.card.address ?? []
    return self.entity(entity)?.attributes.filter {
      [.text, .stored, .country].contains($0.kind) && $0.stamp == nil || chosen.contains($0.name)
    } ?? []
  }

  /// Says which texts records' pages offer to call, and which are the address that they show on a map.
  package mutating func setContact(numbers: Set<String>, address: Set<String>, of entity: String) {
    let columns = self.entity(entity)?.attributes.map(\.name) ?? []
    changeLists(of: entity) { list in
      let known = list.card
      list.card.numbers = Self.fields(numbers, of: ListDescription.FieldGroup(nil, fields: known.numbers), columns)
      list.card.address = Self.fields(address, of: ListDescription.FieldGroup(nil, fields: known.address), columns)
    }
  }

  // MARK: Sections

  /// Moves a section of records' pages up or down.
  package mutating func moveSection(_ name: String, of entity: String, by step: Int) throws(ShapeFault) {
    _ = try section(name, of: entity)
    changeLists(of: entity) { list in Self.move(&list.sections, by: step) { $0.name == name } }
  }

  /// A section of records' pages.
  package func section(_ name: String, of entity: String) throws(ShapeFault) -> ListDescription.Section {
    guard let section = list(of: entity)?.sections.first(where: { $0.name == name }) else {
      throw ShapeFault("", "This section does not exist any more")
    }
    return section
  }

  /// Changes how records get into a section of records' pages.
  /// - Parameters:
  ///   - adding: the text of the row that chooses records; empty for no such row.
  ///   - note: the text below the rows of such a section.
  ///   - offersNew: whether a row leads to the form of a new record.
  ///   - isNewestFirst: whether the records that were added last come first, where none are added.
  package mutating func setSection(
    _ name: String, adding: String, note: String, offersNew: Bool, isNewestFirst: Bool, order: String?,
    of entity: String
  ) throws(ShapeFault) {
    let known = try section(name, of: entity)
    guard adding.isEmpty || !offersNew || known.adding != nil && known.offersNew else {
      throw ShapeFault("adding", "A section either chooses records or adds new ones")
    }
    // Descriptions may have both all the same, which another change leaves alone.
    let isSame = adding == known.adding ?? "" && offersNew == known.offersNew
    guard note.isEmpty || !adding.isEmpty || isSame && note == known.note else {
      throw ShapeFault("note", "This stands below a section that chooses records")
    }
    guard !isNewestFirst || known.isNewestFirst && isSame || adding.isEmpty && !offersNew else {
      throw ShapeFault("newest", "This is for a section that neither chooses records nor adds new ones")
    }
    changeLists(of: entity) { list in
      guard let index = list.sections.firstIndex(where: { $0.name == name }) else { return }
      list.sections[index].adding = adding.isEmpty ? nil : adding
      list.sections[index].note = note.isEmpty ? nil : note
      list.sections[index].offersNew = offersNew
      list.sections[index].isNewestFirst = isNewestFirst
      list.sections[index].order = order
    }
  }
}
