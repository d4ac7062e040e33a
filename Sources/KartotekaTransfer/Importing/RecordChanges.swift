import KartotekaModel
import KartotekaStore

/// The changes of an import in existing records: the first of them with their values, and the counts of all.
package struct RecordChanges: Sendable {
  /// A record with its change.
  package struct Changed: Sendable {
    /// The record before.
    package let record: AnyRecord
    package let change: RecordChange
  }

  /// The number of changed records whose values are kept.
  static let most = 10

  /// The first changed records.
  package private(set) var first: [Changed] = []
  /// The number of records in which each field or relationship would change, by its name.
  package private(set) var counts: [String: Int] = [:]
  /// The names of the fields that would change in each record. Records with the same ones share a list.
  private var names: [RecordID: [String]] = [:]
  private var lists: Set<[String]> = []

  /// Whether nothing would change.
  package var isEmpty: Bool { counts.isEmpty }

  /// The names of the changed fields, in the order of the entity.
  package func names(of entity: EntityDescription) -> [String] {
    (entity.columns.map(\.name) + entity.manyToMany.map(\.name)).filter { counts[$0] != nil }
  }

  /// Sets the change of a record, in place of what an earlier row would change in the same fields.
  /// - Parameters:
  ///   - lists: the related records by the names of relationships, before and after.
  ///   - isGiven: whether the row has a value for a field or relationship.
  mutating func set(
    _ before: AnyRecord, _ after: AnyRecord, _ lists: [(name: String, before: [RecordID], after: [RecordID])],
    isGiven: (String) -> Bool
  ) {
    let (entity, id) = (before.entity, before.id ?? 0)
    let kept = uncount(id).filter { !isGiven($0) }
    let changed = entity.columns.indices.filter { before.values[$0] != after.values[$0] }
    count(kept + changed.map { entity.columns[$0].name } + lists.map(\.name), of: id)
    let place = first.firstIndex { $0.record.id == id }
    guard place != nil || first.count < Self.most else { return }
    var fields = changed.map { position in
      RecordChange.Field(
        name: entity.columns[position].name, before: before.values[position], after: after.values[position],
        isLink: false)
    }
    for list in lists {
      let (before, after) = (Set(list.before), Set(list.after))
      fields += before.subtracting(after).sorted().map {
        RecordChange.Field(name: list.name, before: .integer($0), after: .null, isLink: true)
      }
      fields += after.subtracting(before).sorted().map {
        RecordChange.Field(name: list.name, before: .null, after: .integer($0), isLink: true)
      }
    }
    if let place { fields = first[place].change.fields.filter { kept.contains($0.name) } + fields }
    let change = RecordChange(entity: entity.name, id: id, last: nil, operation: .update, fields: fields)
    let shown = Changed(record: before, change: change)
    if let place { first[place] = shown } else { first.append(shown) }
  }

  /// Removes from the change of a record what a row takes back.
  /// - Parameter isGiven: whether the row has a value for a field or relationship.
  mutating func remove(_ id: RecordID, isGiven: (String) -> Bool) {
    let kept = uncount(id).filter { !isGiven($0) }
    count(kept, of: id)
    guard let place = first.firstIndex(where: { $0.record.id == id }) else { return }
    let shown = first.remove(at: place)
    let fields = shown.change.fields.filter { kept.contains($0.name) }
    guard !fields.isEmpty else { return }
    let change = RecordChange(entity: shown.change.entity, id: id, last: nil, operation: .update, fields: fields)
    first.insert(Changed(record: shown.record, change: change), at: place)
  }

  /// Ends the counting: no further row comes.
  mutating func finish() { (names, lists) = ([:], []) }

  private mutating func count(_ names: [String], of id: RecordID) {
    guard !names.isEmpty else { return }
    for name in names { counts[name, default: 0] += 1 }
    self.names[id] = lists.insert(names).memberAfterInsert
  }

  // The names of the fields that were counted.
  private mutating func uncount(_ id: RecordID) -> [String] {
    let names = self.names.removeValue(forKey: id) ?? []
    for name in names {
      let count = counts[name, default: 0] - 1
      counts[name] = count > 0 ? count : nil
    }
    return names
  }
}

extension FileResult {
  /// The changes of a dry run: one sentence for each field and for each of the first records.
  package func changePhrases(in say: Localizer) -> [Phrase] {
    guard let entity = changes.first.first?.record.entity else { return [] }
    func label(_ name: String) -> String {
      say(entity.position(of: name).map { entity.columns[$0].label } ?? entity.relationship(name)?.label ?? name)
    }
    let fields = changes.names(of: entity).map { name in
      Phrase(
        "{field} would change in {count} records",
        ["field": .text(label(name)), "count": .count(changes.counts[name] ?? 0)])
    }
    let records = changes.first.map { changed in
      let parts = changed.change.fields.map { field -> String in
        func text(_ value: Value) -> String {
          guard !value.isNull else { return "–" }
          if let attribute = entity.attribute(field.name) {
            return String(attribute.behavior.display(value, for: attribute, in: say).prefix(80))
          }
          if case .integer(let id) = value { return String(id) }
          return "–"
        }
        return "\(label(field.name)): \(text(field.before)) → \(text(field.after))"
      }
      return Phrase(
        "{title}: {changes}",
        ["title": .text(changed.record.title(in: say)), "changes": .text(parts.joined(separator: ", "))])
    }
    return fields + records
  }
}
