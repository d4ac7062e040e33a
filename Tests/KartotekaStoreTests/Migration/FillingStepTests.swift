import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private typealias F = MigratedFile

@Suite("Steps that fill an attribute")
struct FillingStepTests {
  private enum Register: String, ChoiceValue { case high, low }

  /// A singer as of the new version.
  private struct Singer: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let born = Attribute<Int>("Born")
    let register = Attribute<Register>("Register", .required)
    let code = Attribute<String>("Code", .required, .unique, .length(1...5))
  }

  /// The version before: it has a voice.
  private enum Old {
    static func model(_ change: (inout [AttributeDescription]) -> Void = { _ in }) -> ModelDescription {
      var attributes = [
        F.attribute("name") { ($0.isRequired, $0.isTitle) = (true, true) }, F.attribute("born", .integer),
        F.attribute("voice"),
      ]
      change(&attributes)
      return F.model(F.entity("singer", attributes))
    }
  }

  private static let new = ModelDescription([Singer.self])

  private static let register = MigrationStep("fill-register", filling: \Singer.register) { singer in
    singer[column: "voice"] == .text("bass") ? .low : .high
  }

  private static let code = MigrationStep("fill-code", filling: \Singer.code) { singer in
    singer[\.name].map { String($0.prefix(1)) + String(singer.id) }
  }

  private static func options(_ steps: MigrationStep...) -> StoreOptions {
    var options = StoreOptions()
    options.migrations = steps
    return options
  }

  private func file(_ model: ModelDescription = Old.model()) async throws -> F {
    let file = F()
    try await file.add(
      model, "singer",
      [
        ["name": .text("Ada"), "voice": .text("bass"), "born": .integer(1990)],
        ["name": .text("Nora"), "voice": .text("alto")], ["name": .text("Jan")],
      ])
    return file
  }

  @Test("A new required attribute gets a value of each record, by what was stored, also of what is removed")
  func fills() async throws {
    let file = try await file()
    defer { file.remove() }
    let options = Self.options(Self.register, Self.code)
    let plan = try #require(try Store.migration(of: Self.new, at: file.url, steps: options.migrations))
    #expect(plan.obstacles.isEmpty && plan.changes.suffix(2) == [.runStep("fill-register"), .runStep("fill-code")])
    for _ in 0..<2 {
      let store = try Store(Self.new, at: file.url, options: options)
      let singers = try await store.fetch(Singer.all.sorted(by: \.name))
      #expect(singers.map(\.register) == [.low, .high, .high])
      #expect(singers.map(\.code) == ["A1", "J3", "N2"])
      #expect(singers.first?.born == 1990)
    }
    #expect(try DatabaseFile(file.url).rows("PRAGMA integrity_check") == ["ok"])
    // New records need it as before.
    let store = try Store(Self.new, at: file.url, options: options)
    await #expect(throws: StoreError.self) {
      var singer = Record<Singer>()
      (singer.name, singer.code) = ("Ewa", "E4")
      try await store.save(&singer)
    }
  }

  @Test("Records to which it gives no value, or one that breaks a rule, are named, and nothing is changed")
  func obstacles() async throws {
    let file = try await file()
    defer { file.remove() }
    let before = try file.dump()
    let none = MigrationStep("fill-register", filling: \Singer.register) { singer in
      singer[\.born] == nil ? nil : .high
    }
    let long = MigrationStep("fill-code", filling: \Singer.code) { singer in
      singer[\.name].map { String(repeating: $0, count: 2) }
    }
    let plan = try #require(try Store.migration(of: Self.new, at: file.url, steps: [none, long]))
    #expect(plan.obstacles.map(\.columns) == [["register"], ["code"]])
    #expect(plan.obstacles.map(\.count) == [2, 3])
    #expect(plan.obstacles.first?.reason == .empty && plan.obstacles.first?.examples.map(\.id) == [2, 3])
    #expect(plan.obstacles.last?.examples.map(\.value) == ["AdaAda", "NoraNora", "JanJan"])
    #expect(throws: StoreError.self) { try Store(Self.new, at: file.url, options: Self.options(none, long)) }
    #expect(throws: (any Error).self) {
      let fails = MigrationStep("fill-code", filling: \Singer.code) { _ -> String? in throw CancellationError() }
      return try Store(Self.new, at: file.url, options: Self.options(Self.register, fails))
    }
    #expect(try file.dump() == before)
  }

  @Test("Equal values of a unique attribute stand in the way")
  func repeated() async throws {
    let file = try await file()
    defer { file.remove() }
    let same = MigrationStep("fill-code", filling: \Singer.code) { _ in "A" }
    let plan = try #require(try Store.migration(of: Self.new, at: file.url, steps: [Self.register, same]))
    #expect(plan.obstacles.map(\.reason) == [.repeated])
  }

  @Test("An attribute that is required now gets a value where records have none; the others keep theirs")
  func required() async throws {
    let old = Old.model { attributes in
      attributes.append(F.attribute("register", .choice) { $0.choices = Register.choices })
      attributes.append(F.attribute("code") { ($0.isUnique, $0.maximumLength) = (true, 5) })
    }
    let file = try await file(old)
    defer { file.remove() }
    let store = try Store(old, at: file.url)
    _ = try await store.perform(.code) { transaction in
      let singer = try #require(old.entity(named: "singer"))
      var ada = try #require(try transaction.record(singer, id: 1))
      ada["register"] = .text("high")
      ada["code"] = .text("own")
      try transaction.update(ada)
    }
    let same = MigrationStep("fill-code", filling: \Singer.code) { _ in "own" }
    let refused = try #require(try Store.migration(of: Self.new, at: file.url, steps: [Self.register, same]))
    #expect(refused.obstacles.map(\.reason) == [.repeated] && refused.obstacles.first?.count == 3)
    let plan = try #require(try Store.migration(of: Self.new, at: file.url, steps: [Self.register, Self.code]))
    #expect(plan.changes.contains(.fill(table: "singers", column: "code", records: 2)))
    let migrated = try Store(Self.new, at: file.url, options: Self.options(Self.register, Self.code))
    let singers = try await migrated.fetch(Singer.all.sorted(by: \.name))
    #expect(singers.map(\.register) == [.high, .high, .high])
    #expect(singers.map(\.code) == ["own", "J3", "N2"])
  }

  @Test("A value that can't be converted is not replaced by a step's")
  func unconvertible() async throws {
    let old = Old.model { $0[1] = F.attribute("born") }
    let born = MigrationStep("fill-born", filling: \Singer.born) { _ in 1900 }
    let options = Self.options(Self.register, Self.code, born)
    for (text, isSound) in [("about 1990", false), ("1990", true)] {
      let file = F()
      defer { file.remove() }
      try await file.add(
        old, "singer", [["name": .text("Ada"), "born": .text(text)], ["name": .text("Jan")]])
      let plan = try #require(try Store.migration(of: Self.new, at: file.url, steps: options.migrations))
      #expect(plan.obstacles.map(\.reason) == (isSound ? [] : [.notConvertible(.integer)]))
      guard isSound else { continue }
      let store = try Store(Self.new, at: file.url, options: options)
      #expect(try await store.fetch(Singer.all.sorted(by: \.name)).map(\.born) == [1990, 1900])
    }
  }
}
