import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

/// What all screens of an application's import share.
struct ImportScreens: Sendable {
  /// The most bytes of files that can be brought along at once.
  static let uploadLimit = 1_000_000_000

  let screens: AppScreens
  let folder: ImportFolder
  let desk = ImportQueue()
  let trials = ImportTrials()

  init(_ screens: AppScreens) {
    self.screens = screens
    folder = ImportFolder(screens.app)
    folder.sweep()
  }

  var store: Store { screens.store }
  var model: ModelDescription { screens.description.model }
  var resolver: Resolver { Resolver(store, words: screens.app.catalogue) }

  /// What finds out what files hold.
  var understanding: FileUnderstanding { FileUnderstanding(screens.app, folder) }

  /// `/northwind/import`.
  var path: URLPath { screens.path.appending("import") }

  /// The address of files that wait to be imported.
  func path(of pending: PendingImport) -> URLPath { path.appending("files").appending(pending.id) }

  /// The address of what came of an import.
  func path(ofImport id: Int64) -> URLPath { path.appending(id) }

  /// Files that wait, by what the address says; what was done meanwhile is found out first.
  /// - Throws: ``ScreenFault`` when there are none.
  func pending(_ id: String) async throws -> PendingImport {
    guard let pending = folder.load(id) else { throw ScreenFault.noSuchPage }
    return try await settled(pending)
  }

  /// Whether it was begun and runs no more, although nobody stopped it: the program ended in between.
  func isInterrupted(_ pending: PendingImport) -> Bool {
    if case .running = pending.state { desk.current != pending.id } else { false }
  }

  // The program may have ended between the import's last moment and the one in which that was written down.
  private func settled(_ pending: PendingImport) async throws -> PendingImport {
    guard case .running(let before) = pending.state, isInterrupted(pending) else { return pending }
    // It may have come to its end while this was asked.
    if let now = folder.load(pending.id), case .running = now.state {
    } else {
      return folder.load(pending.id) ?? pending
    }
    let names = pending.files.filter { !$0.isLeftOut }.map(\.name)
    let kept = try await resolver.imports(limit: 20).first { $0.id > before && $0.files.map(\.file) == names }
    guard let kept else { return pending }
    var done = pending
    done.state = .done(kept.id)
    try folder.save(done)
    folder.removeFiles(of: done)
    return done
  }

  /// What people call a record that is proposed; nil when it is gone.
  func title(of id: RecordID, _ entity: EntityDescription, _ say: Localizer) async throws -> String? {
    guard let record = try await store.record(entity, id: id) else { return nil }
    return try await screens.title(of: record, say)
  }

  /// A page of the import.
  func page(
    _ content: ImportColumn, _ request: ScreenRequest, status: HTTPResponse.Status = .ok, refresh: Int? = nil,
    sheet: (any Component)? = nil
  ) async throws -> ScreenDocument {
    uncached(
      try await screens.page(
        content.title, for: request, tab: screens.more.path, status: status, hasTwoColumns: false, kind: .import,
        refresh: refresh, sheet: sheet, columns: [content]))
  }

  /// A piece of a page, for a script.
  func part(_ component: any Component) -> ScreenDocument { uncached(.part { component.write(to: &$0) }) }

  // What waits and what runs are not in the database.
  private func uncached(_ document: ScreenDocument) -> ScreenDocument {
    var document = document.depending(on: .outside)
    document.isStorable = false
    return document
  }
}

extension PendingImport {
  /// The files' names, shortened: "orders.csv and 10 more".
  func title(_ say: Localizer) -> String {
    guard let first = files.first else { return "" }
    if files.count == 1 { return first.name }
    return say("{file} and {count} more", ["file": .text(first.name), "count": .count(files.count - 1)])
  }
}
