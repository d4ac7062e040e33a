import Foundation
import GRDB
import Kartoteka
import KartotekaApplication
import KartotekaStore
import Testing

@Suite("Backups that somebody has changed, damaged or made up")
struct HostileArchiveTests {
  /// A member of an archive, with whatever its header says.
  private struct Member {
    var name: String
    var bytes: [UInt8] = []
    var kind = "0"
    var size: Int?
    var link = ""
  }

  private static func tar(_ members: [Member], isEnded: Bool = true) -> [UInt8] {
    members.flatMap { member in
      var block = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at offset: Int) {
        for (index, byte) in text.utf8.enumerated() { block[offset + index] = byte }
      }
      func octal(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.count) + text
      }
      put(member.name, at: 0)
      put(octal(0o644, 7), at: 100)
      put(octal(member.size ?? member.bytes.count, 11), at: 124)
      put("        ", at: 148)
      put(member.kind, at: 156)
      put(member.link, at: 157)
      put("ustar\u{0}00", at: 257)
      put(octal(block.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
      return block + member.bytes + [UInt8](repeating: 0, count: (512 - member.bytes.count % 512) % 512)
    } + [UInt8](repeating: 0, count: isEnded ? 1_024 : 0)
  }

  private static let manifest = Member(
    name: "manifest.json",
    bytes: Array(#"{"format":1,"program":"kartoteka 1","created":"","applications":[],"unavailable":{}}"#.utf8))

  private static func entry(_ fields: String) -> [Member] {
    let text = #"{"format":1,"program":"kartoteka 1","created":"","unavailable":{},"applications":[\#(fields)]}"#
    return [Member(name: "manifest.json", bytes: Array(text.utf8))]
  }

  private static func app(_ name: String, file: String, path: String, size: Int = 0) -> String {
    #"{"format":1,"name":"\#(name)","title":"","kind":"designed","file":"\#(file)","parts":[{"path":"\#(path)","size":\#(size),"sha256":""}]}"#
  }

  /// Runs a restore that has to be refused, and looks that nothing was written.
  private func refused(_ bytes: [UInt8]) throws -> BackupError? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = folder.appending(path: "archive")
    try Data(bytes).write(to: archive)
    let data = folder.appending(path: "data")
    var refusal: BackupError?
    for whole in [false, true] {
      do {
        try RandomFolder.restore(archive, into: data) { $0.takesWhatIsWhole = whole }
        Issue.record("It was restored")
      } catch let error as BackupError {
        refusal = error
      }
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: data.path(percentEncoded: false)) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).count == 2)
    return refusal
  }

  @Test(
    "Names that lead elsewhere, links, devices, sparse files and headers of all are refused",
    arguments: [
      ("../evil", "0"), ("/etc/evil", "0"), ("applications/../../evil", "0"), ("applications//evil", "0"), ("", "0"),
      ("applications/evil\u{1b}[2J", "0"), ("applications/x.sqlite", "1"), ("applications/x.sqlite", "2"),
      ("dev", "3"), ("dev", "4"), ("pipe", "6"), ("sparse", "S"), ("all", "g"), ("../folder/", "5"), ("huge", "x"),
    ])
  func names(name: String, kind: String) throws {
    let bytes: [UInt8] = kind == "x" ? [UInt8](repeating: 32, count: 70_000) : []
    let evil = Member(name: name, bytes: bytes, kind: kind, link: "/etc/passwd")
    let refusal = try refused(Self.tar([Self.manifest, evil]))
    guard case .foreign = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test("Two files or applications of one name, and too many, are refused")
  func numbers() throws {
    let twice = try refused(Self.tar([Self.manifest, Self.manifest]))
    guard case .twice(_, "manifest.json") = twice else {
      Issue.record("\(String(describing: twice))")
      return
    }
    let app = Self.app("a", file: "a.sqlite", path: "applications/a.sqlite")
    let apps = try refused(Self.tar(Self.entry("\(app),\(app)") + [Member(name: "applications/a.sqlite")]))
    guard case .twice(_, "a") = apps else {
      Issue.record("\(String(describing: apps))")
      return
    }
    let many = try refused(Self.tar((0..<6_000).map { Member(name: "f\($0)", kind: $0 % 2 == 0 ? "0" : "5") }))
    guard case .tooMany = many else {
      Issue.record("\(String(describing: many))")
      return
    }
  }

  @Test(
    "A manifest whose names lead elsewhere is refused",
    arguments: [
      app("../x", file: "../x.sqlite", path: "applications/../x.sqlite"),
      app("x", file: "y.sqlite", path: "applications/x.sqlite"),
      app("x", file: "x.sqlite", path: "manifest.json"),
      app("X Y", file: "X Y.sqlite", path: "applications/X Y.sqlite"),
      app("x", file: "x.sqlite", path: "applications/x.sqlite", size: -1),
    ])
  func manifests(entry: String) throws {
    let refusal = try refused(Self.tar(Self.entry(entry) + [Member(name: "applications/x.sqlite")]))
    guard case .foreign = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test("What is no archive, no backup, empty, a lie about its size or of a newer version is refused in words")
  func others() throws {
    for bytes in [
      [], Array("hello".utf8), [UInt8](repeating: 0, count: 4_096), Self.tar([Member(name: "letter.txt")]),
      Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 1, count: 5_000),
    ] {
      let refusal = try refused(bytes)
      guard case .notABackup = refusal else {
        Issue.record("\(bytes.count): \(String(describing: refusal))")
        continue
      }
    }
    let entry = Self.app("a", file: "a.sqlite", path: "applications/a.sqlite", size: 8_589_934_591)
    let bomb = try refused(Self.tar(Self.entry(entry) + [Member(name: "applications/a.sqlite", size: 8_589_934_591)]))
    guard case .damaged(_, _, []) = bomb else {
      Issue.record("\(String(describing: bomb))")
      return
    }
    let text = #"{"format":2,"program":"kartoteka 9.1","applications":{"new":"form"}}"#
    let newer = try refused(Self.tar([Member(name: "manifest.json", bytes: Array(text.utf8))]))
    guard case .newer(_, "kartoteka 9.1") = newer else {
      Issue.record("\(String(describing: newer))")
      return
    }
    let deep = String(repeating: "[", count: 200_000)
    let nested = try refused(Self.tar([Member(name: "manifest.json", bytes: Array(deep.utf8))]))
    #expect(nested != nil)
  }

  @Test("A backup with a database whose bytes were changed is refused; the others come back when asked")
  func changedDatabase() async throws {
    let random = try await RandomFolder(seed: 5)
    defer { random.remove() }
    try random.backUp()
    let bytes = Array(try Data(contentsOf: random.backup))
    // In the first database of the archive.
    let place = try #require(bytes.firstRange(of: Array("SQLite format 3".utf8)))
    var changed = bytes
    changed[place.lowerBound + 40] ^= 1
    try Data(changed).write(to: random.backup)
    let other = random.folder.appending(path: "other")
    var whole: [String] = []
    do {
      try RandomFolder.restore(random.backup, into: other)
      Issue.record("It was restored")
    } catch BackupError.damaged(_, let lost, let names) {
      #expect(lost.count == 1)
      whole = names
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path(percentEncoded: false)) == [])
    let report = try RandomFolder.restore(random.backup, into: other) { $0.takesWhatIsWhole = true }
    #expect(report.restored.map(\.name) == whole && !whole.isEmpty && report.lost.count == 1)
    let (before, after) = try (RandomFolder.content(of: random.data), RandomFolder.content(of: other))
    for (name, rows) in after { #expect(before[name] == rows, "\(name)") }
  }

  @Test("Of a backup that was cut off anywhere, what is whole comes back when asked, and only that")
  func cutOff() async throws {
    let random = try await RandomFolder(seed: 6)
    defer { random.remove() }
    let entries = try random.backUp().entries
    let bytes = try Data(contentsOf: random.backup)
    let before = try RandomFolder.content(of: random.data)
    for tenth in 1...9 {
      try bytes.prefix(bytes.count * tenth / 10).write(to: random.backup)
      let other = random.folder.appending(path: "other\(tenth)")
      var whole: [String] = []
      do {
        try RandomFolder.restore(random.backup, into: other)
        Issue.record("It was restored")
      } catch BackupError.damaged(_, _, let names) {
        whole = names
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: other.path(percentEncoded: false)) == [])
      guard !whole.isEmpty else { continue }
      let report = try RandomFolder.restore(random.backup, into: other) { $0.takesWhatIsWhole = true }
      #expect(Set(report.restored.map(\.name)) == Set(entries.prefix(whole.count).map(\.name)), "\(tenth)")
      for (name, rows) in try RandomFolder.content(of: other) { #expect(before[name] == rows, "\(tenth): \(name)") }
    }
  }

  @Test("A file of 50 GB that is no archive is refused at once")
  func large() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("PK\u{3}\u{4}".utf8).write(to: file)
    #expect(truncate(file.path(percentEncoded: false), 50_000_000_000) == 0)
    // Reading all of it would take minutes.
    #expect(try !BackupArchive.isArchive(file))
  }

  @Test("What comes behind a damaged header is found, also behind a large file and among false marks")
  func damagedHeader() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    for size in [4_096, 400_000_000] {
      try Data("damaged".utf8).write(to: file)
      #expect(truncate(file.path(percentEncoded: false), off_t(512 + size)) == 0)
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      var marked = [UInt8](repeating: 0, count: 512)
      marked.replaceSubrange(257..<262, with: "ustar".utf8)
      for _ in 1...2_000 { try handle.write(contentsOf: marked) }
      let app = Self.app("a", file: "a.sqlite", path: "applications/a.sqlite", size: 4)
      let rest = Self.tar(Self.entry(app) + [Member(name: "applications/a.sqlite", bytes: Array("abcd".utf8))])
      try handle.write(contentsOf: rest)
      try handle.close()
      #expect(try BackupArchive(file).entries.map(\.name) == ["a"])
    }
  }

  @Test("A backup that becomes shorter while it is read is named so")
  func shortened() async throws {
    let random = try await RandomFolder(seed: 12)
    defer { random.remove() }
    try random.backUp()
    let path = random.backup.path(percentEncoded: false)
    do {
      try RandomFolder.restore(random.backup, into: random.folder.appending(path: "other")) { restore in
        restore.progress = { _, _ in truncate(path, 600) }
      }
      Issue.record("It was restored")
    } catch BackupError.damaged(_, let lost, _) {
      #expect("\(lost)".contains("became shorter while it was read"), "\(lost)")
    }
  }

  @Test("A database of a newer version is refused with the version that made the backup")
  func newerDatabase() async throws {
    let random = try await RandomFolder(seed: 10)
    defer { random.remove() }
    let file = random.data.appending(path: "album.sqlite").path(percentEncoded: false)
    try random.backUp { step in
      // Between its copy and the archive, as a newer program would have written it.
      guard step == .copied, let copy = try? Self.copy(in: random.folder, of: "album.sqlite") else { return }
      try? DatabaseQueue(path: copy).write {
        try $0.execute(sql: "UPDATE kartoteka_meta SET value = '99' WHERE key = 'format'")
      }
    }
    let other = random.folder.appending(path: "other")
    do {
      try RandomFolder.restore(random.backup, into: other) { $0.takesWhatIsWhole = true }
      Issue.record("It was restored")
    } catch BackupError.newer(_, let program) {
      #expect(program == "test 1")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path(percentEncoded: false)) == [])
    #expect(FileManager.default.fileExists(atPath: file))
  }

  private static func copy(in folder: URL, of name: String) throws -> String? {
    let path = folder.path(percentEncoded: false)
    return try FileManager.default.subpathsOfDirectory(atPath: path)
      .first { $0.hasPrefix(".kartoteka-backup-") && $0.hasSuffix("/" + name) }.map { path + "/" + $0 }
  }

  @Test("What lies beside a file that is gone does not keep the file from coming back, and stays")
  func waiting() async throws {
    let random = try await RandomFolder(seed: 11)
    defer { random.remove() }
    try random.backUp()
    let other = random.folder.appending(path: "other")
    try RandomFolder.restore(random.backup, into: other)
    let (name, file) = try #require(OpenedFolder(in: other).files().first)
    try FileManager.default.removeItem(at: file.url)
    let report = try RandomFolder.restore(random.backup, into: other) { $0.existing = .keep }
    #expect(report.restored.map(\.name) == [name])
    let (before, after) = try (RandomFolder.content(of: random.data), RandomFolder.content(of: other))
    for (name, rows) in before { #expect(after[name] == rows, "\(name)") }
    #expect(after.count == before.count + 1)
  }
}
