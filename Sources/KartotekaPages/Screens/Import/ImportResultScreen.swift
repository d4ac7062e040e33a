import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import KartotekaTransfer

/// What came of an import, and what is left to do: references that lead nowhere, rows that could not be loaded.
struct ImportResultScreen: Sendable {
  /// How many references, and how many rows, a page has.
  private static let pageSize = 12

  let screens: ImportScreens
  let kept: StoredImport

  /// - Throws: ``ScreenFault`` when there is no such import.
  init(_ screens: ImportScreens, _ id: String) async throws {
    guard let id = Int64(id), let kept = try await screens.resolver.record(ofImport: id) else {
      throw ScreenFault.noSuchPage
    }
    self.screens = screens
    self.kept = kept
  }

  private var path: URLPath { screens.path(ofImport: kept.id) }

  // All or nothing was wished for, and nothing it was: rows are neither loaded nor rejected.
  private var isTakenBack: Bool {
    kept.changeSet == nil && kept.files.contains { $0.read > $0.inserted + $0.updated + $0.unchanged + $0.rejected }
  }

  private var isWithoutRows: Bool { kept.changeSet == nil && kept.files.allSatisfy { $0.unchanged == 0 } }

  /// The page.
  func page(
    _ request: ScreenRequest, sheet: (any Component)? = nil, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let say = request.say
    var content = ImportResult(
      path: path, figures: figures(say), references: [], referencesCount: "", rows: [], rowsCount: "", load: "",
      files: [])
    let groups = try await screens.resolver.groups()
    content.files = kept.files.map { file($0, hasReferences: !groups.isEmpty, say) }
    // What other imports left is theirs to show.
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
    // Of what was rejected at first nothing is left.
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
      return when + ". " + say("All or nothing was wished for, and some rows can't be loaded. They are below.")
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

  /// How many of the rejected rows were loaded, thrown away or brought along again since; 0 where not all were kept.
  private var settled: Int {
    let rejected = kept.files.reduce(0) { $0 + $1.rejected }
    return rejected > ImportOptions.rejectLimit ? 0 : max(0, rejected - kept.kept)
  }

  private func file(_ file: StoredImport.File, hasReferences: Bool, _ say: Localizer) -> ImportResult.File {
    let entity = screens.model.entity(plural: file.entity)
    // To what is left to do, else to what came in.
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

  // MARK: References

  private func addReferences(
    _ groups: [ReferenceGroup], to content: inout ImportResult, _ request: ScreenRequest
  ) async throws {
    let say = request.say
    guard !groups.isEmpty else { return }
    let proposals = try await screens.resolver.proposals(for: groups)
    let first = max(0, Int(request.query["references"] ?? "") ?? 0)
    for group in groups.dropFirst(first).prefix(Self.pageSize) {
      content.references.append(try await reference(group, proposals[group.id], say))
    }
    let all = groups.reduce(0) { $0 + $1.records + $1.rows }
    content.referencesCount = say("{count} rows", ["count": .count(all)])
    let sure = groups.filter { proposals[$0.id].map { !$0.isGuess } ?? false }
    if !sure.isEmpty {
      let count = sure.reduce(0) { $0 + $1.records + $1.rows }
      content.connect = say("Connect {count} rows", ["count": .count(count)])
      let shown = Set(content.references.map(\.id))
      let hidden = sure.count { !shown.contains($0.id) }
      if hidden > 0 {
        content.connectNote = say(
          "Connects {count} values that are not shown here, too", ["count": .count(hidden)])
      }
    } else if content.references.contains(where: { $0.proposal != nil }) {
      content.connect = say("Connect")
    }
    if first + Self.pageSize < groups.count {
      content.moreReferences = path.with("references", String(first + Self.pageSize))
    }
    if first > 0 { content.earlierReferences = path.with("references", String(max(0, first - Self.pageSize))) }
  }

  private func reference(
    _ group: ReferenceGroup, _ proposal: Proposal?, _ say: Localizer
  ) async throws -> ImportResult.Reference {
    var reference = ImportResult.Reference(
      id: group.id, counted: say.counted(group.records + group.rows, group.entity.nouns),
      label: say(group.relationship.label), text: group.text,
      note: say("Nothing is called like that. Choose the record it means."),
      choose: path.appending("references").appending(group.id))
    if let awaited = group.awaited {
      reference.note = say("That record is among the rejected rows. Correct it, and these come along.")
      reference.awaited = screens.path.appending("rows").appending(awaited)
    } else if let proposal, let title = try await screens.title(of: proposal.record, group.target, say) {
      reference.note = say(proposal.evidence)
      reference.proposal = (proposal.record, title, proposal.isGuess)
    }
    return reference
  }

  /// Connects what was chosen, and what is proposed for those that the page had no room for.
  func link(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let groups = try await screens.resolver.groups()
    var choices: [ReferenceGroup.ID: RecordID] = [:]
    for (id, proposal) in try await screens.resolver.proposals(for: groups) {
      if let chosen = form["reference-\(id)"] {
        choices[id] = RecordID(chosen)
      } else if !proposal.isGuess {
        choices[id] = proposal.record
      }
    }
    guard !choices.isEmpty else { return .seeOther(path) }
    return try await link(choices)
  }

  private func link(_ choices: [ReferenceGroup.ID: RecordID]) async throws -> ScreenDocument {
    let report = try await screens.resolver.link(choices, .screen)
    return .seeOther(path, changeSet: report.changeSet)
  }

  /// The sheet in which the record is chosen that a text means, or what it sent.
  func choose(_ group: String, _ form: SubmittedForm?, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let group = try await screens.resolver.groups().first(where: { String($0.id) == group }) else {
      return .seeOther(path)
    }
    if let form, FormMessage(form).intent == .done {
      guard let record = form["record"].flatMap({ RecordID($0) }) else { return .seeOther(path) }
      return try await link([group.id: record])
    }
    return try await page(request, sheet: try await sheet(group, form, request))
  }

  private func sheet(
    _ group: ReferenceGroup, _ form: SubmittedForm?, _ request: ScreenRequest
  ) async throws -> ChoiceSheet {
    let say = request.say
    let others = RelatedRecords(screens.screens, of: group.target)
    let message = form.map { FormMessage($0) } ?? FormMessage()
    let (search, limit) = (message.sheetSearch, TickedChoice.limit(message))
    let found = try await others.fetch(nil, search: search, limit: limit, say)
    let all = try await screens.store.count(AnyFetchRequest(group.target.name))
    let chosen = form?["record"].flatMap { RecordID($0) }
    var sheet = ChoiceSheet(
      title: say("Use for {text}", ["text": .text(group.text)]), kind: .one(name: "record", none: nil),
      action: path.appending("references").appending(group.id), cancel: path, intents: (.done, .find),
      search: (search, say("Search {counted}", ["counted": .text(say.counted(all, group.target.nouns))])),
      groups: [
        .init(
          choices: found.records.map { record in
            .init(
              id: record.id ?? 0, title: record.title(in: say, related: found.included),
              detail: others.detail(of: record, say), isChosen: record.id == chosen)
          })
      ], hidden: [])
    if found.next != nil, limit < RowLimits.mostInSheet { sheet.more = limit * 2 }
    return sheet
  }

  // MARK: Rows

  private func addRows(to content: inout ImportResult, _ request: ScreenRequest) async throws {
    let say = request.say
    let page = try await screens.resolver.rows(
      ReviewRequest(
        importID: kept.id, entity: request.query["of"], after: request.query["after"].flatMap { Int64($0) },
        limit: Self.pageSize))
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
      let reason = heading.map { say("{field}: {reason}", ["field": .text($0), "reason": .phrase(fault.reason)]) }
      let label = say(
        "{field} in line {line} of {file}",
        ["field": .text(heading ?? ""), "line": .text(line), "file": .text(row.file)])
      return (
        place.map { Self.name(of: row, $0) }, label, place.map { row.fields[$0].text } ?? "",
        reason ?? say(fault.reason)
      )
    }
    return ImportResult.Row(
      line: line, file: row.file, href: screens.path.appending("rows").appending(row.id), faults: faults)
  }

  static func name(of row: ReviewedRow, _ place: Int) -> String { "row-\(row.id)-\(place)" }

  /// Loads the rows of a form with what was corrected in them.
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

  /// What a form says otherwise than a row does.
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
