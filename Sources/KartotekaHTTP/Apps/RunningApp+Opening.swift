import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore
import KartotekaTransfer
import Logging

extension RunningApp {
  /// Opens applications concurrently. The data of each are in `NAME.sqlite` in a folder. A new database gets the
  /// application's seed records.
  /// - Parameters:
  ///   - apps: the applications.
  ///   - folder: the folder of their files.
  ///   - options: the options of their stores.
  ///   - logger: logs requests to services on the internet, at debug level.
  /// - Throws: the errors of ``openEach(_:in:options:logger:)``, and the error of the first application that can't be opened,
  ///   such as `StoreError.unusable`.
  public static func open(
    _ apps: [App], in folder: URL, options: StoreOptions = StoreOptions(), logger: Logger? = nil
  ) async throws -> [RunningApp] {
    let opened = try await openEach(apps, in: folder, options: options, logger: logger)
    if let first = opened.unavailable.first { throw first.error }
    return opened.running
  }

  /// Opens applications as ``open(_:in:options:logger:)`` does, but continues if one of them can't be opened.
  /// - Parameters:
  ///   - apps: the applications.
  ///   - folder: the folder of their files.
  ///   - options: the options of their stores.
  ///   - logger: logs applications that can't be opened, and the changes of each migration before it runs.
  /// - Throws: ``OpeningError`` if a declaration is invalid, `StandInError` if an environment variable with a service's address
  ///   is invalid.
  public static func openEach(
    _ apps: [App], in folder: URL, options: StoreOptions = StoreOptions(), logger: Logger? = nil
  ) async throws -> OpenedApps {
    try check(apps)
    let network = ServiceNetwork(environment: options.environment, logger: logger)
    let results = await withTaskGroup(of: (place: Int, app: Result<RunningApp, any Error>).self) { group in
      for (place, app) in apps.enumerated() {
        group.addTask {
          do {
            let own = telling(of: app, logger, options)
            return (place, .success(try await open(app, in: folder, own, over: network)))
          } catch {
            return (place, .failure(error))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var opened = OpenedApps()
    for (place, result) in results.sorted(by: { $0.place < $1.place }) {
      switch result {
      case .success(let app):
        opened.running.append(app)
        if let loss = app.store.primaryLoss {
          logger?.warning(
            "The database server can't be reached. The local copy is read until it can be",
            metadata: ["app": "\(app.name)", "reason": "\(reason(loss, app.app))"])
        } else if app.store.isReadOnly {
          logger?.warning("The data file can't be written and is only read", metadata: ["app": "\(app.name)"])
        }
        for remark in app.app.layer?.remarks ?? [] {
          logger?.warning("\(Localizer.english(remark))", metadata: ["app": "\(app.name)"])
        }
      case .failure(let error as StandInError): throw error
      case .failure(let error):
        opened.unavailable.append(UnavailableApp(apps[place], because: error))
        logger?.error(
          "Application can't be opened",
          metadata: ["app": "\(apps[place].description.name)", "reason": "\(reason(error, apps[place]))"])
      }
    }
    return opened
  }

  /// Opens an application that waits for its primary database. It is opened on a thread of its own, which it may block for long.
  /// - Throws: what ``openEach(_:in:options:logger:)`` reports.
  static func openWaiting(_ app: App, in folder: URL, options: StoreOptions, logger: Logger) async throws -> RunningApp
  {
    let network = ServiceNetwork(environment: options.environment, logger: logger)
    let own = telling(of: app, logger, options)
    let store: Store = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try Self.store(of: app, in: folder, own) }) }
    }
    return try await running(app, on: store, own, over: network)
  }

  /// An error in English, with the remedy.
  static func reason(_ error: any Error, _ app: App) -> String {
    guard let error = error as? StoreError else { return String(describing: error) }
    return [error.phrase(in: app.description.model), error.remedy].compactMap { $0 }.map { Localizer.english($0) }
      .joined(separator: ". ")
  }

  // Migrations are logged before they run, because a large table may take minutes.
  private static func telling(of app: App, _ logger: Logger?, _ options: StoreOptions) -> StoreOptions {
    guard let logger else { return options }
    var options = options
    options.willMigrate = { [name = app.description.name] plan in
      for change in plan.changes {
        logger.notice("Migrating", metadata: ["app": "\(name)", "change": "\(Localizer.english(change.phrase))"])
      }
    }
    return options
  }

  private static func open(
    _ app: App, in folder: URL, _ options: StoreOptions, over network: ServiceNetwork
  ) async throws -> RunningApp {
    // Where a database is shared, fields are those that the program declares.
    let app = options.primaries == nil ? try app.over(file(of: app, in: folder)) : app
    return try await running(app, on: store(of: app, in: folder, options), options, over: network)
  }

  private static func store(of app: App, in folder: URL, _ options: StoreOptions) throws -> Store {
    try Store(app.description.model, at: file(of: app, in: folder), options: app.storeOptions(options))
  }

  private static func file(of app: App, in folder: URL) -> URL {
    folder.appending(path: app.description.name + ".sqlite")
  }

  private static func running(
    _ app: App, on store: Store, _ options: StoreOptions, over network: ServiceNetwork
  ) async throws -> RunningApp {
    if let seed = app.seed { try await load(seed, of: app, into: store) }
    return try RunningApp(app, on: store, following: options, over: network)
  }

  private static func load(_ seed: Seed, of app: App, into store: Store) async throws {
    do { try await SeedLoader([seed]).loadOnce(into: store) } catch let error as SeedError {
      throw OpeningError.seed(
        app: app.description.name, file: error.file, record: error.record, problem: error.problem)
    }
  }

  /// Checks the declarations of all applications.
  /// - Throws: ``OpeningError`` with all faults.
  public static func check(_ apps: [App]) throws {
    let faults = apps.map { ($0.description.name, $0.check()) }.filter { !$0.1.isEmpty }
    guard faults.isEmpty else {
      throw OpeningError.faults(Dictionary(faults, uniquingKeysWith: +))
    }
    let names = apps.map(\.description.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw OpeningError.nameTaken(twice)
    }
  }
}

/// A mistake in declarations that prevents all applications from being opened.
@nonexhaustive public enum OpeningError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The faults of each application, by its name.
  case faults([String: [DescriptionFault]])
  /// Two applications have the same name.
  case nameTaken(String)
  /// A seed record of an application can't be loaded.
  case seed(app: String, file: String, record: Int, problem: String)

  /// All faults, one per line.
  public var description: String {
    switch self {
    case .faults(let faults):
      faults.sorted { $0.key < $1.key }
        .flatMap { name, list in list.map { "\(name): \($0)" } }.joined(separator: "\n")
    case .nameTaken(let name): "\(name): There are two applications of this name. Rename one of them. (app-name-unique)"
    case .seed(let app, let file, let record, let problem):
      "\(app): Record \(record) of \(file) can't be loaded: \(problem) Make the file anew with `kartoteka mock`."
    }
  }
}
