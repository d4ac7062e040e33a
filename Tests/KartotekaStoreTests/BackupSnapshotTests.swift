import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Backups of a database that others change")
struct BackupSnapshotTests {
  @Test("A backup is of one moment and ends, though another connection commits between its steps")
  func writers() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    _ = try await scratch.store.perform(.code) { transaction in
      for number in 1...3_000 {
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text("Anna \(number) " + String(repeating: "x", count: 150))
        user["lastName"] = .text("Nowak")
        try transaction.insert(user)
      }
    }
    let other = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    let copy = scratch.folder.appending(path: "copy.sqlite")
    let source = try DatabaseCopy.open(scratch.folder.appending(path: "school.sqlite"))
    var shares: [Double] = []
    try source.backup(to: try ConnectionQueue(copy.path(percentEncoded: false)), pages: 50) { share in
      shares.append(share)
      struct Endless: Error {}
      if shares.count > 500 { throw Endless() }
      try other.execute("INSERT INTO users (first_name, last_name) VALUES ('Jan', 'Kowalski')")
    }
    #expect(shares == shares.sorted() && shares.last == 1 && shares.count > 5)
    #expect(try DatabaseFile(copy).rows("SELECT count(*) FROM users") == ["3000"])
  }
}
