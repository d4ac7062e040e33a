import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import Logging
import ServiceLifecycle

/// Looks at the data files, of which the system tells nothing to programs that don't ask: whether they are still the files that
/// were opened, and whether other programs have written to them. The feed tells of what those committed, and the store brings
/// its search and sort keys up to date.
struct ChangePoller: Service, CustomStringConvertible {
  let apps: [RunningApp]
  /// Where the applications of the moment are; nil for those alone.
  var site: Site?
  let logger: Logger
  /// A service group writes its services down; all that the applications hold would take it minutes.
  var description: String { "changes" }
  /// How often it looks. Asking takes some microseconds.
  var interval = Duration.milliseconds(250)

  /// Looks until the server shuts down.
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
    // A file that can't be read now may be readable next time; whoever asks for records learns why.
    _ = try? await app.store.version()
  }
}
