import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

/// Functions that all screens of an application's import share.
struct ImportScreens: Sendable {
  /// The maximum total size of an upload, in bytes.
  static let uploadLimit = 1_000_000_000

  let screens: AppScreens
  let folder: ImportFolder
  let trials = ImportTrials()

  init(_ screens: AppScreens) {
    self.screens = screens
    folder = ImportFolder(screens.app)
    folder.sweepFolder()
    // Folders that can't be removed now are removed at the next upload.
    if folder.shared != nil { Task { [folder] in try? await folder.sweep() } }
  }

  /// The running imports, which continue when the routes are replaced.
  var desk: ImportQueue { screens.app.imports }
  var store: Store { screens.store }
  var model: ModelDescription { screens.description.model }
  var resolver: Resolver { Resolver(store, words: screens.app.catalogue) }

  /// The readings of uploaded files.
  var readings: UploadReading { UploadReading(screens: self) }

  /// Interprets files.
  var understanding: FileUnderstanding { FileUnderstanding(screens, folder) }

  /// `/northwind/import`.
  var path: URLPath { screens.path.appending("import") }

  /// The address of uploaded files.
  func path(of pending: PendingImport) -> URLPath { path(ofFiles: pending.id) }

  /// The address of the uploaded files with the given id.
  func path(ofFiles id: String) -> URLPath { path.appending("files").appending(id) }

  /// The address of an import's report.
  func path(ofImport id: Int64) -> URLPath { path.appending(id) }

  /// The uploaded files with the given id, with their current state.
  /// - Throws: ``ScreenFault`` if there are none.
  func pending(_ id: String) async throws -> PendingImport { try await current(id).pending }

  /// The uploaded files with the given id, with the progress of their reading or import on any server.
  /// - Throws: ``ScreenFault`` if there are none.
  func current(_ id: String) async throws -> (pending: PendingImport, work: ImportQueue.Status?) {
    // First, since work that ends meanwhile has stored its result.
    let (reading, importing) = (readings.status(of: id), desk.status(of: id))
    guard let (loaded, there) = try await folder.load(id) else { throw ScreenFault.noSuchPage }
    if case .reading = loaded.state { return (loaded, reading ?? there ?? readings.status(of: id)) }
    if let work = importing ?? there ?? desk.status(of: id) { return (loaded, work) }
    let pending = try await settled(loaded)
    if case .done = pending.state { return (pending, nil) }
    try await folder.bring(pending)
    return (try await current(pending), nil)
  }

  // The fields may have been changed since the files were interpreted.
  private func current(_ pending: PendingImport) async throws -> PendingImport {
    guard case .open = pending.state, pending.revision != store.descriptionRevision else { return pending }
    var changed = pending
    for index in changed.files.indices { changed.files[index].understood = nil }
    changed = await understanding.understanding(changed)
    try await folder.save(changed)
    return changed
  }

  /// Whether the import, or the reading of its files, was interrupted by the end of the program.
  /// - Parameter work: its progress at another server.
  func isInterrupted(_ pending: PendingImport, _ work: ImportQueue.Status?) -> Bool {
    switch pending.state {
    case .running: work == nil && desk.current != pending.id
    case .reading: work == nil && readings.status(of: pending.id) == nil
    default: false
    }
  }

  // The program may have ended between the end of the import and the update of its description.
  private func settled(_ pending: PendingImport) async throws -> PendingImport {
    guard case .running(let before) = pending.state else { return pending }
    // It may have ended meanwhile.
    let now = try await folder.load(pending.id)?.content ?? pending
    guard case .running = now.state else { return now }
    let names = pending.files.filter { !$0.isLeftOut }.map(\.name)
    let kept = try await resolver.imports(limit: 20).first { $0.id > before && $0.files.map(\.file) == names }
    guard let kept else {
      // Records that another server loaded before it ended are taken back. This server did the same at its start.
      if folder.shared != nil { Task { [store] in try? await store.takeBackInterrupted() } }
      return pending
    }
    var done = pending
    done.state = .done(kept.id)
    try await folder.save(done)
    await folder.removeFiles(of: done)
    return done
  }

  /// The title of a proposed record; nil if it was deleted.
  func title(of id: RecordID, _ entity: EntityDescription, _ say: Localizer) async throws -> String? {
    guard let record = try await store.record(entity, id: id) else { return nil }
    return try await screens.title(of: record, say)
  }

  /// A page of the import.
  func page(
    _ content: ImportColumn, _ request: ScreenRequest, status: HTTPResponse.Status = .ok, refresh: Int? = nil,
    sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    uncached(
      try await screens.page(
        content.title, for: request, tab: screens.more.path, status: status, hasTwoColumns: false, kind: .import,
        refresh: refresh, sheet: sheet, columns: [content]))
  }

  /// A part of a page, for a script.
  func part(_ component: any Component) -> ScreenDocument { uncached(.part { component.write(to: &$0) }) }

  // Uploaded files and running imports are not in the database.
  private func uncached(_ document: ScreenDocument) -> ScreenDocument {
    var document = document.depending(on: .outside)
    document.isStorable = false
    return document
  }
}

extension PendingImport {
  /// The shortened names of the files: "orders.csv and 10 more".
  func title(_ say: Localizer) -> String {
    guard let first = files.first else { return "" }
    if files.count == 1 { return first.name }
    return say("{file} and {count} more", ["file": .text(first.name), "count": .count(files.count - 1)])
  }
}
