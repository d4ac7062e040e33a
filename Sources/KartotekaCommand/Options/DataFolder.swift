import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPostgres
@_spi(System) import KartotekaStore

/// The folder with the applications' database files, or with local copies of the applications in a PostgreSQL database.
struct DataFolder {
  /// The folder.
  let url: URL
  /// The database of which the files are local copies; nil if the files themselves are the databases.
  let primaries: PostgresPrimaries?

  /// The given folder or database, else that of KARTOTEKA_DATA, else the platform's default.
  /// - Parameter copies: the folder for the local copies of a database; nil for the usual one.
  init(
    _ path: String?, copies: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let given = Self.given(path, environment: environment)
    if let address = given.flatMap(PostgresAddress.init) {
      primaries = PostgresPrimaries.at(address)
      let copies = copies ?? environment["KARTOTEKA_COPIES"].flatMap { $0.isEmpty ? nil : $0 }
      url =
        copies.map { URL(filePath: $0, directoryHint: .isDirectory) }
        ?? Self.cache(environment).appending(path: address.mark, directoryHint: .isDirectory)
    } else {
      primaries = nil
      url = given.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? Self.usual(environment)
    }
  }

  /// The options of the folder's stores.
  var options: StoreOptions {
    var options = StoreOptions()
    options.primaries = primaries
    return options
  }

  /// The designed applications. Applications that other servers have made are copied to the folder first.
  /// - Throws: ``Failure``, `StoreError.primary`.
  func designs() throws -> DesignFolder {
    let primaries = primaries
    let designs = DesignFolder(url, besides: apps) {
      [names = apps.map(\.description.name)] folder, isRequested in
      do {
        return try primaries?.bringDesigned(to: folder, besides: names, isRequested: isRequested) {
          try Design(StoredDescription(revision: 0, json: $1), named: $0).document.description.model
        } ?? []
      } catch let lost as PrimaryLost {
        // Copies can be read without the server. Each application says so.
        guard !Store.copies(in: folder).isEmpty else { throw lost.reason }
        return []
      }
    }
    if primaries != nil {
      try prepare()
      do { try designs.bringOthers() } catch StoreError.primary where !Store.copies(in: url).isEmpty {
        // The local copies can be read. Each application says why it can't be written.
      }
    }
    return designs
  }

  /// The given folder, else that of KARTOTEKA_DATA.
  static func given(
    _ path: String?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    path ?? environment["KARTOTEKA_DATA"].flatMap { $0.isEmpty ? nil : $0 }
  }

  #if os(macOS)
    private static func usual(_ environment: [String: String]) -> URL {
      URL.applicationSupportDirectory.appending(
        path: Program.current.name == "kartoteka" ? "Kartoteka" : Program.current.name, directoryHint: .isDirectory)
    }

    private static func cache(_ environment: [String: String]) -> URL {
      URL.cachesDirectory.appending(path: Program.current.name, directoryHint: .isDirectory)
    }
  #else
    private static func usual(_ environment: [String: String]) -> URL {
      folder("XDG_DATA_HOME", else: ".local/share", environment)
    }

    private static func cache(_ environment: [String: String]) -> URL {
      folder("XDG_CACHE_HOME", else: ".cache", environment)
    }

    // XDG Base Directory Specification 0.8: relative paths must be ignored.
    private static func folder(_ name: String, else path: String, _ environment: [String: String]) -> URL {
      func folder(_ name: String) -> URL? {
        environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
      }
      let home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser
      let base = folder(name) ?? home.appending(path: path)
      return base.appending(path: Program.current.name, directoryHint: .isDirectory)
    }
  #endif

  /// The path of an application's database file, which may not exist.
  func database(of app: App) -> URL {
    app.openedFile?.sideFile ?? url.appending(path: app.description.name + ".sqlite")
  }

  /// An application in code with the fields that were added to it in the folder; any other one as it is.
  /// - Throws: `AppDocumentError`.
  func withFields(_ app: App) throws -> App { primaries == nil ? try app.over(database(of: app)) : app }

  /// Makes the local copy of an application, if the database has the application and the folder lacks it.
  /// - Parameter mayGoBack: whether a later version of the program may have changed the tables.
  /// - Throws: ``Failure``, `StoreError.primary`.
  func bringCopy(of app: App, mayGoBack: Bool = false) throws {
    if primaries == nil { return }
    try prepare()
    var options = options
    options.mayGoBack = mayGoBack
    let restored = try Store.prepareCopy(at: database(of: app), options: app.storeOptions(options))
    if let restored { StandardError.line(say(restored)) }
  }

  /// Copies an application of a database to a file beside its local copy, before it is replaced.
  /// - Throws: ``Failure``, `StoreError`.
  func keepCopy(of name: String) throws -> URL {
    let app = try AppArgument.find(name, in: self)
    try bringCopy(of: app)
    let kept = Store.placeOfCopy(beside: database(of: app))
    try storeForReading(of: app).system.backup(to: kept)
    return kept
  }

  /// The store of an application. A missing file is created without seed records: only the server loads them.
  /// - Throws: ``Failure``, `StoreError`.
  func store(of app: App, options: StoreOptions = StoreOptions()) throws -> Store {
    if app.openedFile == nil { try prepare() }
    return try existingStore(of: app, options: options)
  }

  private func existingStore(of app: App, options: StoreOptions = StoreOptions()) throws -> Store {
    var options = options
    options.primaries = primaries
    options = app.storeOptions(options)
    options.opened = app.openedFile
    return try Store(app.description.model, at: database(of: app), options: options)
  }

  /// The store of an application for a command that only reads. If the file is missing, the store is empty and in memory.
  /// The folder and an up-to-date file may be read-only.
  /// - Throws: ``Failure``, `StoreError`.
  func storeForReading(of app: App) throws -> Store {
    var isThere =
      app.openedFile != nil || FileManager.default.fileExists(atPath: database(of: app).path(percentEncoded: false))
    if !isThere, let primaries {
      isThere = try primaries.contains(app.description.name)
      if isThere { try prepare() }
    }
    guard isThere else {
      try checkIfThere()
      return try Store(inMemory: app.description.model)
    }
    return try existingStore(of: app)
  }

  /// Checks a folder that exists, and makes none.
  /// - Throws: ``Failure`` if it is a file, or can't be read.
  func checkIfThere() throws {
    if try !isMissing { try prepare(toWrite: false) }
  }

  /// Creates the folder if it is missing.
  /// - Parameter toWrite: whether a read-only folder is an error.
  /// - Throws: ``Failure`` if it can't be created, read or written.
  func prepare(toWrite: Bool = true) throws {
    let folder: [String: Phrase.Argument] = ["folder": .text(path)]
    if try isMissing {
      do {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      } catch {
        throw Failure(Phrase("The data folder {folder} can't be created", folder), remedy: Self.remedy)
      }
    }
    guard access(path, (toWrite ? W_OK : R_OK) | X_OK) == 0 else {
      throw Failure(Phrase("The data folder {folder} can't be written", folder), remedy: Self.remedy)
    }
  }

  private static let remedy: Phrase =
    "Check its permissions, or choose another folder with --data."

  // Without a trailing slash, so that a file with this name is found.
  private var path: String {
    let path = url.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private var isMissing: Bool {
    get throws {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return true }
      guard isFolder.boolValue else {
        throw Failure(
          Phrase("The data folder {folder} is a file", ["folder": .text(path)]),
          remedy: "Choose another folder with --data.")
      }
      return false
    }
  }
}

/// The options of all commands.
struct DataOptions: ParsableArguments {
  @Option(
    name: .customLong("data"),
    help: .saying(
      "The data folder, or a PostgreSQL database: postgres://USER@HOST/DATABASE (else KARTOTEKA_DATA, else the platform's usual folder).",
      value: "dir"),
    completion: .directory)
  var path: String?

  @Option(
    help: .saying(
      "Where the local copies of a PostgreSQL database are (else KARTOTEKA_COPIES, else the platform's cache folder).",
      value: "dir"),
    completion: .directory)
  var copies: String?

  mutating func validate() throws {
    if path?.isEmpty == true { throw ValidationError(say("--data needs the name of a folder.")) }
    if copies?.isEmpty == true { throw ValidationError(say("--copies needs the name of a folder.")) }
  }

  /// The folder with the data.
  var folder: DataFolder { DataFolder(path, copies: copies) }

  /// The PostgreSQL database with the data; nil if a folder has it.
  var address: PostgresAddress? { DataFolder.given(path).flatMap(PostgresAddress.init) }
}
