import Foundation
import KartotekaModel
import KartotekaStore

/// Records that an application contains, for its first start or as examples.
public struct Seed: Sendable {
  /// The plural of their entity.
  public let entity: String
  /// The name of their file, for messages.
  public let file: String
  /// The content: JSON in the format of `kartoteka mock` and `kartoteka export`.
  public let json: Data

  /// Records of an entity in a JSON file.
  public init<E: Entity>(_ entity: E.Type, file: String, json: Data) {
    self.entity = E.plural
    self.file = file
    self.json = json
  }
}

/// Loads an application's seed records.
package struct SeedLoader: Sendable {
  private let seeds: [Seed]

  /// Makes a loader. Targets of references must come first.
  package init(_ seeds: [Seed]) { self.seeds = seeds }

  /// Adds the records as one change set.
  /// - Throws: ``SeedError``; `StoreError` if a record with the same id exists.
  package func load(into store: Store, _ origin: ChangeSet.Origin, named name: Phrase) async throws -> Outcome<Void> {
    let files = try seeds.compactMap { seed in
      try store.model.entity(plural: seed.entity).map { ($0, try records(seed, of: $0)) }
    }
    return try await store.perform(origin) { transaction in
      try transaction.requireExclusiveTransaction()
      transaction.name = name
      for (entity, records) in files { try Self.add(records, of: entity, to: transaction) }
    }
  }

  /// Adds the records at an application's first start only, so that they don't return after a deletion.
  /// - Throws: ``SeedError``.
  package func loadOnce(into store: Store) async throws {
    guard let seed = seeds.first, !store.isReadOnly, try await store.lastChangeSet() == nil else { return }
    for seed in seeds {
      guard let entity = store.model.entity(plural: seed.entity),
        try await store.count(AnyFetchRequest(entity.name)) == 0
      else { return }
    }
    _ = try await load(into: store, .import, named: Phrase("Imported {file}", ["file": .text(seed.file)]))
  }

  private static func add(_ drafts: [Draft], of entity: EntityDescription, to transaction: Transaction) throws {
    var ids: [RecordID] = []
    if transaction.writesSingly(entity) {
      for draft in drafts { ids.append(try transaction.insert(draft.record).id ?? 0) }
    } else {
      ids = try addInBulk(drafts.map(\.record), of: entity, to: transaction)
    }
    for (draft, id) in zip(drafts, ids) {
      for (relationship, others) in draft.related {
        for other in others { try transaction.link(entity, relationship, of: id, to: other) }
      }
    }
  }

  private static func addInBulk(
    _ records: [AnyRecord], of entity: EntityDescription, to transaction: Transaction
  ) throws -> [RecordID] {
    let insert = try transaction.bulkInsert(entity)
    var ids: [RecordID] = []
    for record in records {
      // A record with a smaller id than the one before, in a file that was edited by hand.
      if let id = record.id, id <= insert.lastID {
        try insert.insertApart(record)
        ids.append(id)
        continue
      }
      for (index, value) in record.values.enumerated() { insert.bind(value, at: index) }
      ids.append(try insert.insert(id: record.id))
    }
    try insert.finish()
    return ids
  }

  /// A record with its many-to-many links.
  private struct Draft: Sendable {
    var record: AnyRecord
    var related: [(RelationshipDescription, [RecordID])] = []
  }

  private func records(_ seed: Seed, of entity: EntityDescription) throws -> [Draft] {
    func fault(_ record: Int, _ problem: String) -> SeedError {
      SeedError(file: seed.file, record: record, problem: problem)
    }
    let value: JSONValue
    do { value = try JSONParser.parse(Array(seed.json)) } catch { throw fault(1, error.description) }
    guard case .array(let items) = value else { throw fault(1, "It has to be in an array.") }
    return try items.enumerated().map { index, item in
      guard case .object(let object) = item else { throw fault(index + 1, "It has to be an object.") }
      let (draft, faults) = read(object, entity)
      guard faults.isEmpty else {
        let list = faults.map { "\($0.field): \(Localizer.english($0.phrase))." }
        throw fault(index + 1, list.joined(separator: " "))
      }
      return draft
    }
  }

  private func read(_ object: JSONObject, _ entity: EntityDescription) -> (Draft, [FieldFault]) {
    var draft = Draft(record: AnyRecord(entity))
    var faults: [FieldFault] = []
    for (key, value) in object {
      if key == "id", case .number(let digits) = value {
        draft.record.id = RecordID(digits)
      } else if let position = entity.position(of: key) {
        if let fault = draft.record.read(json: value, at: position) { faults.append(fault) }
      } else if let relationship = entity.relationship(key), let ids = Self.ids(value) {
        draft.related.append((relationship, ids))
      } else {
        faults.append(FieldFault(key, "There is no such field"))
      }
    }
    return (draft, faults.isEmpty ? entity.faults(in: draft.record) : faults)
  }

  private static func ids(_ value: JSONValue) -> [RecordID]? {
    guard case .array(let items) = value else { return nil }
    let ids = items.compactMap { item -> RecordID? in
      if case .number(let digits) = item { RecordID(digits) } else { nil }
    }
    return ids.count == items.count ? ids : nil
  }
}

/// A seed record that can't be loaded.
public struct SeedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's name.
  public let file: String
  /// The position of the record, from 1.
  public let record: Int
  /// The fault.
  public let problem: String

  /// The fault, the record and the remedy.
  public var description: String {
    "Record \(record) of \(file) can't be loaded: \(problem) Make the file anew with `kartoteka mock`."
  }
}
