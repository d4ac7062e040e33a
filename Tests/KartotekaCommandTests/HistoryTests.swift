import Foundation
import Testing

@Suite("kartoteka history, undo and trash")
struct HistoryTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func fill() async throws {
    try sandbox.write(
      "firstName,lastName,phone,address\nAnna,Nowak,600100,Main 1\nBert,Berg,600200,Main 2\n", to: "u.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "u.csv", "--into", "users")
    try #require(run.status == 0, "\(run.errors)")
  }

  // The number in the first column of the first line.
  private func number(_ output: String) throws -> String {
    String(try #require(output.split(separator: "\n").first?.split(separator: " ").first))
  }

  @Test("a change set is listed with its time, its origin and its name, undone by its number, and done again")
  func undo() async throws {
    try await fill()
    let list = try await sandbox.kartoteka("history", "userscrud")
    #expect(list.status == 0 && list.output.contains("  import  Imported u.csv"), "\(list.output)\(list.errors)")
    let changeSet = try number(list.output)
    let trial = try await sandbox.kartoteka("undo", "userscrud", changeSet, "--dry-run")
    #expect(trial.status == 0 && trial.output.hasPrefix("It can be undone."), "\(trial.errors)")
    #expect(try await sandbox.sqlite("SELECT count(*) FROM users") == "2")
    let undone = try await sandbox.kartoteka("undo", "userscrud", changeSet)
    #expect(undone.status == 0 && undone.output.contains("Undid: Imported u.csv"), "\(undone.errors)")
    #expect(try await sandbox.sqlite("SELECT count(*) FROM users") == "0")
    #expect(try await sandbox.kartoteka("history", "userscrud").output.contains("(Undone)"))
    let again = try await sandbox.kartoteka("undo", "userscrud", changeSet)
    #expect(again.status == 1 && again.errors.contains("undone already"), "\(again.errors)")
    let redone = try await sandbox.kartoteka("undo", "userscrud", number(undone.output))
    #expect(redone.status == 0, "\(redone.errors)")
    #expect(try await sandbox.sqlite("SELECT count(*) FROM users") == "2")
  }

  @Test("an undo keeps what was changed since and lists it; it is put back where the person says so")
  func putBack() async throws {
    try await fill()
    for (name, row) in [("change.csv", "Kowalska,600100,Other 1"), ("later.csv", "Nowicka,600100,Other 1")] {
      try sandbox.write("id,firstName,lastName,phone,address\n1,Anna,\(row)\n", to: name)
      let change = try await sandbox.kartoteka("import", "userscrud", name, "--into", "users")
      try #require(change.status == 0, "\(change.errors)")
    }
    let found = try await sandbox.kartoteka("history", "userscrud", "--search", "change")
    let changeSet = try number(found.output)
    func undo(_ options: String...) async throws -> Sandbox.Run {
      try await sandbox.kartoteka(["undo", "userscrud", changeSet] + options, environment: ["LC_ALL": "C"])
    }
    let trial = try await undo("--dry-run")
    #expect(trial.status == 0, "\(trial.errors)")
    #expect(trial.errors.contains("users/1/lastName  Now Nowicka, before Nowak"), "\(trial.errors)")
    let whole = try await undo("--wholly")
    #expect(whole.status == 1 && whole.errors.contains("--put-back all"), "\(whole.errors)")
    #expect(try await undo("--wholly", "--put-back", "all").status == 64)
    let undone = try await undo()
    #expect(undone.status == 0 && undone.errors.contains("users/1/lastName"), "\(undone.errors)")
    let history = try await sandbox.kartoteka("history", "userscrud", "users", "1", "--limit", "1")
    #expect(history.output.contains("address: Other 1 -> Main 1"), "\(history.output)")
    #expect(!history.output.contains("lastName"), "\(history.output)")
    let again = try await undo()
    #expect(again.status == 1 && again.errors.contains("--put-back all"), "\(again.errors)")
    let back = try await undo("--put-back", "users/1/lastName")
    #expect(back.status == 0 && back.errors.isEmpty, "\(back.errors)")
    let last = try await sandbox.kartoteka("history", "userscrud", "users", "1", "--limit", "1")
    #expect(last.output.contains("lastName: Nowicka -> Nowak"), "\(last.output)")
  }

  @Test("a record's history has its values before and after; a search finds change sets by their names")
  func record() async throws {
    try await fill()
    try sandbox.write("id,firstName,lastName,phone,address\n1,Anna,Kowalska,600100,Main 1\n", to: "change.csv")
    let change = try await sandbox.kartoteka("import", "userscrud", "change.csv", "--into", "users")
    try #require(change.status == 0, "\(change.errors)")
    let history = try await sandbox.kartoteka("history", "userscrud", "users", "1")
    #expect(history.output.contains("    lastName: Nowak -> Kowalska\n"), "\(history.output)\(history.errors)")
    let found = try await sandbox.kartoteka("history", "userscrud", "--search", "CHANGE")
    #expect(found.output.contains("Imported change.csv") && !found.output.contains("u.csv"), "\(found.output)")
    let all = try await sandbox.kartoteka("history", "userscrud", "--to", "9999-12-31")
    #expect(all.output.contains("Imported change.csv"), "\(all.output)\(all.errors)")
    #expect(try await sandbox.kartoteka("history", "userscrud", "--limit", "0").status == 64)
    #expect(try await sandbox.kartoteka("history", "userscrud", "cities").status == 64)
  }

  @Test("the trash is empty where nothing was deleted; a number of no deletion is refused")
  func trash() async throws {
    try await fill()
    let empty = try await sandbox.kartoteka("trash", "userscrud", "users", "--search", "anna")
    #expect(empty.status == 0 && empty.output.isEmpty, "\(empty.output)\(empty.errors)")
    let none = try await sandbox.kartoteka("trash", "userscrud", "--restore", "99999")
    #expect(none.status == 1 && none.errors.contains("kept no longer"), "\(none.errors)")
  }
}

@Suite("kartoteka duplicates")
struct DuplicatesCommandTests {
  @Test("pairs are listed with their reasons, the most similar first")
  func list() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "firstName,lastName,phone,address\nAnna,Nowak,600100100,A 1\nAna,Nowak,600100100,B 2\nBert,Berg,600200200,C\nBerg,Bert,600300300,D\n",
      to: "u.csv")
    let run = try await sandbox.kartoteka("import", "userscrud", "u.csv", "--into", "users")
    try #require(run.status == 0, "\(run.errors)")
    let list = try await sandbox.kartoteka("duplicates", "userscrud", "users")
    #expect(list.status == 0, "\(list.errors)")
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasSuffix("phone, one letter differs"), "\(list.output)")
    #expect(lines.last?.hasSuffix("the same name") == true, "\(list.output)")
  }
}
