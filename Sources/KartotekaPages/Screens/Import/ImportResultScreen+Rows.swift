import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import KartotekaTransfer

// Rejected rows: correcting, forgetting and downloading them.
extension ImportResultScreen {
  func addRows(to content: inout ImportResult, _ request: ScreenRequest) async throws {
    let say = request.say
    let page = try await screens.resolver.rows(
      ReviewRequest(
        importID: kept.id, entity: request.query["of"], after: request.query["after"].flatMap { Int64($0) },
        limit: RowLimits.review))
    content.rows = page.rows.map { row($0, say) }
    content.rowsCount = say.language.grouped(page.total)
    content.load = say("Load these {count} rows", ["count": .count(page.rows.count)])
    if request.query["after"] != nil { content.firstRows = path.with("of", unlessEmpty: request.query["of"] ?? "") }
    content.moreRows = page.next.map { next in
      path.with("of", unlessEmpty: request.query["of"] ?? "").with("after", String(next))
    }
  }

  private func row(_ row: ReviewedRow, _ say: Localizer) -> ImportResult.Row {
    let line = say.language.grouped(row.line)
    let faults = row.faults.map { fault -> (name: String?, label: String, text: String, reason: String) in
      let place = row.fields.firstIndex { $0.heading == fault.column }
      let heading = fault.column.map { say($0) }
      // The reason names the field as the screens do; the file's heading is in the label.
      let field = place.flatMap { row.label(of: row.fields[$0], say) } ?? heading
      let reason = field.map { say("{field}: {reason}", ["field": .text($0), "reason": .phrase(fault.reason)]) }
      let label = say(
        "{field} in line {line} of {file}",
        ["field": .text(heading ?? ""), "line": .text(line), "file": .text(row.file)])
      return (
        place.map { Self.name(of: row, $0) }, label, place.map { row.fields[$0].text } ?? "",
        reason ?? say(fault.reason)
      )
    }
    return ImportResult.Row(
      line: line, file: row.file, whose: row.whose, href: screens.path.appending("rows").appending(row.id),
      faults: faults)
  }

  static func name(of row: ReviewedRow, _ place: Int) -> String { "row-\(row.id)-\(place)" }

  /// Loads the rows of a form with their corrections.
  func correct(_ form: SubmittedForm) async throws -> ScreenDocument {
    let ids = Set(
      form.names.compactMap { name in
        let parts = name.split(separator: "-")
        return parts.count == 3 && parts[0] == "row" ? Int64(parts[1]) : nil
      })
    guard !ids.isEmpty else { return .seeOther(path) }
    let rows = try await screens.resolver.rows(ReviewRequest(ids: ids.sorted(), limit: ids.count)).rows
    var corrections: [Int64: [String: String]] = [:]
    for row in rows { corrections[row.id] = Self.changes(of: row, form) }
    let report = try await screens.resolver.correct(corrections, .screen)
    return .seeOther(path, changeSet: report.changeSet)
  }

  /// The values in a form that differ from those of a row.
  static func changes(of row: ReviewedRow, _ form: SubmittedForm) -> [String: String] {
    var changes: [String: String] = [:]
    for (place, field) in row.fields.enumerated() {
      if let text = form[name(of: row, place)], text != field.text { changes[field.heading] = text }
    }
    return changes
  }

  /// Asks whether the rows that are left over are to be deleted.
  func forgetting(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let verb = say("Throw away {count} rows", ["count": .count(kept.kept)])
    return try await screens.page(
      ImportColumn(
        title: verb, lead: say("They are deleted for good, also from the history. Download them first if in doubt."),
        back: (say("Import"), path),
        content: [ImportForgetting(action: path.appending("forget"), cancel: path, verb: verb)]), request)
  }

  /// Deletes the rows that are left over.
  func forget() async throws -> ScreenDocument {
    try await screens.resolver.forget(import: kept.id)
    return .seeOther(path)
  }

  /// The rows that are left over, as a file; a page of files where they come from files of several kinds.
  func download(_ index: Int?, _ request: ScreenRequest) async throws -> ScreenDocument {
    let files = try await screens.resolver.downloads(ReviewRequest(importID: kept.id))
    guard let first = files.first else { return .seeOther(path) }
    if index == nil, files.count > 1 { return try await page(of: files, request) }
    guard files.indices.contains(index ?? 0) else { throw ScreenFault.noSuchPage }
    let file = index.map { files[$0] } ?? first
    return .file(
      [
        .contentType: "text/csv; charset=utf-8", .contentDisposition: Attachment.disposition(file.name),
        .cacheControl: "no-store",
      ],
      ResponseBody { [resolver = screens.resolver, say = request.say] writer in
        let sink = BufferSink()
        try await resolver.write(file, to: sink, in: say) { try await writer.write(sink.take()) }
        try await writer.write(sink.take())
        try await writer.finish(nil)
      })
  }

  private func page(of files: [RejectedRowsFile], _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let rows = files.enumerated().map { index, file in
      LinkRow(
        title: file.name, detail: say("{count} rows", ["count": .count(file.count)]), symbol: .download,
        href: path.appending("rejects").appending(Int64(index)), isDownload: true)
    }
    return try await screens.page(
      ImportColumn(
        title: say("Rejected rows"),
        lead: say("A file for each kind of rows. Correct them in a spreadsheet, and import them again."),
        back: (say("Import"), path), content: [RowGroup(title: nil, rows: rows)]), request)
  }
}
