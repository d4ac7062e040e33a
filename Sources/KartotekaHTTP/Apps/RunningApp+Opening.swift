import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore
import KartotekaTransfer
import Logging

extension RunningApp {
  /// Opens applications whose data lie in a folder, each in `NAME.sqlite`, and fills those that are new with the
  /// records that they come with. They are opened at the same time.
  /// - Parameter logger: is told what services on the internet are asked, at debug level.
  /// - Throws: what ``openEach(_:in:options:logger:)`` throws, and the first application's error where any can't be
  ///   opened: `StoreError.unusable` for a file that can't be used.
  public static func open(
    _ apps: [App], in folder: URL, options: StoreOptions = StoreOptions(), logger: Logger? = nil
  ) async throws -> [RunningApp] {
    let opened = try await openEach(apps, in: folder, options: options, logger: logger)
    if let first = opened.unavailable.first { throw first.error }
    return opened.running
  }

  /// Opens applications as ``open(_:in:options:logger:)`` does. One that can't be opened doesn't keep the others from it.
  /// - Parameter logger: is told which applications can't be opened, and what a change of a model does to the data
  ///   before it is done.
  /// - Throws: ``OpeningError`` when something is wrong with the declarations, `StandInError` for an environment
  ///   variable that should point to a service and does not.
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
        if app.store.isReadOnly {
          logger?.warning("The data file can't be written and is only read", metadata: ["app": "\(app.name)"])
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

  private static func reason(_ error: any Error, _ app: App) -> String {
    guard let error = error as? StoreError else { return String(describing: error) }
    return [error.phrase(in: app.description.model), error.remedy].compactMap { $0 }.map { Localizer.english($0) }
      .joined(separator: ". ")
  }

  // What a migration does is said before it is done: a large table may take minutes.
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
    let file = folder.appending(path: app.description.name + ".sqlite")
    let store = try Store(app.description.model, at: file, options: app.storeOptions(options))
    if let seed = app.seed { try await load(seed, of: app, into: store) }
    return RunningApp(app, on: store, services: try services(of: app, on: store, over: network))
  }

  private static func load(_ seed: Seed, of app: App, into store: Store) async throws {
    do { try await SeedLoader([seed]).loadOnce(into: store) } catch let error as SeedError {
      throw OpeningError.seed(
        app: app.description.name, file: error.file, record: error.record, problem: error.problem)
    }
  }

  /// Makes sure that applications are declared as they have to be, all of them before any is opened.
  /// - Throws: ``OpeningError``.
  public static func check(_ apps: [App]) throws {
    let faults = apps.map { ($0.description.name, $0.description.check()) }.filter { !$0.1.isEmpty }
    guard faults.isEmpty else {
      throw OpeningError.faults(Dictionary(faults, uniquingKeysWith: +))
    }
    let names = apps.map(\.description.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw OpeningError.nameTaken(twice)
    }
  }
}

/// Why applications can't be opened: mistakes of their authors.
@nonexhaustive public enum OpeningError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong with each application, by its name.
  case faults([String: [DescriptionFault]])
  /// Two applications have the same name.
  case nameTaken(String)
  /// A record that an application comes with can't be loaded, and why.
  case seed(app: String, file: String, record: Int, problem: String)

  /// Everything that is wrong, a line each.
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
