import Foundation
import KartotekaModel
import KartotekaStore

/// Adds the records that an application brings along.
public struct SeedLoader: Sendable {
  private let seeds: [Seed]

  /// A loader of seeds, those first that others refer to.
  public init(_ seeds: [Seed]) { self.seeds = seeds }

  /// Adds the records as one deed, whatever there is already.
  /// - Throws: ``SeedError``; `StoreError` where a record with the same id is there.
  public func load(into store: Store, _ way: Deed.Way, named name: Phrase) async throws -> Outcome<Void> {
    let files = try seeds.compactMap { seed in
      try store.model.entity(plural: seed.entity).map { ($0, try records(seed, of: $0)) }
    }
    return try await store.perform(way) { transaction in
      transaction.name = name
      for (entity, records) in files { try Self.add(records, of: entity, to: transaction) }
    }
  }

  /// Adds the records at an application's very first start and never again: who deleted everything wants it empty.
  /// - Throws: ``SeedError``.
  public func loadOnce(into store: Store) async throws {
    guard let seed = seeds.first, try await store.lastDeed() == nil else { return }
    for seed in seeds {
      guard let entity = store.model.entity(plural: seed.entity),
        try await store.count(AnyFetchRequest(entity.name)) == 0
      else { return }
    }
    _ = try await load(into: store, .import, named: Phrase("Imported {file}", ["file": .text(seed.file)]))
  }

  private static func add(_ records: [AnyRecord], of entity: EntityDescription, to transaction: Transaction) throws {
    let insert = try transaction.bulkInsert(entity)
    for record in records {
      // One that comes after a greater id, of a file that was put together by hand.
      if let id = record.id, id <= insert.lastID {
        try insert.insertApart(record)
        continue
      }
      for (index, value) in record.values.enumerated() { insert.bind(value, at: index) }
      try insert.insert(id: record.id)
    }
    try insert.finish()
  }

  private func records(_ seed: Seed, of entity: EntityDescription) throws -> [AnyRecord] {
    func fault(_ record: Int, _ problem: String) -> SeedError {
      SeedError(file: seed.file, record: record, problem: problem)
    }
    let value: JSONValue
    do { value = try JSONParser.parse(Array(seed.json)) } catch { throw fault(1, error.description) }
    guard case .array(let items) = value else { throw fault(1, "It has to be in an array.") }
    return try items.enumerated().map { index, item in
      guard case .object(let object) = item else { throw fault(index + 1, "It has to be an object.") }
      let (record, faults) = read(object, entity)
      guard faults.isEmpty else {
        let list = faults.map { "\($0.field): \(Localizer.english($0.phrase))." }
        throw fault(index + 1, list.joined(separator: " "))
      }
      return record
    }
  }

  private func read(_ object: JSONObject, _ entity: EntityDescription) -> (AnyRecord, [FieldFault]) {
    var record = AnyRecord(entity)
    var faults: [FieldFault] = []
    for (key, value) in object {
      if key == "id", case .number(let digits) = value {
        record.id = RecordID(digits)
      } else if let position = entity.position(of: key) {
        if let fault = record.read(json: value, at: position) { faults.append(fault) }
      } else {
        faults.append(FieldFault(key, "There is no such field"))
      }
    }
    return (record, faults.isEmpty ? entity.faults(in: record) : faults)
  }
}
