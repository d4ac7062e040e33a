import Foundation
import KartotekaModel
import KartotekaStore

@testable import KartotekaTransfer

// A model with every kind of attribute, a relationship of an entity with itself, and a circle of two entities.
struct Person: Entity {
  static let plural = "people"
  static let nouns = Nouns("person", "people")
  let firstName = Attribute<String>(
    "First name", .required, .title, .length(1...40), .aliases("forename", "given name"))
  let lastName = Attribute<String>("Last name", .required, .title, .searched, .sorted)
  let phone = Attribute<String>("Phone", as: .phone)
  let email = Attribute<String>("Mail address", as: .mail, .unique)
  let badge = Attribute<String>("Badge", .readOnlyAfterInsert)
  let boss = ToOne<Person>("Reports to", onDelete: .nullify)
  let team = ToOne<Team>("Team", onDelete: .nullify)
}

struct Team: Entity {
  let code = Attribute<String>("Code", .required, .unique, .aliases("TeamID"))
  let name = Attribute<String>("Team name", .required, .title)
  let lead = ToOne<Person>("Lead", required: true)
}

enum Shape: String, ChoiceValue {
  case round, square

  var aliases: [String] { self == .round ? ["Rund", "circular"] : ["eckig"] }
}

struct Thing: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let notes = Attribute<String>("Notes", .multiline)
  let count = Attribute<Int>("Count", .range(0...1_000_000))
  let weight = Attribute<Double>("Weight")
  let price = Attribute<Decimal>("Price", .scale(2), .atLeast(0))
  let isNew = Attribute<Bool>("New", .required, .default(true))
  let madeOn = Attribute<CalendarDate>("Made on")
  let soldAt = Attribute<Date>("Sold at")
  let shape = Attribute<Shape>("Shape")
  let page = Attribute<String>("Page", as: .url)
  let picture = Attribute<Data>("Picture")
  let place = Attribute<Coordinate>("Place")
  let owner = ToOne<Person>("Owner", onDelete: .nullify)
}

let office = ModelDescription([Person.self, Team.self, Thing.self])

/// A store in memory and what a test asks of an import into it.
struct Desk {
  let store: Store

  init(_ model: ModelDescription = office) throws { store = try Store(inMemory: model) }

  /// Imports texts as files of those names, and gives what came of it.
  @discardableResult
  func take(
    _ files: KeyValuePairs<String, String>, into entity: String? = nil,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) async throws -> ImportReport {
    var options = ImportOptions()
    change(&options)
    let importer = Importer(store, options: options)
    let plan = try importer.plan(
      files.map { name, text in ImportFile(try TextSource(text, name: name), into: entity) })
    return try await importer.run(plan)
  }

  /// All records of an entity, by number.
  func all(_ entity: String) async throws -> [AnyRecord] {
    var request = AnyFetchRequest(entity)
    request.sort = [FetchSort("id")]
    request.limit = 1_000_000
    return try await store.fetch(request).records
  }

  /// One column of all records.
  func column(_ entity: String, _ name: String) async throws -> [String] {
    try await all(entity).map { record in record.entity.position(of: name).map { record.text(at: $0) } ?? "" }
  }
}

extension ImportReport {
  /// The counts of its only file, for short comparisons.
  var counts: [String: Int] {
    guard let file = files.first, files.count == 1 else { return [:] }
    return file.counts
  }
}

extension FileResult {
  /// The counts that are not zero.
  var counts: [String: Int] {
    [
      "read": read, "inserted": inserted, "updated": updated, "unchanged": unchanged, "rejected": rejected,
      "unresolved": unresolved,
    ].filter { $0.value > 0 }
  }
}

extension Reject {
  /// The row as tests compare it: line, column and reason of each fault.
  var brief: [String] {
    faults.map { "\(line) \($0.column ?? "-") \($0.number ?? 0) \($0.value ?? "-"): \(Localizer.english($0.reason))" }
  }
}
