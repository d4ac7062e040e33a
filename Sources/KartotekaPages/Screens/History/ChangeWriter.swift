import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Converts changes of records to groups of lines, with the titles of all records in them.
struct ChangeWriter {
  private struct Key: Hashable {
    let entity: String
    let id: RecordID
  }

  private let screens: AppScreens
  private let say: Localizer
  // The titles of existing records.
  private var titles: [Key: String] = [:]

  private var model: ModelDescription { screens.description.model }

  /// Looks up the titles of all records in the changes.
  init(_ changes: [RecordChange], _ screens: AppScreens, _ say: Localizer) async throws {
    self.screens = screens
    self.say = say
    var ids: [String: Set<RecordID>] = [:]
    for change in changes {
      ids[change.entity, default: []].insert(change.id)
      for field in change.fields {
        guard let target = model.entity(named: change.entity)?.relationship(field.name)?.target else { continue }
        ids[target, default: []].formUnion([field.before.id, field.after.id].compactMap(\.self))
      }
    }
    for (name, ids) in ids {
      guard let entity = model.entity(named: name) else { continue }
      try await readTitles(of: entity, ids.sorted())
    }
  }

  private mutating func readTitles(of entity: EntityDescription, _ ids: [RecordID]) async throws {
    for start in stride(from: 0, to: ids.count, by: AnyFetchRequest.limits.most) {
      var request = AnyFetchRequest(entity.name)
      let part = ids[start..<min(start + AnyFetchRequest.limits.most, ids.count)]
      request.predicate = .compare("id", .in, part.map(Value.integer))
      request.include = entity.titleRelationships.map(\.name)
      request.limit = part.count
      request.wantsTotal = false
      request.readsBlobs = false
      let page = try await screens.store.fetch(request)
      for record in page.records {
        titles[Key(entity: entity.name, id: record.id ?? 0)] = record.title(in: say, related: page.included)
      }
    }
  }

  /// A group for each record, in the order of their first change.
  func groups(_ changes: [RecordChange]) -> [ChangeGroup] {
    var order: [Key] = []
    var byRecord: [Key: [RecordChange]] = [:]
    for change in changes {
      let key = Key(entity: change.entity, id: change.id)
      if byRecord[key] == nil { order.append(key) }
      byRecord[key, default: []].append(change)
    }
    return order.compactMap { key in
      guard let changes = byRecord[key], let entity = model.entity(named: key.entity) else { return nil }
      return group(entity, key.id, changes)
    }
  }

  private func group(_ entity: EntityDescription, _ id: RecordID, _ changes: [RecordChange]) -> ChangeGroup {
    let path = screens.path(of: entity).appending(id)
    let title = titles[Key(entity: entity.name, id: id)]
    let operations = changes.map(\.operation)
    let operation = operations.first { $0 != .update } ?? .update
    var group = ChangeGroup(
      title: title ?? goneTitle(entity, id, changes), note: say.operation(operation) + " · " + say(entity.nouns.one),
      lines: lines(changes.flatMap(\.fields), of: entity))
    if title != nil, screens.screen(of: entity) != nil { group.href = path }
    if !entity.isDerived { group.history = path.appending("history") }
    return group
  }

  /// The changes of one record as lines.
  func lines(_ fields: [RecordChange.Field], of entity: EntityDescription) -> [ChangeGroup.Line] {
    var values: [(name: String, before: Value, after: Value)] = []
    var links: [(name: String, removed: [RecordID], added: [RecordID])] = []
    for field in fields {
      if field.isLink {
        let index = links.firstIndex { $0.name == field.name } ?? links.endIndex
        if index == links.endIndex { links.append((field.name, [], [])) }
        if let id = field.before.id { links[index].removed.append(id) }
        if let id = field.after.id { links[index].added.append(id) }
      } else if let index = values.firstIndex(where: { $0.name == field.name }) {
        values[index].after = field.after
      } else {
        values.append((field.name, field.before, field.after))
      }
    }
    return values.compactMap { name, before, after in
      guard let position = entity.position(of: name) else { return nil }
      let column = entity.columns[position]
      return ChangeGroup.Line(label: say(column.label), before: text(before, column), after: text(after, column))
    }
      + links.compactMap { name, removed, added in
        guard let relationship = entity.relationship(name) else { return nil }
        return ChangeGroup.Line(
          label: say(relationship.label), before: text(removed, of: relationship.target),
          after: text(added, of: relationship.target))
      }
  }

  /// The changes of a record's parts as lines: an added or deleted part by its title, a changed part by its fields.
  func partLines(_ changes: [RecordChange]) -> [ChangeGroup.Line] {
    changes.flatMap { change -> [ChangeGroup.Line] in
      // The parts of a bulk import have no images.
      guard change.last == nil, let entity = model.entity(named: change.entity) else { return [] }
      let title =
        titles[Key(entity: change.entity, id: change.id)] ?? goneTitle(entity, change.id, [change])
      switch change.operation {
      case .insert: return [ChangeGroup.Line(label: say(entity.nouns.one), before: nil, after: title)]
      case .delete: return [ChangeGroup.Line(label: say(entity.nouns.one), before: title, after: nil)]
      case .update:
        return lines(change.fields, of: entity).map {
          ChangeGroup.Line(label: title + " – " + $0.label, before: $0.before, after: $0.after)
        }
      }
    }
  }

  private func text(_ value: Value, _ column: ColumnDescription) -> String? {
    if value.isNull { return nil }
    if case .toOne(let relationship) = column, case .integer(let id) = value { return title(relationship.target, id) }
    return column.display(value, in: say)
  }

  private func text(_ ids: [RecordID], of entity: String) -> String? {
    ids.isEmpty ? nil : ids.map { title(entity, $0) }.joined(separator: ", ")
  }

  private func title(_ entity: String, _ id: RecordID) -> String {
    titles[Key(entity: entity, id: id)] ?? say("No. {number}", ["number": .text(String(id))])
  }

  /// The title of a deleted record, composed of the values in its changes, the newest first.
  func goneTitle(_ entity: EntityDescription, _ id: RecordID, _ changes: [RecordChange]) -> String {
    var record = AnyRecord(entity, id: id, values: entity.columns.map { _ in .null })
    for field in changes.flatMap(\.fields) where !field.isLink && record[field.name].isNull {
      record[field.name] = field.after.isNull ? field.before : field.after
    }
    return record.title(in: say)
  }
}

extension Value {
  // The id of a related record.
  fileprivate var id: RecordID? { if case .integer(let id) = self { id } else { nil } }
}
