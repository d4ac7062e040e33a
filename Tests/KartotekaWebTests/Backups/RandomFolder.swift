import Foundation
import GRDB
import Kartoteka
import KartotekaApplication
import KartotekaModel
import KartotekaSampleData
import KartotekaScreens
import KartotekaStore

@testable import KartotekaHTTP
@testable import KartotekaPeople

/// A data folder with random applications, the same for the same seed: one in code with pictures, some made of descriptions, and a
/// file of another program that was changed here. It has people with private views, who have signed in, secrets of applications, and
/// settings of the server and of backups.
struct RandomFolder {
  static let apps = [Album.app]

  /// The folder around the data folder.
  let folder: URL
  private let file: RandomFile

  var data: URL { folder.appending(path: "data", directoryHint: .isDirectory) }
  var backup: URL { folder.appending(path: "all.tar") }

  init(seed: UInt64) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    file = try RandomFile(seed: seed)
    try FileManager.default.createDirectory(
      at: OpenedFolder(in: data).url, withIntermediateDirectories: true)
    let people = try await addPeople()
    try await fillAlbum()
    for number in 0...file.below(3) { try await design(number, seed, people) }
    try await open()
    try setBackups()
    try writeSecrets()
  }

  /// A folder that a killed process left.
  init(at folder: URL) throws {
    self.folder = folder
    file = try RandomFile(seed: 1)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  // MARK: Filling

  // Their identities.
  private func addPeople() async throws -> [Int64] {
    let people = People(
      in: data, StoreOptions(), PeopleLimits(), PasswordHasher(work: PasswordHash.Work(logN: 4, r: 1, p: 1)),
      Throttle(),
      { Date() })
    let machine = PeopleChanger.machine("tests")
    let names = ["Ada", "Żaneta", "Юрий", "Otto", "Rita"].prefix(3 + file.below(3))
    var identities: [Int64] = []
    for (number, name) in names.enumerated() {
      let roles: [String: Role] =
        number == 0 ? [:] : ["app-0": file.oneOf([.reads, .writes, .shapes]), "album": .writes]
      let person = try await people.add(
        name, password: "a garden with plums", roles: roles, isAdministrator: number == 0, by: machine)
      if let identity = person.identity { identities.append(identity) }
      _ = try await people.makeToken(
        for: person.id, named: "Program", apps: nil, isReadOnly: false, days: nil, by: machine)
      _ = try await people.signIn(
        name: name, password: "a garden with plums", device: "Phone", from: ThrottleSource(address: "192.0.2.1"))
    }
    try await people.set(
      PeopleSettings(idle: 15 + file.below(1_000), absolute: 2_000 + file.below(1_000)), by: machine)
    _ = try await people.invite(roles: ["album": .reads], by: machine)
    if let last = try await people.person(named: String(names.last ?? "")), file.below(2) == 0 {
      try await people.remove(last.id, by: machine)
    }
    await people.close()
    return identities
  }

  private func setBackups() throws {
    var state = BackupState(in: data)
    state.rule = BackupRule(hours: file.below(10), days: 1 + file.below(10), months: file.below(3))
    if file.below(2) == 0 { state.folder = folder.appending(path: "disk").path(percentEncoded: false) }
    state.storage = try BackupStorage(
      endpoint: "https://s3.example.org", region: "", bucket: "bucket-\(file.below(9))", prefix: "", keyID: "key")
    state.last = BackupState.Outcome(date: Date(), says: "Nothing was restored.")
    try state.write(in: data)
    try Data("storage-key".utf8).write(to: data.appending(path: BackupStorage.secretFile))
  }

  private func writeSecrets() throws {
    try Data("token-\(file.below(1_000_000))\n".utf8).write(to: data.appending(path: BackupSecrets.tokenFile))
    for name in ["album", "app-0"] {
      try Data(#"{"key":"k-\#(file.below(1_000_000))"}"#.utf8).write(to: data.appending(path: name + ".secrets"))
    }
  }

  private func fillAlbum() async throws {
    let store = try Store(
      Album.app.description.model, at: data.appending(path: "album.sqlite"),
      options: Album.app.storeOptions(StoreOptions()))
    for number in 0..<(2 + file.below(6)) {
      var page = Record<Album.Page>()
      page.name = "Page \(number)"
      page.photo = Data(Album.png(30 + file.below(300_000), UInt8(number)))
      try await store.save(&page)
      if file.below(3) == 0 { try await store.delete(page) }
    }
  }

  private func design(_ number: Int, _ seed: UInt64, _ people: [Int64]) async throws {
    let kinds = [
      #""kind":"text""#, #""kind":"integer""#, #""kind":"decimal","scale":2,"currency":"EUR""#, #""kind":"date""#,
      #""kind":"boolean""#, #""kind":"timestamp""#, #""kind":"real""#, #""kind":"country""#, #""kind":"picture""#,
      #""kind":"blob""#,
    ]
    let entities = (0...file.below(3)).map { entity in
      let attributes =
        [#"{"name":"title","required":true}"#]
        + (0..<file.below(5)).map { #"{"name":"field\#($0)",\#(file.oneOf(kinds))}"# }
      let related = entity == 0 ? "" : #","relationships":[{"name":"owner","to":"thing0"}]"#
      return #"{"name":"thing\#(entity)","attributes":[\#(attributes.joined(separator: ","))]\#(related)}"#
    }
    let json = #"{"version":1,"name":"app-\#(number)","entities":[\#(entities.joined(separator: ","))]}"#
    let document = try AppDocument(json: Array(json.utf8))
    let designs = DesignFolder(data, besides: Self.apps)
    let (app, store) = try DesignChange(document, in: designs).apply(in: designs)
    for entity in app.description.model.entities where entity.notesOwner == nil {
      let mock = try await EntityMock(of: entity, seed: seed, in: store)
      let count = file.below(40)
      _ = try await store.perform(.code) { transaction in
        for index in 0..<count {
          var record = mock.record(index, of: count)
          for (position, attribute) in entity.attributes.enumerated() where attribute.isBytes && index % 3 > 0 {
            record.values[position] = .blob(Album.png(index % 3 * 60_000, UInt8(index)))
          }
          try transaction.insert(record)
        }
      }
    }
    for entity in app.description.model.entities where entity.notesOwner == nil && file.below(2) == 0 {
      let view = SavedView(
        entity: entity.name, name: "View \(file.below(1_000))", query: "sort=title", isPinned: file.below(2) == 0)
      _ = try await store.perform(.screen) { try $0.save(view) }
      for person in people where file.below(2) == 0 {
        var own = SavedView(entity: entity.name, name: "Own \(file.below(1_000))", query: "sort=-title")
        own.owner = person
        _ = try await store.perform(.screen) { [own] in try $0.save(own) }
      }
      let last = try await store.fetch(AnyFetchRequest(entity.name)).records.last?.id
      if let last, file.below(2) == 0 { _ = try? await store.perform(.code) { try $0.delete(entity, id: last) } }
    }
    if file.below(2) == 0, let last = try await store.lastChangeSet() { try await store.undo(last.id, .code) }
  }

  private func open() async throws {
    let url = OpenedFolder(in: data).url.appending(path: file.url.lastPathComponent)
    for ending in ["", "-wal"] {
      let path = file.url.path(percentEncoded: false) + ending
      guard FileManager.default.fileExists(atPath: path) else { continue }
      try FileManager.default.copyItem(atPath: path, toPath: url.path(percentEncoded: false) + ending)
    }
    // It makes the database beside the file.
    _ = try RunningApp(try OpenedApp(OpenedFile(url)))
  }

  // MARK: Backups

  @discardableResult
  func backUp(
    to url: URL? = nil, withSecretsBy password: String? = nil,
    step: @escaping @Sendable (BackupStep) -> Void = { _ in },
    progress: @escaping (String, Double) throws -> Void = { _, _ in }
  ) throws -> FolderBackup.Report {
    let designs = DesignFolder(data, besides: Self.apps)
    let sources = (Self.apps + designs.apps().apps).map { app in
      FolderBackup.Source(app) {
        try Store(
          app.description.model, at: designs.file(of: app.description.name), options: app.storeOptions(StoreOptions()))
      }
    }
    let people = try People(in: data).storeForBackup()
    var backup = FolderBackup(
      sources + [people].compactMap(\.self).map(FolderBackup.Source.init), opened: OpenedFolder(in: data).files(),
      program: "test 1", step: step)
    backup.settings = BackupSettings(of: data)
    if let password { backup.secrets = (try BackupSecrets(of: data), password) }
    return try backup.write(to: url ?? self.backup, progress: progress)
  }

  @discardableResult
  static func restore(
    _ url: URL, into folder: URL, _ change: (inout FolderRestore) -> Void = { _ in }
  ) throws -> FolderRestore.Report {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var restore = FolderRestore(try BackupArchive(url), apps: apps + [.people])
    change(&restore)
    return try restore.run(into: folder)
  }

  // MARK: Comparing

  /// The databases of a data folder by their paths, each with its schema and all rows, and its pictures, and what is set for backups.
  /// Nobody's access and no secrets are among it: no backup has them without a password.
  static func content(of folder: URL) throws -> [String: [String]] {
    var content: [String: [String]] = [:]
    for place in ["", "opened/"] {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: place).path(percentEncoded: false))
      for name in names ?? [] {
        let url = folder.appending(path: place + name)
        if name.hasSuffix(".blobs") {
          let files = try FileManager.default.subpathsOfDirectory(atPath: url.path(percentEncoded: false))
          content[place + name] = try files.filter { $0.utf8.count == 67 }.sorted().map { file in
            // The bytes, and not only the name that they should have.
            let bytes = try Data(contentsOf: url.appending(path: file))
            return file + " " + bytes.base64EncodedString()
          }
        } else if name == BackupState.fileName {
          content[name] = ["\(String(describing: BackupSettings(of: folder)))"]
        } else if name != "opened", !secrets.contains(name),
          !["-wal", "-shm", "-files"].contains(where: name.hasSuffix)
        {
          content[place + name] = try rows(of: url)
        }
      }
    }
    return content
  }

  /// The files that give access to something.
  private static let secrets = [
    "album.secrets", "app-0.secrets", BackupSecrets.tokenFile, BackupStorage.secretFile, PeopleMark.name,
  ]

  /// The rows of the tables by which people get access.
  static func access(in folder: URL) throws -> [String] {
    let path = folder.appending(path: People.application + ".sqlite").path(percentEncoded: false)
    return try DatabaseQueue(path: path).read { database in
      try secretTables.flatMap { table in
        try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map { "\(table) \($0)" }
      }
    }
  }

  private static let secretTables =
    People.model.entities.filter { People.secretEntities.contains($0.name) }.map(\.table)

  // Of people their own tables and their history: the log and the numbers of records tell that access was left out.
  private static let peopleTables =
    People.model.entities.map(\.table).filter { !secretTables.contains($0) } + ["kartoteka_deeds", "kartoteka_changes"]

  private static func rows(of url: URL) throws -> [String] {
    let isPeople = url.lastPathComponent == People.application + ".sqlite"
    return try DatabaseQueue(path: url.path(percentEncoded: false)).read { database in
      let schema = try String.fetchAll(
        database, sql: "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1")
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')")
      return try schema
        + tables.filter { isPeople ? peopleTables.contains($0) : $0 != "kartoteka_meta" && $0 != "sqlite_schema" }
        .sorted().flatMap { table -> [String] in
          // The library does not double the quotes of a name.
          let name = "\"" + table.replacing("\"", with: "\"\"") + "\""
          return try Row.fetchAll(database, sql: "SELECT * FROM \(name)")
            .map { "\(table) \($0.databaseValues.map(text))" }.sorted()
        }
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .blob(let data): "x'\(data.map { String($0, radix: 16) }.joined(separator: " "))'"
    default: "\(value)"
    }
  }
}
