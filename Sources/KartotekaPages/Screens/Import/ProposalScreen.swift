import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer

/// The application that is proposed for files, before it is made: `/apps/new/files/…`.
struct ProposalScreen: Sendable {
  /// The address that files are sent to.
  static let path = NewApplicationScreen.path.appending("files")

  let site: SiteReference
  /// The access of the person who asks.
  let access: Access
  let assets: Assets
  let files: ProposalFiles

  /// The proposal with the given id, and the progress of its making on any server; nil if it is not being made.
  /// - Throws: ``ScreenFault/noSuchPage``.
  func proposal(_ id: String) async throws -> (proposal: AppProposal, work: ImportQueue.Status?) {
    let makings = try site.site.makings
    // First, since work that ends meanwhile has stored its result.
    let here = makings.status(of: id)
    guard let (proposal, there) = try await files.folder.load(id) else { throw ScreenFault.noSuchPage }
    if case .made = proposal.state {} else { try await files.folder.bring(proposal) }
    return (proposal, here ?? there ?? makings.status(of: id))
  }

  func path(of proposal: AppProposal) -> URLPath { Self.path.appending(proposal.id) }

  /// A page of new applications.
  func page(_ content: ImportColumn, status: HTTPResponse.Status = .ok, refresh: Int? = nil) -> ScreenDocument {
    let page = Page(
      title: content.title, hue: HomeScreen.hue, assets: assets, kind: .import, refresh: refresh)
    return uncached(.page(page, columns: [content], status: status))
  }

  // Uploaded files are in no database.
  private func uncached(_ document: ScreenDocument) -> ScreenDocument {
    var document = document.depending(on: .outside)
    document.isStorable = false
    return document
  }

  // MARK: Proposal

  /// The page: the proposal, the progress of its making, or what was made.
  func page(_ id: String, _ request: ScreenRequest) async throws -> ScreenDocument {
    let (proposal, work) = try await proposal(id)
    if let work { return progress(proposal, work, request) }
    if case .made(let path) = proposal.state { return .seeOther(URLPath(local: path) ?? URLPath()) }
    return page(proposal, request.say, notice: notice(proposal))
  }

  private func notice(_ proposal: AppProposal) -> Phrase? {
    switch proposal.state {
    case .open, .made: nil
    case .making: "The work was interrupted, and nothing was made. The files are still here: start it again."
    case .changed:
      "All rows were read, and some say something else than the first ones. Nothing is made yet: see what has changed, and press again."
    case .failed(let reason): Phrase("Nothing was made: {reason}", ["reason": .phrase(reason)])
    }
  }

  private func page(
    _ proposal: AppProposal, _ say: Localizer, notice: Phrase? = nil, titleFault: Phrase? = nil,
    status: HTTPResponse.Status = .ok
  ) -> ScreenDocument {
    let content = ProposalForm(
      action: path(of: proposal), notice: notice.map { say($0) }, title: say(proposal.title),
      titleFault: titleFault.map { say($0) }, version: proposal.version,
      tables: proposal.tables.indices.map { row($0, proposal, say) }, verb: say("Make the application"))
    return page(
      ImportColumn(
        title: say("Proposed application"),
        lead: say("Nothing is made yet. Check how each file was read and fix what is wrong."),
        back: (say("New application"), NewApplicationScreen.path), content: [content]), status: status)
  }

  private func row(_ index: Int, _ proposal: AppProposal, _ say: Localizer) -> UploadedFileRow {
    let table = proposal.tables[index]
    let fields = table.columns.count { $0.meaning == .field }
    let file = proposal.files[proposal.sources[index].file - 1]
    let facts = table.facts(say, encoding: file.encoding ?? file.found)
    var details = [say.capitalized(table.nouns.many)]
    if let rows = table.rows(say) { details.append(rows) }
    details.append(say("{count} fields", ["count": .count(fields)]))
    for place in proposal.tables.indices {
      guard table.columns.contains(where: { [.one(place), .several(place)].contains($0.meaning) }) else { continue }
      let target = say.capitalized(proposal.tables[place].nouns.many)
      details.append(say("leads to {kind}", ["kind": .text(target)]))
    }
    details += facts.dropFirst(table.rows(say) == nil ? 0 : 1)
    var remarks = (table.changes + (table.notes ?? [])).map { say($0) }
    let left = table.columns.count { $0.meaning == .nothing && !$0.samples.isEmpty }
    if left > 0 { remarks.append(say("{count} columns left out", ["count": .count(left)])) }
    remarks += table.columns.compactMap { column in column.misfits.map { say($0.phrase(of: column.label)) } }
    let placeholders = table.columns.compactMap(\.digest).reduce(0) { $0 + $1.placeholders }
    if placeholders > 0 {
      remarks.append(say("{count} texts such as n/a or - were read as empty", ["count": .count(placeholders)]))
    }
    if let question = table.openQuestion {
      remarks.append(
        say(
          "It isn't clear whether {text} is {first} or {second}: choose it here",
          [
            "text": .text(question.example), "first": .text(question.readings.first),
            "second": .text(question.readings.second),
          ]))
    }
    if index == 0 { remarks += (proposal.notes ?? []).map { say($0) } }
    var shown = UploadedFileRow(
      tick: "table-\(index + 1)", name: table.name, href: path(of: proposal).appending(Int64(index + 1)),
      isLoaded: !table.isLeftOut)
    (shown.details, shown.notes) = (details, remarks)
    if !table.isLeftOut, proposal.tables.count <= Self.mostShown { shown.firstRows = FirstRows(of: table, say) }
    return shown
  }

  /// The greatest number of tables whose first rows are shown at once.
  private static let mostShown = 4

  // MARK: Making

  /// Handles the page's form.
  func answer(_ id: String, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let (found, work) = try await self.proposal(id)
    var proposal = found
    if work != nil { return .seeOther(path(of: proposal)) }
    if case .made = proposal.state { return .seeOther(path(of: proposal)) }
    if FormMessage(form).intent == .discard {
      try await files.folder.remove(id)
      return .seeOther(NewApplicationScreen.path)
    }
    if let refusal = try await refusal(of: &proposal, form, request) { return refusal }
    proposal.title = (form["title"] ?? "").trimmingSpaces()
    for index in proposal.tables.indices { proposal.tables[index].isLeftOut = form["table-\(index + 1)"] == nil }
    proposal.version += 1
    proposal.state = .open
    if proposal.title.isEmpty {
      return page(proposal, request.say, titleFault: "This can't be empty", status: .unprocessableContent)
    }
    guard proposal.tables.contains(where: { !$0.isLeftOut }) else {
      return page(proposal, request.say, notice: "Choose at least one file.", status: .unprocessableContent)
    }
    try await files.folder.save(proposal)
    if let found = proposal.tables.fault {
      let table = try await ProposedTableScreen(self, id, String(found.table + 1))
      return table.page(request, fault: found.fault, status: .unprocessableContent)
    }
    let open = proposal.tables.indices.first {
      !proposal.tables[$0].isLeftOut && proposal.tables[$0].isComplete && proposal.tables[$0].openQuestion != nil
    }
    if let open {
      let table = try await ProposedTableScreen(self, id, String(open + 1))
      let fault = ShapeFault("", "Choose what the values mean: nothing in the file decides it.")
      return table.page(request, fault: fault, status: .unprocessableContent)
    }
    guard try await ProposalWork(site: site, access: access, files: files, assets: assets).begin(proposal) else {
      return page(
        proposal, request.say, notice: "Another application is being made. Start this one when that is done.",
        status: .conflict)
    }
    return .seeOther(path(of: proposal))
  }

  /// The page that shows what has changed since a form was opened; nil if nothing has.
  func refusal(
    of proposal: inout AppProposal, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument? {
    let changed: [String]
    do {
      changed = try await files.renew(&proposal)
    } catch {
      return page(
        proposal, request.say, notice: Phrase(of: error, in: ModelDescription(entities: [])),
        status: .unprocessableContent)
    }
    if !changed.isEmpty {
      let names = changed.joined(separator: ", ")
      return page(
        proposal, request.say,
        notice: Phrase(
          "{file} was changed after it had been looked at. It was read again: see what is proposed now.",
          ["file": .text(names)]), status: .conflict)
    }
    guard let version = form["version"], version != String(proposal.version) else { return nil }
    return page(
      proposal, request.say,
      notice: "The proposal was corrected in another window meanwhile. This is how it is now: correct it again.",
      status: .conflict)
  }

  /// Ends the making; nothing is made.
  func cancel(_ id: String) async throws -> ScreenDocument {
    let makings = try site.site.makings
    if makings.status(of: id) != nil { await makings.cancel(id) } else { try await files.folder.stop(id) }
    let (proposal, _) = try await proposal(id)
    return .seeOther(path(of: proposal))
  }

  private func progress(
    _ proposal: AppProposal, _ status: ImportQueue.Status, _ request: ScreenRequest
  ) -> ScreenDocument {
    let say = request.say
    let rows = status.progress.map { [say("{count} rows", ["count": .count($0.rows)])] } ?? [say("Beginning…")]
    let content = ProgressForm(
      label: say("New application"), cancel: path(of: proposal).appending("cancel"),
      percent: Int(clampingFloor: status.share * 100), details: rows,
      subject: status.progress?.file ?? proposal.name(say),
      note: say("All rows are read before the application is made. Cancelling leaves everything as it was before."))
    if request.part == .progress { return uncached(.part { content.write(to: &$0) }) }
    return page(
      ImportColumn(
        title: say("Reading {file}", ["file": .text(proposal.name(say))]), lead: "",
        back: (say("New application"), NewApplicationScreen.path), content: [content]), refresh: 2)
  }
}
