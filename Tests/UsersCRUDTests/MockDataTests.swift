import Foundation
import Kartoteka
import KartotekaTransfer
import Testing

@testable import UsersCRUD

@Suite("The people that ship with the address book")
struct MockDataTests {
  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Apps/UsersCRUD/Resources/MOCK_DATA.json")

  @Test("UC-1 are what `kartoteka mock userscrud users --count 1000 --seed 1 --format json` makes, to the byte")
  func regenerated() throws {
    let users = try #require(usersCRUD.description.model.entity(plural: "users"))
    let sink = MemorySink()
    try EntityMock(of: users, seed: 1).write(count: 1_000, as: .json, to: sink)
    #expect(try Data(contentsOf: Self.file) == Data(sink.bytes))
  }

  @Test("UC-1 UC-7 are imported whole, and their phone numbers stay as they are written")
  func imported() async throws {
    let store = try Store(inMemory: usersCRUD.description.model)
    let importer = Importer(store)
    let path = Self.file.path(percentEncoded: false)
    let report = try await importer.run(importer.plan([ImportFile(path: path, into: "users")]))
    #expect(report.files.map(\.inserted) == [1_000])
    #expect(!report.hasRejects)
    for user in try await store.fetch(User.all.limit(1_000)) {
      let phone = try #require(user.phone)
      #expect(PhoneFormatter.format(phone) == phone)
    }
  }

  @Test("UC-1 have no duplicates among them, nor have those of another seed", arguments: [1, 2] as [UInt64])
  func distinct(_ seed: UInt64) async throws {
    let store = try Store(inMemory: usersCRUD.description.model)
    let users = try #require(usersCRUD.description.model.entity(plural: "users"))
    let sink = MemorySink()
    try EntityMock(of: users, seed: seed).write(count: 1_000, as: .json, to: sink)
    let file = FileManager.default.temporaryDirectory.appending(path: "people-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(sink.bytes).write(to: file)
    let importer = Importer(store)
    _ = try await importer.run(importer.plan([ImportFile(path: file.path(percentEncoded: false), into: "users")]))
    #expect(try await store.duplicates(of: users, limit: 10).total == 0)
  }
}
