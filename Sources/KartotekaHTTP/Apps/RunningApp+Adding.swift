import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaServices
@_spi(System) import KartotekaStore

extension RunningApp {
  /// Makes an application in code that follows the fields that are added to it, by this process and by others.
  /// - Throws: `StandInError`.
  init(_ app: App, on store: Store, following options: StoreOptions, over network: ServiceNetwork) throws {
    self.init(app, on: store, services: try Self.services(of: app, on: store, over: network))
    guard app.layer != nil, let file = store.url else { return }
    let renew: @Sendable (App, Store) throws -> RunningApp = { app, store in
      try RunningApp(app, on: store, following: options, over: network)
    }
    self.renew = renew
    reopen = {
      let again = try app.over(file)
      return try renew(again, Store(again.description.model, at: file, options: again.storeOptions(options)))
    }
  }

  /// Whether fields can be added to it: it is an application in code whose file can be changed.
  package var takesFields: Bool { renew != nil && !isReadOnly }
}

extension Site {
  /// Changes the fields that are added to an application in code.
  /// - Throws: as ``change(to:isDryRun:omitsRest:check:)``.
  func change(
    _ running: RunningApp, to document: AppDocument, isDryRun: Bool,
    check: @escaping @Sendable (DesignChange) throws -> Void
  ) async throws -> DesignChange {
    guard let renew = running.renew, let file = running.store.url else { throw DesignError.unknown(document.name) }
    if !isDryRun, try await running.store.hasUnfinishedChangeSet() { try await running.store.takeBackInterrupted() }
    return try await inTurn { [self] in
      let change = try DesignChange(document, of: running.app, at: file)
      try check(change)
      guard !isDryRun, !change.isEmpty else { return change }
      // An action that runs on several records goes on with the fields that it began with.
      guard !running.runs.isBusy else { throw DesignError.actionRuns }
      try withoutImports(document.name) {
        let (app, store) = try change.apply(at: file, options: options)
        put(try renew(app, store))
      }
      return change
    }
  }
}
