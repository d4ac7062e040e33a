import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Fills an application's store with the records that it comes with, at its very first start and never again.
struct SeedLoader {
  private let seed: Seed
  private let app: App
  private let entity: EntityDescription?

  init(_ seed: Seed, of app: App) {
    self.seed = seed
    self.app = app
    entity = app.description.model.entity(plural: seed.entity)
  }

  /// Loads the records unless there are any, or anything was ever done: who deleted everyone wants it empty.
  /// - Throws: ``OpeningError``.
  func load(into store: Store) async throws {
    guard let entity, try await store.lastDeed() == nil,
      try await store.count(AnyFetchRequest(entity.name)) == 0
    else { return }
    let records = try records(of: entity)
    _ = try await store.perform(.import) { [seed] transaction in
      transaction.name = Phrase("Imported {file}", ["file": .text(seed.file)])
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
  }

  private func records(of entity: EntityDescription) throws -> [AnyRecord] {
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
        faults.append(FieldFault(key, .unknownField))
      }
    }
    return (record, faults.isEmpty ? entity.faults(in: record) : faults)
  }

  private func fault(_ record: Int, _ problem: String) -> OpeningError {
    .seed(app: app.description.name, file: seed.file, record: record, problem: problem)
  }
}
