import KartotekaModel
import KartotekaStore

/// The tags that rows of an import name. A name without a record has a negative number until the row is stored: the record is made
/// then, so that rejected rows make none. A dry run makes none at all.
final class ImportTags {
  private struct Name {
    let entity: EntityDescription
    let text: String
    /// The record that was made for it; nil before.
    var id: RecordID?
  }

  private let transaction: Transaction
  /// Writes the buffered records of an entity.
  private let finish: (EntityDescription) throws -> Void
  /// The stored and made records by the keys of their names, by entity; loaded on demand.
  private var known: [String: [String: RecordID]] = [:]
  /// The records of rows of a dry run, which are in no table.
  private var tried: [String: [String: RecordID]] = [:]
  /// The names of the entities whose records are tags.
  private let targets: Set<String>
  private let isTrial: Bool
  /// The names without a record by their negative numbers.
  private var new: [RecordID: Name] = [:]
  private var numbers: [String: [String: RecordID]] = [:]
  /// The negative numbers that were counted, whichever file had them first.
  private var noted: Set<RecordID> = []

  /// - Parameters:
  ///   - isTrial: whether nothing is written.
  ///   - finish: writes the buffered records of an entity, so that single ones can be added.
  init(_ transaction: Transaction, isTrial: Bool, finish: @escaping (EntityDescription) throws -> Void) {
    (self.transaction, self.isTrial, self.finish) = (transaction, isTrial, finish)
    targets = Set(transaction.model.entities.flatMap { $0.tags.map(\.target) })
  }

  /// The record with a name; nil for none.
  func find(_ name: String, of entity: EntityDescription) throws -> RecordID? {
    if known[entity.name] == nil {
      try finish(entity)
      let stored = try transaction.tags(of: entity)
      known[entity.name] = stored.merging(tried[entity.name] ?? [:]) { stored, _ in stored }
    }
    return known[entity.name]?[TagText.key(name)]
  }

  /// The number of a name without a record.
  func number(of name: String, _ entity: EntityDescription) -> RecordID {
    let key = TagText.key(name)
    if let number = numbers[entity.name]?[key] { return number }
    let number = -RecordID(new.count) - 1
    numbers[entity.name, default: [:]][key] = number
    new[number] = Name(entity: entity, text: TagText.written(name))
    return number
  }

  /// The name of a negative number, unless a row of this import was counted for it before.
  func counted(_ number: RecordID) -> String? { noted.insert(number).inserted ? name(number) : nil }

  /// The name of a negative number.
  func name(_ number: RecordID) -> String? { new[number]?.text }

  /// Prepares the making of records, since what is buffered can't be written within an attempt.
  func prepare(_ ids: [RecordID]) throws {
    var entities: [String: EntityDescription] = [:]
    for id in ids where id < 0 {
      if let name = new[id], name.id == nil { entities[name.entity.name] = name.entity }
    }
    for entity in entities.values {
      try finish(entity)
      _ = try find("", of: entity)
    }
  }

  /// The ids with those of the records of negative numbers, which are made where they are not there yet. To be prepared before.
  /// - Throws: ``StoreError`` where the entity refuses a name.
  func made(_ ids: [RecordID]) throws -> [RecordID] {
    try ids.map { id in
      guard id < 0, let name = new[id] else { return id }
      let key = TagText.key(name.text)
      if let made = name.id ?? known[name.entity.name]?[key], try transaction.exists(name.entity, id: made) {
        return made
      }
      // What is known has all names, so that they are not read once more for each.
      let made =
        try known[name.entity.name] == nil
        ? transaction.makeTag(name.text, of: name.entity) : transaction.addTag(name.text, of: name.entity)
      new[id]?.id = made
      known[name.entity.name]?[key] = made
      return made
    }
  }

  /// Forgets the records of negative numbers that an attempt has made and that are gone with it.
  func forget(_ ids: [RecordID]) throws {
    for id in ids where id < 0 {
      guard let name = new[id], let made = name.id, try !transaction.exists(name.entity, id: made) else { continue }
      new[id]?.id = nil
      known[name.entity.name]?[TagText.key(name.text)] = nil
    }
  }

  /// Adds the record of a row of the same import.
  func add(_ id: RecordID, _ draft: RowDraft, of entity: EntityDescription) {
    let isRead = known[entity.name] != nil
    guard isRead || isTrial, targets.contains(entity.name), let name = entity.tagName,
      let position = entity.position(of: name.name), case .text(let text)? = draft.value(at: position)
    else { return }
    let key = TagText.key(text)
    if isTrial, tried[entity.name]?[key] == nil { tried[entity.name, default: [:]][key] = id }
    if isRead, known[entity.name]?[key] == nil { known[entity.name]?[key] = id }
  }

  /// Discards what others may have changed since the last transaction.
  func invalidate() { known = [:] }
}
