import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

/// The formulas of docs/FORMULAS.md that people ask for, and the records of `Tests/Support/asked_formulas.json` that they are tried
/// with. `Tests/Browser/test_asked_formulas.py` types the same ones.
struct AskedFormulas {
  let model: ModelDescription
  let rows: FormulaOracle.Rows

  /// - Parameter root: the folder of the repository.
  init(in root: URL) throws {
    let file = root.appending(path: "Tests/Support/asked_formulas.json")
    let json = try JSONParser.parse(try String(contentsOf: file, encoding: .utf8))
    let app = try Self.member("app", of: json)
    var reader = DocumentReader()
    let drafts = [DocumentEntity].shape.read(try Self.member("entities", of: app), &reader)
    try #require(reader.faults == [])
    let model = ModelDescription(drafts: drafts ?? [])
    let records = try Self.member("records", of: json)
    var rows: FormulaOracle.Rows = [:]
    for entity in model.entities where entity.notesOwner == nil {
      guard case .array(let list) = try Self.member(entity.name, of: records) else { continue }
      for (index, record) in list.enumerated() {
        guard case .object(let members) = record else { continue }
        rows[entity.name, default: [:]][Int64(index + 1)] = try Dictionary(
          uniqueKeysWithValues: members.map { ($0.key, try Self.value($0.value, entity.attribute($0.key))) })
      }
    }
    (self.model, self.rows) = (model, rows)
  }

  /// A store with the records.
  func store() async throws -> Store {
    let store = try Store(inMemory: model)
    _ = try await store.perform(.code) { transaction in
      for name in ["client", "invoice", "task"] {
        let entity = try #require(model.entity(named: name))
        for (_, values) in (rows[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
          var record = AnyRecord(entity)
          for (field, value) in values { record[field] = value }
          try transaction.insert(record)
        }
      }
    }
    return store
  }

  /// The day of a text such as `today + 20`, or `today + 20 in 1984`, which is that day of another year.
  static func day(_ text: String) throws -> CalendarDate {
    let words = text.split(separator: " ")
    guard words.first == "today" else { return try #require(CalendarDate(iso: text)) }
    let days = try #require(Int(words[2]))
    let day = CalendarDate(daysSince1970: CalendarDate.today.daysSince1970 + (words[1] == "-" ? -days : days))
    guard words.count == 5 else { return day }
    let year = try #require(Int(words[4]))
    return try #require(CalendarDate(year: year, month: day.month, day: day.day))
  }

  private static func member(_ name: String, of json: JSONValue) throws -> JSONValue {
    guard case .object(let object) = json else { return .null }
    return try #require(object[name])
  }

  private static func value(_ json: JSONValue, _ attribute: AttributeDescription?) throws -> Value {
    switch json {
    case .bool(let truth): return .integer(truth ? 1 : 0)
    case .number(let text):
      let number = try #require(Decimal(string: text))
      let scaled = number * Decimal(FetchExpression.power(attribute?.scale ?? 0))
      return .integer(try #require(Int64(scaled.description)))
    case .string(let text): return .text(try attribute?.kind == .date ? day(text).description : text)
    case .null, .array, .object: return .null
    }
  }
}
