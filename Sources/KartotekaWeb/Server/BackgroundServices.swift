import Hummingbird
@_spi(System) import KartotekaHTTP
import KartotekaModel
import KartotekaPeople
import KartotekaServices
@_spi(System) import KartotekaStore
import Logging
import ServiceLifecycle

/// Checks the data files periodically: whether they are still the files that were opened, and whether other programs have written
/// to them. The commits of other programs appear in the change feed, and the store updates its search and sort keys.
struct ChangePoller: Service, CustomStringConvertible {
  let apps: [RunningApp]
  /// The current applications; nil to use `apps`.
  var site: Site?
  let logger: Logger
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "changes" }
  /// The interval of the checks. A check takes some microseconds.
  var interval = Duration.milliseconds(250)

  /// Runs the checks until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: interval)
        for app in site?.apps ?? apps { await look(at: app) }
      }
    }
  }

  private func look(at app: RunningApp) async {
    switch await app.system.checkFile() {
    case .lost(let error):
      let reason = Phrase.list([error.phrase(in: app.systemStore.model), error.remedy].compactMap { $0 })
      logger.error(
        "The data file can't be used", metadata: ["app": "\(app.name)", "error": "\(Localizer.english(reason ?? ""))"])
    case .schemaChanged(let names):
      logger.warning(
        "Another program has dropped or changed parts of the schema, which are made anew",
        metadata: ["app": "\(app.name)", "parts": "\(names.joined(separator: ", "))"])
    case .reopened: logger.notice("The data file was opened again", metadata: ["app": "\(app.name)"])
    case nil: break
    }
    // An unreadable file may be readable at the next check. Reads of records report the error.
    _ = try? await app.systemStore.version()
  }
}

/// Removes images beyond the retention limits, unreferenced files, and old drafts of people in the background.
struct HistoryPruner: Service, CustomStringConvertible {
  let apps: [RunningApp]
  /// The current applications; nil to use `apps`.
  var site: Site?
  /// The people of the server, if it may have some.
  var people: People?
  let logger: Logger
  /// The delay of the first run after the start, so that it does not slow the start.
  var delay = Duration.seconds(60)
  /// The interval between runs.
  var interval = Duration.seconds(3_600)
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "history" }

  /// Prunes until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      try await Task.sleep(for: delay)
      while true {
        for app in site?.apps ?? apps { await prune(app) }
        await removeDrafts()
        try await Task.sleep(for: interval)
      }
    }
  }

  private func removeDrafts() async {
    do { try await people?.removeOldDrafts() } catch {
      logger.warning("The old drafts of people can't be removed: \(error)")
    }
  }

  // Errors are logged. The next run tries again.
  private func prune(_ app: RunningApp) async {
    if app.systemStore.isReadOnly { return }
    do {
      let pruned = try await app.system.pruneHistory()
      if pruned.changeSets > 0 || pruned.files > 0 {
        logger.info("Pruned the history of \(app.name): \(pruned.changeSets) changes, \(pruned.files) files")
      }
    } catch {
      logger.warning("The history of \(app.name) can't be pruned: \(error)")
    }
  }
}

/// Checks once a second for designed applications that other processes have created or changed.
struct SiteWatch: Service, CustomStringConvertible {
  let site: Site
  var interval = Duration.seconds(1)
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "designs" }

  /// Runs the checks until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: interval)
        await site.refresh()
      }
    }
  }
}

/// Opens the applications that could not be opened because their primary database could not be used.
struct WaitingApps: Service, CustomStringConvertible {
  let site: Site
  /// The interval of attempts while the server can't be reached.
  var interval = Duration.seconds(1)
  /// The interval of attempts while the administrator has to do something first.
  var longInterval = Duration.seconds(10)
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "waiting" }

  /// Tries until the server shuts down.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        let isSoon = await site.openWaiting()
        try await Task.sleep(for: isSoon ? interval : longInterval)
      }
    }
  }
}

/// Closes the connections to services when the server shuts down, after all services that use them.
struct ServiceShutdown: Service, CustomStringConvertible {
  let site: Site
  /// Whether the write-ahead logs are checkpointed into the database files.
  var emptiesLogs = false
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "services" }

  func run() async throws {
    try? await gracefulShutdown()
    for app in site.apps { app.system.endLongStatements() }
    for app in site.apps { await app.services.shutdown() }
    if emptiesLogs { for app in site.apps { app.system.emptyLog() } }
  }
}
