import Foundation
import Testing

@Suite("kartoteka backup --all, and restoring it")
struct BackupOfAllTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// An application in code, two that were made of descriptions, and two files of another program, one only linked to.
  private func fill() async throws {
    try sandbox.write("firstName,lastName,phone,address\nAnna,Nowak,600100,Main 1\n", to: "u.csv")
    try await run("import", "userscrud", "u.csv", "--into", "users")
    for (name, title) in [("shelf", "Momo"), ("attic", "Krabat")] {
      try sandbox.write(
        #"{"version": 1, "name": "\#(name)", "entities": [{"name": "book", "attributes": [{"name": "title", "required": true}]}]}"#,
        to: "app.json")
      try await run("apply", "app.json")
      try sandbox.write("title\n\(title)\n", to: "b.csv")
      try await run("import", name, "b.csv", "--into", "books")
    }
    try await shell(
      """
      mkdir -p data/opened elsewhere
      sqlite3 data/opened/Shop.db 'PRAGMA journal_mode = wal; CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO items VALUES (1, "Tea")'
      sqlite3 elsewhere/far.sqlite 'CREATE TABLE places (name TEXT); INSERT INTO places VALUES ("Here")'
      ln -s "$PWD/elsewhere/far.sqlite" data/opened/far.sqlite
      """)
    try sandbox.write("name\nGreen tea\n", to: "i.csv")
    try await run("import", "data/opened/Shop.db", "i.csv", "--into", "items")
    try sandbox.write("secret", to: "data/shelf.secrets")
    try sandbox.write("token", to: "data/admin-token")
  }

  @discardableResult
  private func run(_ arguments: String..., expecting status: Int32? = 0) async throws -> Sandbox.Run {
    let run = try await sandbox.kartoteka(arguments, environment: ["LC_ALL": "C"])
    if let status { #expect(run.status == status, "\(arguments): \(run.output)\(run.errors)") }
    return run
  }

  @discardableResult
  private func shell(_ line: String) async throws -> String {
    let run = try await sandbox.shell(line)
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run.output
  }

  /// All rows of a database but its identity.
  private func rows(_ file: String) async throws -> String {
    try await shell("sqlite3 '\(file)' .dump | grep -v kartoteka_meta | sort")
  }

  private static let files = [
    "userscrud.sqlite", "shelf.sqlite", "attic.sqlite", "opened/Shop.db", "opened/Shop.db.kartoteka",
  ]

  @Test("Everything of a data folder is one archive, which comes back in an empty folder")
  func roundTrip() async throws {
    try await fill()
    let backup = try await run("backup", "--all", "all.tar")
    #expect(
      backup.output.hasSuffix("Backed up 5 applications to \(sandbox.folder.path(percentEncoded: false))/all.tar\n"))
    #expect(backup.errors.contains("elsewhere/far.sqlite. --linked-files includes it."))
    #expect(try sandbox.names().filter { $0.contains("backup") || $0.contains("all.tar") } == ["all.tar"])
    try await run("restore", "all.tar", "--data", "other")
    for file in Self.files { #expect(try await rows("data/\(file)") == rows("other/\(file)"), "\(file)") }
    #expect(try await shell("sqlite3 other/opened/Shop.db 'PRAGMA journal_mode'") == "wal\n")
    // What is secret is in no backup, and nothing else is left.
    #expect(
      try sandbox.names(in: "other").filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == [
        "attic.sqlite", "opened", "shelf.sqlite", "userscrud.sqlite",
      ])
    let check = try await run("check", "shelf", "--data", "other")
    #expect(check.status == 0)
    #expect(try await run("export", "attic", "books", "--data", "other").output.contains("Krabat"))
  }

  @Test("Other programs read the archive: its databases, and a manifest with their sizes and SHA-256")
  func readable() async throws {
    try await fill()
    try await run("backup", "--all", "all.tar", "--linked-files")
    try await shell("mkdir out && tar xf all.tar -C out")
    let manifest = try JSONSerialization.jsonObject(with: Data(sandbox.read("out/manifest.json").utf8))
    let fields = try #require(manifest as? [String: Any])
    #expect(fields["format"] as? Int == 1)
    #expect((fields["program"] as? String)?.hasPrefix("kartoteka ") == true)
    let entries = try #require(fields["applications"] as? [[String: Any]])
    #expect(entries.compactMap { $0["name"] as? String }.sorted() == ["attic", "far", "shelf", "shop", "userscrud"])
    for entry in entries {
      for part in try #require(entry["parts"] as? [[String: Any]]) {
        let path = try #require(part["path"] as? String)
        #expect(try await shell("sha256sum < out/\(path)").hasPrefix(part["sha256"] as? String ?? "-"))
        #expect(try await shell("stat -c %s out/\(path)") == "\(part["size"] as? Int ?? -1)\n")
        #expect(try await shell("sqlite3 out/\(path) 'PRAGMA integrity_check'") == "ok\n")
      }
    }
    #expect(try await shell("sqlite3 out/applications/shelf.sqlite 'SELECT title FROM books'") == "Momo\n")
    #expect(try await shell("sqlite3 out/opened/far.sqlite 'SELECT * FROM places'") == "Here\n")
    // A file of the archive is a backup of its application.
    try await run("restore", "shelf", "out/applications/shelf.sqlite", "--data", "third")
    // Packed again by another program, it is as good as before.
    try await shell("tar cf again.tar -C out .")
    try await run("restore", "again.tar", "--data", "other")
    for file in Self.files + ["opened/far.sqlite"] {
      #expect(try await rows("data/\(file)") == rows("other/\(file)"), "\(file)")
    }
  }

  @Test("One application is restored, also under another name; what is there is replaced only when asked")
  func chosen() async throws {
    try await fill()
    try await run("backup", "--all", "all.tar")
    try await run("restore", "all.tar", "--only", "shelf", "--as", "archive", "--data", "other")
    #expect(try await shell("sqlite3 other/archive.sqlite 'SELECT title FROM books'") == "Momo\n")
    try await run("restore", "all.tar", "--only", "shop", "--as", "store", "--data", "other")
    #expect(try await shell("sqlite3 other/opened/store.db 'SELECT count(*) FROM items'") == "2\n")
    #expect(try sandbox.names(in: "other").filter { $0.hasSuffix(".sqlite") } == ["archive.sqlite"])

    try await shell("sqlite3 data/shelf.sqlite \"UPDATE books SET title = 'Changed'\"")
    let refused = try await run("restore", "all.tar", expecting: 1)
    #expect(refused.errors.contains("There already: userscrud, attic, shelf, shop, far"), "\(refused.errors)")
    #expect(try await shell("sqlite3 data/shelf.sqlite 'SELECT title FROM books'") == "Changed\n")
    let left = try await run("restore", "all.tar", "--continue")
    #expect(left.output.contains("There already, left as it is: shelf"))
    #expect(try await shell("sqlite3 data/shelf.sqlite 'SELECT title FROM books'") == "Changed\n")
    let replaced = try await run("restore", "all.tar", "--replace", "--only", "shelf")
    #expect(replaced.output.contains("The previous database is kept in"))
    #expect(try await shell("sqlite3 data/shelf.sqlite 'SELECT title FROM books'") == "Momo\n")
    #expect(try await shell("sqlite3 data/shelf.sqlite.before-* 'SELECT title FROM books'") == "Changed\n")
    // Files of other programs are never replaced.
    try await run("restore", "all.tar", "--replace", "--only", "shop", expecting: 1)
    let unknown = try await run("restore", "all.tar", "--only", "nothing", "--data", "other", expecting: 1)
    #expect(unknown.errors.contains("has no application nothing. It has: userscrud, attic, shelf, shop, far"))
    try await run("restore", "all.tar", "--as", "x", "--data", "third", expecting: 1)
    try await run("restore", "all.tar", "--only", "userscrud", "--as", "x", "--data", "third", expecting: 1)
    try await run("restore", "all.tar", "--only", "shelf", "--as", "../x", "--data", "third", expecting: 1)
    #expect(try sandbox.names(in: "third") == [])
  }

  /// Overwrites each page of a database that has a text.
  private func damage(_ file: String, where text: String) throws {
    let url = sandbox.folder.appending(path: file)
    var bytes = try Data(contentsOf: url)
    let first = try #require(bytes.firstRange(of: Data("SQLite format 3".utf8))).lowerBound
    let pages = bytes.ranges(of: Data(text.utf8)).map { first + ($0.lowerBound - first) / 4_096 * 4_096 }
    try #require(!pages.isEmpty)
    for page in pages { bytes.replaceSubrange(page..<page + 4_096, with: Data(count: 4_096)) }
    try bytes.write(to: url)
  }

  @Test("Of a damaged application what can be read is saved when asked, of an archive and of a single database")
  func salvaged() async throws {
    try sandbox.write(
      #"{"version": 1, "name": "shelf", "entities": [{"name": "book", "attributes": [{"name": "title", "required": true}]}]}"#,
      to: "app.json")
    try await run("apply", "app.json")
    let titles = (0..<60).map { "Book \($0) " + String(repeating: "x", count: 300) }
    try sandbox.write("title\n" + titles.joined(separator: "\n") + "\n", to: "b.csv")
    try await run("import", "shelf", "b.csv", "--into", "books")
    try await run("backup", "--all", "all.tar")
    try await run("backup", "shelf", "one.backup")
    for file in ["all.tar", "one.backup"] { try damage(file, where: "Book 30 xxx") }
    let refused = try await run("restore", "all.tar", "--data", "other", expecting: nil)
    #expect(refused.status != 0)
    #expect(refused.errors.contains("--salvage --list"), "\(refused.errors)")
    for (number, arguments) in [["all.tar"], ["shelf", "one.backup"]].enumerated() {
      let data = "saved\(number)"
      let plan = try await sandbox.kartoteka(
        ["restore"] + arguments + ["--salvage", "--list", "--data", data], environment: ["LC_ALL": "C"])
      let said = try #require(
        plan.output.firstMatch(of: #/[Bb]ooks: ([0-9]+) (?:of 60 )?can be saved/#))
      #expect(plan.status == 65 && !plan.output.contains("Restored"))
      #expect(try sandbox.names(in: data).filter { $0.hasSuffix(".sqlite") } == [])
      let saved = try await sandbox.kartoteka(
        ["restore"] + arguments + ["--salvage", "--data", data], environment: ["LC_ALL": "C"])
      #expect(saved.status == 65 && saved.output.contains("Restored shelf from"), "\(saved.errors)")
      #expect(saved.errors.contains(String(said.0)), "\(saved.errors)")
      let count = try await shell("sqlite3 \(data)/shelf.sqlite 'SELECT count(*) FROM books'")
      #expect(count == "\(said.1)\n")
      try await run("check", "shelf", "--data", data)
      #expect(try sandbox.names(in: data).filter { $0.hasPrefix(".restore") } == [])
    }
  }

  @Test("A damaged database is saved into another folder, also through a link, and not one byte of it is written")
  func salvagedItself() async throws {
    try sandbox.write(
      #"{"version": 1, "name": "shelf", "entities": [{"name": "book", "attributes": [{"name": "title", "required": true}]}]}"#,
      to: "app.json")
    try await run("apply", "app.json")
    let titles = (0..<60).map { "Book \($0) " + String(repeating: "x", count: 300) }
    try sandbox.write("title\n" + titles.joined(separator: "\n") + "\n", to: "b.csv")
    try await run("import", "shelf", "b.csv", "--into", "books")
    try damage("data/shelf.sqlite", where: "Book 30 xxx")
    try await shell("ln -s data/shelf.sqlite link.sqlite && ln data/shelf.sqlite hard.sqlite")
    let live = sandbox.folder.appending(path: "data/shelf.sqlite")
    let before = try Data(contentsOf: live)
    for file in ["data/shelf.sqlite", "link.sqlite", "hard.sqlite"] {
      let refused = try await run("restore", "shelf", file, "--salvage", expecting: 1)
      #expect(refused.errors.contains("is the database itself"), "\(refused.errors)")
    }
    try await run("restore", "shelf", "link.sqlite", "--salvage", "--data", "saved", expecting: 65)
    try await run("check", "shelf", "--data", "saved")
    let count = try await shell("sqlite3 saved/shelf.sqlite 'SELECT count(*) > 30 FROM books'")
    #expect(count == "1\n")
    #expect(try Data(contentsOf: live) == before)
    #expect(try sandbox.names(in: "data").filter { $0.hasPrefix("shelf.sqlite") } == ["shelf.sqlite"])
  }

  @Test("--list says what is in a backup, and restores nothing")
  func list() async throws {
    try await fill()
    try await run("backup", "--all", "all.tar")
    let list = try await run("restore", "all.tar", "--list", "--data", "other")
    #expect(list.output.contains(#/shelf +made on a screen +[0-9,]+\n/#))
    #expect(list.output.contains(#/userscrud +in code +[0-9,]+\n/#))
    #expect(list.output.contains(#/far +opened file +[0-9,]+ +/.*elsewhere/far.sqlite\n/#))
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.folder.appending(path: "other").path(percentEncoded: false)))
  }

  @Test("An application that can't be read is named; the others are in the backup")
  func unavailable() async throws {
    try await fill()
    try await shell(
      "for f in data/attic.sqlite*; do rm $f; done; sqlite3 data/attic.sqlite \"CREATE TABLE kartoteka_description (revision INTEGER PRIMARY KEY, document TEXT, changed_at TEXT); INSERT INTO kartoteka_description VALUES (1, '{', '')\""
    )
    let backup = try await run("backup", "--all", "all.tar", expecting: 1)
    #expect(backup.errors.contains("attic: "), "\(backup.errors)")
    #expect(backup.output.contains("Backed up 4 applications"))
    try await run("restore", "all.tar", "--data", "other")
    #expect(try await rows("data/shelf.sqlite") == rows("other/shelf.sqlite"))
  }

  @Test("A backup that can't be made leaves the former one")
  func refusedPlaces() async throws {
    try await fill()
    try await run("backup", "--all", "all.tar")
    let before = try Data(contentsOf: sandbox.folder.appending(path: "all.tar"))
    for place in ["nowhere/all.tar", "data", "data/shelf.sqlite", "data/opened/Shop.db"] {
      try await run("backup", "--all", place, expecting: 1)
    }
    try await run("backup", "--all", "all.tar", "--data", "empty", expecting: 1)
    #expect(try Data(contentsOf: sandbox.folder.appending(path: "all.tar")) == before)
    #expect(try await shell("sqlite3 data/shelf.sqlite 'SELECT title FROM books'") == "Momo\n")
    #expect(try sandbox.names(in: "data").allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("A backup for which the disk has no room is refused before anything is written; pictures and files count")
  func noRoom() async throws {
    try await fill()
    // It takes no room itself.
    try await shell("mkdir -p data/shelf.blobs/aa && truncate -s 8T data/shelf.blobs/aa/large")
    let refused = try await run("backup", "--all", "all.tar", expecting: 1)
    #expect(refused.errors.contains("The disk has too little room for a backup of 8796"), "\(refused.errors)")
    #expect(refused.errors.contains("name a file on another disk"))
    #expect(try sandbox.names().allSatisfy { $0 != "all.tar" && !$0.hasPrefix(".kartoteka") })
  }

  /// Whether a disk of the test's own can be mounted.
  private static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(
    "A disk that is full is told where a backup is written or restored, and nothing is left", .enabled(if: canMount))
  func fullDisk() async throws {
    try await fill()
    try await run("backup", "--all", "all.tar")
    let told = try await shell(
      """
      mkdir -p full
      unshare -rm sh -c '
        mount -t tmpfs -o size=200k none full
        "$K" restore all.tar --data full/data; echo "restore $?"
        "$K" backup --all full/all.tar; echo "backup $?"
        find full -name "*.sqlite" -o -name "*.tar"' 2>&1
      """)
    #expect(told.contains("restore 1\n") && told.hasSuffix("backup 1\n"), "\(told)")
    #expect(told.contains("Error: ") && told.contains("disk"), "\(told)")
  }
}
