import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import KartotekaTransfer

/// The report of an import with its unresolved references and rejected rows.
struct ImportResultScreen: Sendable {
  let screens: ImportScreens
  let kept: StoredImport

  /// - Throws: ``ScreenFault`` if there is no such import.
  init(_ screens: ImportScreens, _ id: String) async throws {
    guard let id = Int64(id), let kept = try await screens.resolver.record(ofImport: id) else {
      throw ScreenFault.noSuchPage
    }
    self.screens = screens
    self.kept = kept
  }

  var path: URLPath { screens.path(ofImport: kept.id) }

  // The import was rolled back because a row was rejected.
  private var isTakenBack: Bool {
    kept.changeSet == nil && kept.files.contains { $0.read > $0.inserted + $0.updated + $0.unchanged + $0.rejected }
  }

  private var isWithoutRows: Bool { kept.changeSet == nil && kept.files.allSatisfy { $0.unchanged == 0 } }

  /// The page.
  func page(
    _ request: ScreenRequest, sheet: Sheet? = nil, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let say = request.say
    var content = ImportResult(
      path: path, figures: figures(say), references: [], referencesCount: "", rows: [], rowsCount: "", load: "",
      files: [])
    let groups = try await screens.resolver.groups()
    content.files = kept.files.map { file($0, hasReferences: !groups.isEmpty, say) }
    // Leftovers of other imports are shown on their reports.
    if kept.kept > 0 || kept.files.contains(where: { $0.unresolved + $0.rejected > 0 }) {
      try await addReferences(groups, to: &content, request)
    }
    try await addRows(to: &content, request)
    let history = kept.changeSet.map { changeSet in
      RowGroup(rows: [
        LinkRow(
          title: say("History"), detail: say("All records that it changed, and undo"), symbol: .clock,
          href: screens.screens.path(ofChangeSet: changeSet))
      ])
    }
    return try await screens.page(
      ImportColumn(
        title: title(say), lead: lead(say), back: (say("Import"), screens.path),
        content: [content] + [history].compactMap(\.self)),
      request, status: status, sheet: sheet)
  }

  private func title(_ say: Localizer) -> String {
    // No rejected rows are left.
    let isPutRight = kept.kept == 0 && kept.files.contains { $0.rejected > 0 }
    if !isPutRight, isTakenBack || isWithoutRows { return say("Nothing was loaded") }
    if kept.kept > 0 { return say("Imported, with {count} rows left over", ["count": .count(kept.kept)]) }
    return kept.changeSet == nil && !isPutRight ? say("Nothing is new") : say("Imported")
  }

  private func lead(_ say: Localizer) -> String {
    let when = say(
      "{files}, {date}",
      [
        "files": .phrase(Phrase("{count} files", ["count": .count(kept.files.count)])),
        "date": .text(DateText.long(kept.at, in: say)),
      ])
    if isTakenBack, kept.kept > 0 {
      return when + ". " + say("You chose all or nothing, and some rows can't be imported. They are listed below.")
    }
    if kept.kept > 0 { return when + ". " + say("Everything that could be loaded is loaded; nothing is lost.") }
    return kept.changeSet == nil && !isWithoutRows
      ? when + ". " + say("Everything in the files was here already.") : when + "."
  }

  private func figures(_ say: Localizer) -> [(label: String, value: String, isBad: Bool)] {
    func sum(_ count: (StoredImport.File) -> Int) -> String {
      say.language.grouped(kept.files.reduce(0) { $0 + count($1) })
    }
    var figures: [(label: String, value: String, isBad: Bool)] = [
      (say("New"), sum(\.inserted), false),
      (say("Updated"), sum(\.updated), false), (say("Unchanged"), sum(\.unchanged), false),
      (say("Rejected"), say.language.grouped(kept.kept), kept.kept > 0),
    ]
    if settled > 0 { figures.append((say("Settled since"), say.language.grouped(settled), false)) }
    return figures
  }

  /// The number of rejected rows that were loaded, discarded or imported again since; 0 if not all were stored.
  private var settled: Int {
    let rejected = kept.files.reduce(0) { $0 + $1.rejected }
    return rejected > ImportOptions.rejectLimit ? 0 : max(0, rejected - kept.kept)
  }

  private func file(_ file: StoredImport.File, hasReferences: Bool, _ say: Localizer) -> ImportResult.File {
    let entity = screens.model.entity(plural: file.entity)
    // Links to the remaining rows, else to the imported records.
    let href =
      file.rejected > 0 && kept.kept > 0
      ? path.with("of", file.entity) : entity.flatMap { screens.screens.screen(of: $0)?.address }
    var parts = [
      entity.map { say.capitalized($0.nouns.many) } ?? file.entity,
      say("{count} rows read", ["count": .count(file.read)]),
    ]
    if file.inserted > 0 { parts.append(say("{count} added", ["count": .count(file.inserted)])) }
    if file.updated > 0 { parts.append(say("{count} changed", ["count": .count(file.updated)])) }
    if file.unchanged > 0 { parts.append(say("{count} unchanged", ["count": .count(file.unchanged)])) }
    if file.unresolved > 0, hasReferences {
      parts.append(say("{count} without the record they refer to", ["count": .count(file.unresolved)]))
    }
    return ImportResult.File(
      name: file.file, detail: parts.joined(separator: " · "), remarks: file.remarks.map { say($0) },
      rejected: file.rejected > 0 && kept.kept > 0 ? say("{count} rejected", ["count": .count(file.rejected)]) : nil,
      href: href)
  }
}
