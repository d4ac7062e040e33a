import KartotekaModel
import KartotekaStore

/// What an import would change in records that are there already: the first of them with their values, and the counts of all.
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

  /// Whether nothing would change.
  package var isEmpty: Bool { counts.isEmpty }

  /// The names of the changed fields, in the order of the entity.
  package func names(of entity: EntityDescription) -> [String] {
    (entity.columns.map(\.name) + entity.manyToMany.map(\.name)).filter { counts[$0] != nil }
  }

  /// Adds a change.
  /// - Parameter lists: the related records by the names of relationships, before and after.
  mutating func add(
    _ before: AnyRecord, _ after: AnyRecord, _ lists: [(name: String, before: [RecordID], after: [RecordID])]
  ) {
    let entity = before.entity
    let changed = entity.columns.indices.filter { before.values[$0] != after.values[$0] }
    for name in changed.map({ entity.columns[$0].name }) + lists.map(\.name) { counts[name, default: 0] += 1 }
    guard first.count < Self.most else { return }
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
    let change = RecordChange(
      entity: entity.name, id: before.id ?? 0, last: nil, operation: .update, fields: fields)
    first.append(Changed(record: before, change: change))
  }
}

extension FileResult {
  /// What a dry run would change, one sentence for each field and for each of the first records.
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
