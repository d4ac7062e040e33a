import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaSampleData
@testable import KartotekaTransfer

@Suite("Sample records of an entity")
struct EntityMockTests {
  private func text(_ entity: EntityDescription, _ format: ExportFormat, seed: UInt64 = 1, count: Int = 300) throws
    -> String
  {
    let sink = MemorySink()
    try EntityMock(of: entity, seed: seed).write(count: count, as: format, to: sink)
    return sink.text
  }

  @Test("Are valid, all of them, for every kind of attribute", arguments: office.entities)
  func valid(_ entity: EntityDescription) {
    let mock = EntityMock(of: entity)
    for index in 0..<500 {
      let record = mock.record(index, of: 500)
      #expect(entity.faults(in: record) == [])
      #expect(record.id == nil)
    }
  }

  @Test("No two have the same values of a unique key", arguments: [1, 2, 7, 300])
  func uniqueKeys(_ count: Int) throws {
    let part = try #require(market.entity(named: "part"))
    let mock = EntityMock(of: part)
    let records = (0..<count).map { mock.record($0, of: count) }
    #expect(Set(records.map { [$0["deal"], $0["good"]] }).count == count)
    #expect(records.allSatisfy { part.faults(in: $0) == [] })
    // Several of a deal, as people would have them.
    if count > 3 { #expect(Set(records.map { $0["deal"] }).count < count) }
  }

  @Test("Can be imported in all formats, and are stored as they were written", arguments: ExportFormat.allCases)
  func imported(_ format: ExportFormat) async throws {
    let desk = try Desk()
    for entity in office.entities {
      let name = "x." + format.rawValue
      let report = try await desk.take([name: try text(entity, format)], into: entity.plural)
      #expect(report.counts == ["read": 300, "inserted": 300], "\(report.files[0].rejects.prefix(3).map(\.brief))")
      let mock = EntityMock(of: entity)
      let stored = try await desk.all(entity.name)
      #expect(stored.map(\.values) == MockSequence(mock, count: 300).map(\.values))
    }
  }

  @Test("Are the same for the same seed and others for another; phone numbers are as the formatter writes them")
  func determinism() throws {
    let person = try #require(office.entity(named: "person"))
    #expect(try text(person, .csv) == text(person, .csv))
    #expect(try text(person, .csv) != text(person, .csv, seed: 2))
    #expect(try text(person, .csv).hasPrefix(String(text(person, .csv, count: 100).dropLast(2))))
    let mock = EntityMock(of: person)
    for index in 0..<300 {
      guard case .text(let number) = mock.record(index, of: 300)["phone"] else { continue }
      #expect(PhoneFormatter.format(number) == number)
    }
  }

  @Test("None at all is an empty list")
  func none() throws {
    let person = try #require(office.entity(named: "person"))
    #expect(try text(person, .json, count: 0) == "[]\n")
    #expect(try text(person, .ndjson, count: 0) == "")
    #expect(try text(person, .csv, count: 0).split(separator: "\r\n").count == 1)
  }
}
