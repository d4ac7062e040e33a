import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaTransfer

/// Rows that are pasted from a spreadsheet into an entity, which become a file to import: `/userscrud/users/paste`.
struct PasteScreen: Sendable {
  let screens: ImportScreens
  let entity: EntityDescription

  private var path: URLPath { screens.screens.path(of: entity).appending("paste") }

  // The columns of rows without headings: those of the table, else those that people write, in the order of their
  // declaration.
  private var columns: [ColumnDescription] {
    let shown: [ColumnDescription] =
      if let table = ListScreen(screens.screens, of: entity)?.table {
        table.columns.compactMap { entity.position(of: $0) }.map { entity.columns[$0] }
      } else {
        entity.columns
      }
    return shown.filter { column in
      guard column.writability != .never, !column.isBytes else { return false }
      guard case .attribute(let attribute) = column else { return true }
      return attribute.settingAction == nil
    }
  }

  /// The page.
  func page(
    _ request: ScreenRequest, fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let back =
      screens.screens.screen(of: entity).map { (say($0.tab.title), $0.address) } ?? (say("Import"), screens.path)
    let form = PasteForm(action: path, columns: columns.map { say($0.label) }.joined(separator: ", "), fault: fault)
    return try await screens.page(
      ImportColumn(
        title: say("Paste: {entities}", ["entities": .phrase(Phrase(entity.nouns.many))]),
        lead: say("Nothing is written before you have seen what was understood."), back: back, content: [form]),
      request,
      status: fault == nil ? .ok : .unprocessableContent)
  }

  /// Makes a file of the rows and redirects to its preview, or to its columns if the rows had no headings.
  func answer(_ form: SubmittedForm, _ asked: ScreenRequest) async throws -> ScreenDocument {
    let say = asked.say
    let pasted = PastedRows(form[PasteForm.name] ?? "")
    guard !pasted.rows.isEmpty else { return try await page(asked, fault: say("Paste at least one row.")) }
    let hasHeadings = pasted.hasHeadings(of: entity, words: screens.screens.app.catalogue)
    let sink = MemorySink()
    try pasted.write(to: sink, headings: hasHeadings ? nil : columns.map(\.label))
    let content = Data(sink.bytes)
    guard content.count <= (try await screens.folder.room) else {
      return try await page(
        asked,
        fault: say(
          "There is no room for these files. Load or discard those that wait, or make room on the disk."))
    }
    let id = try await screens.folder.begin()
    do {
      try content.write(to: screens.folder.file(1, of: id))
      let pending = PendingImport(
        id: id, date: .now, timeZone: say.timeZone.identifier,
        files: [PendingImport.File(name: say("Pasted rows"), bytes: content.count, entity: entity.plural)])
      try await screens.folder.add(await screens.understanding.understanding(pending))
      let preview = screens.path(of: pending)
      var document = ScreenDocument.seeOther(hasHeadings ? preview : preview.appending(1 as Int64))
      document.confirmsForm = true
      return document
    } catch {
      try? await screens.folder.remove(id)
      throw error
    }
  }
}
