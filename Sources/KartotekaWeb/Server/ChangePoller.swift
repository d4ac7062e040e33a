import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import Logging
import ServiceLifecycle

/// Checks the data files periodically: whether they are still the files that were opened, and whether other programs have
/// written to them. Those commits appear in the change feed, and the store updates its search and sort keys.
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
    switch await app.store.checkFile() {
    case .lost(let error):
      let reason = Phrase.list([error.phrase(in: app.store.model), error.remedy].compactMap { $0 })
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
    _ = try? await app.store.version()
  }
}
