import ArgumentParser
import Foundation
import Kartoteka
import KartotekaPostgres

/// The folder with the applications' database files.
struct DataFolder {
  /// The folder.
  let url: URL

  /// The given folder, else that of KARTOTEKA_DATA, else the platform's default.
  init(_ path: String?, environment: [String: String] = ProcessInfo.processInfo.environment) {
    url =
      Self.given(path, environment: environment).map { URL(filePath: $0, directoryHint: .isDirectory) }
      ?? Self.usual(environment)
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
  #else
    // XDG Base Directory Specification 0.8: relative paths must be ignored.
    private static func usual(_ environment: [String: String]) -> URL {
      func folder(_ name: String) -> URL? {
        environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
      }
      let home = folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser
      let base = folder("XDG_DATA_HOME") ?? home.appending(path: ".local/share")
      return base.appending(path: Program.current.name, directoryHint: .isDirectory)
    }
  #endif

  /// The path of an application's database file, which may not exist.
  func database(of app: App) -> URL {
    app.openedFile?.sideFile ?? url.appending(path: app.description.name + ".sqlite")
  }

  /// The store of an application. A missing file is created without seed records: only the server loads them.
  /// - Throws: ``Failure``, `StoreError`.
  func store(of app: App, options: StoreOptions = StoreOptions()) throws -> Store {
    if app.openedFile == nil { try prepare() }
    return try existingStore(of: app, options: options)
  }

  private func existingStore(of app: App, options: StoreOptions = StoreOptions()) throws -> Store {
    var options = app.storeOptions(options)
    options.opened = app.openedFile
    return try Store(app.description.model, at: database(of: app), options: options)
  }

  /// The store of an application for a command that only reads. If the file is missing, the store is empty and in memory.
  /// The folder and an up-to-date file may be read-only.
  /// - Throws: ``Failure``, `StoreError`.
  func storeForReading(of app: App) throws -> Store {
    guard app.openedFile != nil || FileManager.default.fileExists(atPath: database(of: app).path(percentEncoded: false))
    else {
      if try !isMissing { try prepare(toWrite: false) }
      return try Store(inMemory: app.description.model)
    }
    return try existingStore(of: app)
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
    help: .saying("The data folder (else KARTOTEKA_DATA, else the platform's usual folder).", value: "dir"),
    completion: .directory)
  var path: String?

  mutating func validate() throws {
    if path?.isEmpty == true { throw ValidationError(say("--data needs the name of a folder.")) }
    guard PostgresAddress(DataFolder.given(path) ?? "") == nil else {
      throw ValidationError(
        say(
          "Applications can't be served from a PostgreSQL database yet. Bring them to a folder: kartoteka copy postgres://USER@HOST/DATABASE FOLDER"
        ))
    }
  }

  /// The folder with the data.
  var folder: DataFolder { DataFolder(path) }
}
