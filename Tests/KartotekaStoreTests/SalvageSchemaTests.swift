import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Saving rows of a database whose schema, keys or journal are damaged")
struct SalvageSchemaTests {
  private static let page = 4_096

  /// The numbers of the pages with the schema but the first one, counted from 0.
  private static func schemaPages(of school: DamagedSchool) throws -> [Int] {
    let names = ["CREATE TABLE ", "CREATE INDEX ", "CREATE TRIGGER ", "CREATE UNIQUE INDEX "].map { Data($0.utf8) }
    return (1..<school.bytes.count / page).filter { number in
      let content = Data(school.bytes[number * page..<(number + 1) * page])
      // A leaf of a table with rows.
      return content[0] == 0x0d && names.contains { content.firstRange(of: $0) != nil }
    }
  }

  private static func defines(_ table: String, _ content: some Sequence<UInt8>) -> Bool {
    let content = Data(content)
    return ["CREATE TABLE \(table) (", "CREATE TABLE \"\(table)\" ("].contains {
      content.firstRange(of: Data($0.utf8)) != nil
    }
  }

  // The id and the first value: references to records that are lost are empty.
  private static func beginnings(_ rows: Set<String>?) -> Set<String> {
    Set(
      (rows ?? []).map { $0.split(separator: "|", omittingEmptySubsequences: false).prefix(2).joined(separator: "|") })
  }

  @Test("A damaged page of the schema takes no tables but those that it names, of which some are known by their rows")
  func schemaPages() async throws {
    let original = try await DamagedSchool()
    let pages = try Self.schemaPages(of: original)
    try #require(pages.count > 1)
    var found = 0
    for number in pages {
      var bytes = original.bytes
      let content = bytes[number * Self.page..<(number + 1) * Self.page]
      let lost = DamagedSchool.tables.filter { Self.defines($0, content) }
      let losesSettings = Self.defines(SettingsTable.name, content)
      for place in number * Self.page..<(number + 1) * Self.page { bytes[place] = 0 }
      let (report, url): (SalvageReport, URL)
      do { (report, url) = try original.salvage(bytes, "schema\(number)") } catch is StoreError {
        #expect(["users", "courses", "lessons", "badges"].allSatisfy(lost.contains), "\(number)")
        continue
      }
      found += 1
      #expect(try Store.check(school, at: url) == [])
      let saved = try DamagedSchool.rows(of: url)
      // Other records may need the lost ones.
      for table in ["users"] + (lost.isEmpty ? DamagedSchool.tables : []) where !lost.contains(table) {
        #expect(saved[table] == original.rows[table], "\(number) \(table)")
      }
      for table in lost {
        let rows = Self.beginnings(saved[table])
        let entity = report.entities.first { school.entity(named: $0.name)?.table == table }
        #expect(entity?.isWhole != true)
        #expect(rows.isEmpty || entity?.isUnnamed == true && rows == Self.beginnings(original.rows[table]), "\(table)")
      }
      #expect(report.lostParts.contains(.settings) == losesSettings, "\(number)")
    }
    #expect(found > 0)
  }

  @Test("Without its first page, or without its header, a database is read by the pages that name its tables")
  func firstPage() async throws {
    let original = try await DamagedSchool()
    for (name, length) in [("page", Self.page), ("header", 100), ("magic", 16)] {
      var bytes = original.bytes
      for place in 0..<length { bytes[place] = 0 }
      let (report, url) = try original.salvage(bytes, name)
      #expect(report.isWhole, "\(name): \(report)")
      #expect(try DamagedSchool.rows(of: url) == original.rows)
      #expect(try Store.check(school, at: url) == [])
    }
  }

  @Test("A table with a damaged definition is left out, and the others are saved")
  func definition() async throws {
    let original = try await DamagedSchool()
    var bytes = original.bytes
    let number = try #require(
      try Self.schemaPages(of: original).first {
        Self.defines("courses", original.bytes[$0 * Self.page..<($0 + 1) * Self.page])
      })
    let content = Data(bytes[number * Self.page..<(number + 1) * Self.page])
    let definition = try #require(
      ["CREATE TABLE courses (", "CREATE TABLE \"courses\" ("].lazy.compactMap {
        content.firstRange(of: Data($0.utf8))
      }.first)
    let column = try #require(
      content.range(of: Data("subject".utf8), options: [], in: definition.upperBound..<content.endIndex))
    bytes[number * Self.page + column.lowerBound] = UInt8(ascii: "z")
    let (report, url) = try original.salvage(bytes, "definition")
    #expect(try Store.check(school, at: url) == [])
    let saved = try DamagedSchool.rows(of: url)
    #expect(saved["users"] == original.rows["users"] && saved["badges"] == original.rows["badges"])
    let course = try #require(report.entities.first { $0.name == "course" })
    #expect(course.saved == 0 && !course.isWhole && !report.isWhole)
  }

  @Test("A record with a damaged number hides no other, and the next record's number does not follow it")
  func key() async throws {
    let original = try await DamagedSchool()
    var bytes = Data(original.bytes)
    let text = try #require(bytes.firstRange(of: Data("First 199Last 199".utf8))).lowerBound
    // Record 200: its number is two bytes, which lie before the row's header.
    let number = try #require(bytes.range(of: Data([0x81, 0x48]), options: .backwards, in: text - 24..<text)).lowerBound
    bytes.replaceSubrange(number..<number + 2, with: [0xff, 0x7f])
    let (report, url) = try original.salvage(Array(bytes), "key")
    let user = try #require(report.entities.first { $0.name == "user" })
    #expect(user.saved == 399 && !user.isWhole, "\(user)")
    #expect(try Store.check(school, at: url) == [])
    let saved = try #require(try DamagedSchool.rows(of: url)["users"])
    #expect(saved.isSubset(of: original.rows["users"] ?? []) && saved.count == 399)
    #expect(try DatabaseFile(url).rows("SELECT seq FROM sqlite_sequence WHERE name = 'users'") == ["400"])
  }

  @Test("A noted number of records that is too small is not said to be the number that there were")
  func smallNumber() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy")
    try Data(original.bytes).write(to: copy)
    func known() throws -> (known: Int?, saved: Int) {
      let report = try Store.salvage(
        school, from: copy, to: original.folder.appending(path: UUID().uuidString), known: ["user": 10])
      let user = try #require(report.entities.first { $0.name == "user" })
      return (user.known, user.saved)
    }
    let whole = try known()
    #expect(whole.known == 400 && whole.saved == 400)
    var bytes = Data(original.bytes)
    let text = try #require(bytes.firstRange(of: Data("First 199Last 199".utf8))).lowerBound
    let start = text / Self.page * Self.page
    bytes.replaceSubrange(start..<start + Self.page, with: Data(count: Self.page))
    try bytes.write(to: copy)
    let damaged = try known()
    #expect(damaged.known == nil && (10..<400).contains(damaged.saved))
  }

  @Test("A change that was ended in its middle is taken back as the journal says")
  func journal() async throws {
    let original = try await DamagedSchool()
    let (source, copy) = (original.folder.appending(path: "source"), original.folder.appending(path: "copy"))
    try Data(original.bytes).write(to: source)
    let other = try DatabaseFile(source)
    // With few pages in memory, changed ones are in the file before the commit.
    try other.execute("PRAGMA cache_size = 1")
    try other.execute("UPDATE users SET first_name = 'Changed'") {
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: source.path(percentEncoded: false) + ending, toPath: copy.path(percentEncoded: false) + ending)
      }
    }
    let before = try Data(contentsOf: copy)
    try #require(before.firstRange(of: Data("Changed".utf8)) != nil)
    let url = original.folder.appending(path: "saved.sqlite")
    let report = try Store.salvage(school, from: copy, to: url)
    #expect(report.isWhole, "\(report)")
    #expect(try DamagedSchool.rows(of: url) == original.rows)
    #expect(try Data(contentsOf: copy) == before)
  }

  @Test("Columns and tables of which the description says nothing are said to be lost")
  func otherColumns() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    _ = try sqlite3(copy, "ALTER TABLE users ADD COLUMN shoes TEXT")
    let (report, _) = try original.salvage(Array(try Data(contentsOf: copy)), "columns")
    #expect(report.lostParts == [.fields])
  }

  @Test("Of a database that is no backup the pictures beside it are saved, and those that are damaged are counted")
  func pictures() async throws {
    let gallery = try Gallery()
    defer { gallery.remove() }
    for number in 1...3 { try await gallery.hang("P\(number)", Gallery.bytes(2_000 * number, number)) }
    let copy = gallery.folder.appending(path: "copy.sqlite")
    try DatabaseCopy.make(of: DatabaseCopy.open(gallery.database), at: copy, with: nil)
    let first = try #require(gallery.files().first)
    let damaged = gallery.folder.appending(path: "gallery.blobs/" + first)
    var bytes = try Data(contentsOf: damaged)
    bytes[100] ^= 1
    try bytes.write(to: damaged)
    let files = gallery.files()
    let url = gallery.folder.appending(path: "out/gallery.sqlite")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let report = try Store.salvage(Gallery.model, from: copy, of: gallery.database, to: url)
    #expect(report.lostFiles == 1 && report.saved == 3)
    #expect(Gallery.files(in: url.deletingLastPathComponent()) == files.filter { $0 != first })
    #expect(gallery.files() == files)
    let without = try Store.salvage(
      Gallery.model, from: copy, to: gallery.folder.appending(path: "without.sqlite"))
    #expect(without.lostFiles == 3)
  }

  @Test("A backup takes the place of a damaged database, of which a copy is kept as it is")
  func replaced() async throws {
    let original = try await DamagedSchool()
    var bytes = original.bytes
    let tables = "'\(NumberCounter.name)', '\(MetaTable.unfinished)'"
    let pages = try DatabaseFile(original.backup).rows("SELECT rootpage FROM sqlite_master WHERE name IN (\(tables))")
      .compactMap { Int($0) }
    try #require(pages.count == 2)
    for number in pages { for place in (number - 1) * Self.page..<number * Self.page { bytes[place] = 0 } }
    let live = original.folder.appending(path: "live.sqlite")
    try Data(bytes).write(to: live)
    let kept = try #require(try Store.restore(school, at: live, from: original.backup))
    #expect(try DamagedSchool.rows(of: live) == original.rows)
    let copy = try Data(contentsOf: kept)
    for number in pages {
      #expect(copy[(number - 1) * Self.page..<number * Self.page].allSatisfy { $0 == 0 })
    }
    #expect(try DamagedSchool.rows(of: kept) == original.rows)
  }

  @Test("The newest description that can be read is the one that is used, and older ones stay")
  func descriptions() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    _ = try sqlite3(
      copy,
      DescriptionTable.schema
        + "; INSERT INTO kartoteka_description VALUES (1, 'one', ''), (2, 'two', ''), (3, '{', '')")
    let revisions = try StoredDescription.revisions(ofDamaged: copy)
    #expect(revisions.map(\.revision) == [3, 2, 1])
    let url = original.folder.appending(path: "saved.sqlite")
    let report = try Store.salvage(school, from: copy, to: url, description: revisions[1])
    #expect(report.isWhole, "\(report)")
    #expect(
      try DatabaseFile(url).rows("SELECT revision, document FROM kartoteka_description ORDER BY revision")
        == ["1|one", "2|two"])
  }

  @Test("A description that is given takes the place of those that the file has")
  func given() async throws {
    let original = try await DamagedSchool()
    let copy = original.folder.appending(path: "copy.sqlite")
    try Data(original.bytes).write(to: copy)
    _ = try sqlite3(
      copy, DescriptionTable.schema + "; INSERT INTO kartoteka_description VALUES (1, 'one', ''), (3, '{', '')")
    let url = original.folder.appending(path: "saved.sqlite")
    let given = StoredDescription(revision: 4, json: "given")
    let report = try Store.salvage(school, from: copy, to: url, description: given, isGiven: true)
    #expect(report.isWhole, "\(report)")
    #expect(
      try DatabaseFile(url).rows("SELECT revision, document FROM kartoteka_description ORDER BY revision")
        == ["4|given"])
  }
}
