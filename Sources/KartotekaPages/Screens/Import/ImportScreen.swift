import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import KartotekaTransfer

/// The start of an import: `/northwind/import`.
struct ImportScreen: Sendable {
  let screens: ImportScreens

  private var app: RunningApp { screens.screens.app }

  /// The page.
  func page(
    _ request: ScreenRequest, fault: Phrase? = nil, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let say = request.say
    let samples = app.app.samples
    let imports = try await screens.resolver.imports(limit: 30)
    let waiting = try await screens.folder.all().compactMap { self.waiting($0.content, $0.work, say) }
    let content = ImportStart(
      action: screens.path, fault: fault.map { say($0) },
      sample: samples.isEmpty
        ? nil
        : (
          href: screens.path.appending("sample"),
          text: say("{count} files to try it out with", ["count": .count(samples.count)])
        ), waiting: waiting, earlier: imports.map { earlier($0, say) })
    let pastes = RowGroup(
      title: say("Paste rows from a spreadsheet"),
      rows: screens.model.entities.filter { !$0.isDerived && $0.notesOwner == nil }.map { entity in
        LinkRow(
          title: say.capitalized(entity.nouns.many),
          href: screens.screens.path(of: entity).appending("paste"))
      })
    return try await screens.page(
      ImportColumn(
        title: say("Import"), lead: say("Nothing is written before you have seen what was understood."),
        back: (say(screens.screens.more.title), screens.screens.moreAddress), content: [content, pastes]), request,
      status: status)
  }

  private func waiting(
    _ pending: PendingImport, _ work: ImportQueue.Status?, _ say: Localizer
  ) -> ImportStart.Row? {
    var row = ImportStart.Row(
      title: pending.title(say), detail: DateText.long(pending.date, in: say), href: screens.path(of: pending))
    switch pending.state {
    case .open: break
    case .cancelled: row.remark = (say("Cancelled"), isBad: false)
    case .failed, .gaveUp, .partlyLoaded: row.remark = (say("Failed"), isBad: true)
    case .running, .reading:
      row.remark =
        screens.isInterrupted(pending, work) ? (say("Interrupted"), isBad: true) : (say("Under way"), isBad: false)
    case .done: return nil
    }
    return row
  }

  private func earlier(_ kept: StoredImport, _ say: Localizer) -> ImportStart.Row {
    var row = ImportStart.Row(
      title: say(kept.name), detail: DateText.long(kept.at, in: say), href: screens.path(ofImport: kept.id))
    if kept.kept > 0 { row.remark = (say("{count} left over", ["count": .count(kept.kept)]), isBad: true) }
    return row
  }

  // MARK: Files

  /// Receives files and redirects to their preview.
  func upload(_ request: Request, _ asked: ScreenRequest) async throws -> ScreenDocument {
    let id = try await screens.folder.begin()
    let room = try await screens.folder.room
    let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
    guard room > 0, length <= room else {
      try await screens.folder.remove(id)
      return try await page(
        asked, fault: "There is no room for these files. Load or discard those that wait, or make room on the disk.",
        status: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"))
    }
    do {
      let form = try await SubmittedForm(
        request, files: .folder(screens.folder.url(id), limit: min(ImportScreens.uploadLimit, room)))
      guard !form.files.isEmpty else {
        try await screens.folder.remove(id)
        return try await page(asked, fault: "Choose at least one file.", status: .unprocessableContent)
      }
      try await screens.readings.begin(form.files, id, timeZone: asked.say.timeZone.identifier)
      return .seeOther(screens.path(ofFiles: id))
    } catch {
      try? await screens.folder.remove(id)
      throw error
    }
  }

  /// Imports the application's sample files.
  func loadSample(_ asked: ScreenRequest) async throws -> ScreenDocument {
    let samples = app.app.samples
    guard !samples.isEmpty else { throw ScreenFault.noSuchPage }
    let id = try await screens.folder.begin()
    var pending = PendingImport(id: id, date: .now, files: [])
    for (index, sample) in samples.enumerated() {
      let content = sample.content
      try content.write(to: screens.folder.file(index + 1, of: id))
      pending.files.append(PendingImport.File(name: sample.name, bytes: content.count, entity: sample.entity))
    }
    pending = await screens.understanding.understanding(pending)
    try await screens.folder.add(pending)
    return try await PlanScreen(screens: screens).run(pending, asked)
  }
}
