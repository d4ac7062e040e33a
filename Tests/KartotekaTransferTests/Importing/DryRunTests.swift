import Foundation
import GRDB
import KartotekaModel
import Testing

@testable import KartotekaStore
@testable import KartotekaTransfer

@Suite("Dry runs")
struct DryRunTests {
  private static let before: KeyValuePairs = [
    "people.csv":
      "id,First name,Last name,Mail address,Badge\n1,Anna,Nowak,anna@example.org,A1\n2,Jan,Kowal,jan@example.org,B2\n",
    "teams.csv": "Code,Team name,Lead\nX,Ex,1\n",
  ]

  /// Files in which rows meet records, each other, and rules.
  private static let files: [KeyValuePairs<String, String>] = [
    // New, unchanged, changed, a badge that can't be changed, wrong values.
    [
      "people.csv": """
      id,First name,Last name,Mail address,Badge
      ,Ewa,Lis,ewa@example.org,
      1,Anna,Nowak,anna@example.org,A1
      2,Jan,Kowalski,jan@example.org,B2
      2,Jan,Kowal,jan@example.org,C3
      ,,Nobody,nobody@example.org,
      ,Ola,Wrong,not an address,
      """
    ],
    // The same unique value twice, once as a record has it and once in the file, and under another number.
    [
      "people.csv": """
      First name,Last name,Mail address,id
      Anna,Lis,anna@example.org,
      Ewa,Lis,ewa@example.org,
      Ewa,Lis,ewa@example.org,
      Ewa,Wilk,ewa@example.org,
      Ola,Zając,ewa@example.org,77
      Ola,Zając,jan@example.org,78
      Iza,Mak,iza@example.org,80
      Iza,Maków,iza@example.org,80
      """
    ],
    // References to records, to rows before and after, by number and by code, in a circle, and to nothing.
    [
      "people.csv": """
      id,First name,Last name,Reports to,Team
      10,Adam,A,11,Y
      11,Beata,B,10,X
      12,Celina,C,99,
      13,Damian,D,2,Z
      14,Eryk,E,14,
      """, "teams.csv": "TeamID,Team name,Lead\nY,Why,10\nX,Ex again,13\nQ,Queue,\nY,Why not,11\n",
    ],
    [
      "things.csv":
        "Name,Count,Owner,Price\nCup,3,1,1.50\nCup,3,1,1.50\nPan,4000000,2,1\nPot,1,55,2\n,1,1,1\nLid,2,,0.255\n"
    ],
    ["people.json": #"[{"id": 1, "firstName": "Anna"}, {"firstName": "Ola", "lastName": "Las"}, {"lastName": 3}]"#],
  ]

  private func counts(
    _ desk: Desk, _ files: KeyValuePairs<String, String>, _ unresolved: ImportOptions.Unresolved, isDryRun: Bool
  ) async throws -> [String] {
    let report = try await desk.take(files) { ($0.unresolved, $0.isDryRun) = (unresolved, isDryRun) }
    return report.files.flatMap { file in
      ["\(file.file) \(file.counts.sorted { $0.key < $1.key })"] + file.rejects.flatMap(\.brief)
    }
  }

  @Test(
    "A dry run counts and refuses what the import does, and writes nothing", arguments: files.indices,
    ImportOptions.Unresolved.allCases)
  func agree(number: Int, unresolved: ImportOptions.Unresolved) async throws {
    let desk = try Desk()
    try await desk.take(Self.before)
    let (people, changeSet) = (try await desk.all("person"), try await desk.store.lastChangeSet())
    let dry = try await counts(desk, Self.files[number], unresolved, isDryRun: true)
    #expect(try await desk.all("person") == people)
    #expect(try await desk.store.lastChangeSet() == changeSet)
    #expect(try await counts(desk, Self.files[number], unresolved, isDryRun: false) == dry)
  }

  @Test("A dry run needs no write lock")
  func locked() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "office.sqlite")
    var options = StoreOptions()
    options.busyTimeout = 0.05
    let store = try Store(office, at: url, options: options)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    var dry = ImportOptions()
    dry.isDryRun = true
    let importer = Importer(store, options: dry)
    let file = try ImportFile(
      TextSource("First name,Last name\nAnna,Nowak\nEwa,\n", name: "people.csv"), into: "people")
    let report = try await importer.run(try importer.plan([file]))
    #expect(report.isTakenBack && report.changeSet == nil && report.importID == nil)
    #expect(report.counts == ["read": 2, "inserted": 1, "rejected": 1])
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
  }
}
