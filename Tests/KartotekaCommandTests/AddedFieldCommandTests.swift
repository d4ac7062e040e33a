import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaMain

@Suite("Commands and fields that were added on screens")
struct AddedFieldCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  // The address book with a field for people's nicknames, as the screens add it.
  private func addNickname() async throws {
    let file = sandbox.database
    try FileManager.default.createDirectory(at: sandbox.data, withIntermediateDirectories: true)
    let declared = try #require(KartotekaMain.apps.first { $0.description.name == "userscrud" })
    let app = try declared.over(file)
    _ = try Store(app.description.model, at: file, options: app.storeOptions(StoreOptions()))
    var document = try #require(app.changeable?.value.document)
    var field = FieldShape()
    field.label = "Nickname"
    try document.addField(field, to: "user")
    let change = try DesignChange(document, of: app, at: file)
    _ = try change.apply(at: file)
    try sandbox.write("firstName,lastName,phone,address,ownNickname\nAnna,Nowak,600100,Main 1,Ania\n", to: "u.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "u.csv", "--into", "users")
    try #require(run.status == 0, "\(run.errors)")
  }

  @Test("They are in the description, in exports and imports, and a check and a migration find nothing wrong")
  func known() async throws {
    try await addNickname()
    let described = try await sandbox.kartoteka("describe", "userscrud")
    #expect(described.output.contains(#""name": "ownNickname""#), "\(described.errors)")
    #expect(try await sandbox.kartoteka("export", "userscrud", "users").output.contains("Ania"))
    let check = try await sandbox.kartoteka("check", "userscrud")
    #expect(check.status == 0, "\(check.output) \(check.errors)")
    #expect(try await sandbox.kartoteka("migrate", "userscrud").output.contains("There is nothing to change"))
    #expect(try await sandbox.kartoteka("apps").output.contains(#/userscrud +users +1 /#))
  }

  @Test("A backup has them, and restoring it brings them to a folder that has none")
  func restored() async throws {
    try await addNickname()
    #expect(try await sandbox.kartoteka("backup", "userscrud", "b.sqlite").status == 0)
    let restore = try await sandbox.kartoteka("restore", "userscrud", "b.sqlite", "--data", "other")
    #expect(restore.status == 0, "\(restore.errors)")
    let described = try await sandbox.kartoteka("describe", "userscrud", "--data", "other")
    #expect(described.output.contains(#""name": "ownNickname""#))
    let values = try await sandbox.shell("sqlite3 other/userscrud.sqlite 'SELECT own_nickname FROM users'")
    #expect(values.output == "Ania\n")
  }
}
