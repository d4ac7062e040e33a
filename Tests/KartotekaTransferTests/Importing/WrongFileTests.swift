import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Files of wrong rows")
struct WrongFileTests {
  @Test(
    "An import gives up where none of the first thousands of rows can be loaded, and says why",
    arguments: [false, true])
  func givesUp(_ isReference: Bool) async throws {
    let desk = try Desk()
    // What is wrong with the row itself is seen before the transaction, what is wrong with a reference within it.
    let row = isReference ? "a,x@y.zz" : ",1"
    let text = "name,\(isReference ? "owner" : "weight")\n" + String(repeating: row + "\n", count: 6_000)
    let error = await #expect(throws: ImportError.self) { try await desk.take(["things.csv": text]) }
    let reason = isReference ? "Owner: There is no such record among people (x@y.zz)" : "This can't be empty"
    #expect(
      error.map { Localizer.english($0.phrase) }?.hasPrefix(
        "None of the first 5,000 rows of things.csv can be loaded as things. The last reason:") == true)
    #expect(error.map { Localizer.english($0.phrase) }?.hasSuffix(reason) == true || isReference)
    #expect(try await desk.store.storedImports(limit: 1).isEmpty)
    let report = try await desk.take(["things.csv": text]) { $0.isInsistent = true }
    #expect(report.counts == ["read": 6_000, "rejected": 6_000])
  }

  @Test("An import goes on where one of the first rows can be loaded")
  func goesOn() async throws {
    let desk = try Desk()
    let text = "name\n" + String(repeating: "\"\"\n", count: 4_999) + "a\n" + String(repeating: "\"\"\n", count: 10)
    #expect(try await desk.take(["things.csv": text]).counts == ["read": 5_010, "inserted": 1, "rejected": 5_009])
  }

  @Test("Of very many rejected rows the first are kept, the others counted")
  func limit() async throws {
    let desk = try Desk()
    let (limit, wrong) = (100, 110)
    let text = "name\na\n" + String(repeating: "\"\"\n", count: wrong)
    let report = try await desk.take(["things.csv": text]) { $0.maximumRejects = limit }
    #expect(report.counts == ["read": wrong + 1, "inserted": 1, "rejected": wrong])
    #expect(report.files[0].rejects.count == limit)
    #expect(report.files[0].remarks.map(\.key) == ["Of the rejected rows, the first {count} are kept"])
    let kept = try #require(try await desk.store.storedImports(limit: 1).first)
    #expect(kept.kept == limit)
    #expect(kept.files.map(\.rejected) == [wrong])
  }
}
