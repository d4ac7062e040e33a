import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import KartotekaTransfer
import Logging

/// The preview of uploaded files, and the progress of their import.
struct PlanScreen: Sendable {
  let screens: ImportScreens

  private var understanding: FileUnderstanding { screens.understanding }

  /// The page: the preview, the progress, or the result.
  func page(_ id: String, _ request: ScreenRequest) async throws -> ScreenDocument {
    let (pending, work) = try await screens.current(id)
    if case .reading = pending.state, let status = work {
      return try await progress(
        pending, status, title: "Reading {file}", note: "Cancelling removes the uploaded files.", request)
    }
    if let status = work {
      return try await progress(
        pending, status, title: "Importing {file}", note: "Cancelling leaves everything as it was before.", request)
    }
    if case .done(let kept) = pending.state {
      let stored = try await screens.resolver.record(ofImport: kept)
      return .seeOther(end(of: pending, stored) ?? screens.path(ofImport: kept), changeSet: stored?.changeSet)
    }
    return try await page(pending, request)
  }

  // The list of an application that was made for the files, if nothing is left to do about them.
  private func end(of pending: PendingImport, _ stored: StoredImport?) -> URLPath? {
    guard pending.isFirst == true, let stored, stored.kept == 0,
      stored.files.allSatisfy({ $0.unresolved == 0 && !$0.hasLostValues })
    else { return nil }
    return screens.screens.description.tabs.first.map { screens.screens.opening($0) }
  }

  // MARK: Preview

  private func page(
    _ pending: PendingImport, _ request: ScreenRequest, fault: Phrase? = nil, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let say = request.say
    var files = understanding.files(of: pending)
    if case .reading = pending.state { files = [] }
    var plan = ImportPreview(
      action: screens.path(of: pending), notice: (fault ?? notice(pending)).map { say($0) },
      files: files.map { row($0, of: pending, say) },
      hasReferences: screens.model.entities.contains { !$0.relationships.isEmpty }, leavesEmpty: pending.leavesEmpty,
      isAllOrNothing: pending.isAllOrNothing, verb: verb(files, pending, say))
    plan.changedBoth = pending.changedBoth?.rawValue
    if case .gaveUp = pending.state { plan.insist = say("Load it anyway") }
    try await addFigures(to: &plan, files, pending, request)
    if request.part == .progress { return screens.part(plan) }
    let column = ImportColumn(
      title: say("Ready to import"),
      lead: say("Nothing is imported yet. Check how each file was read and fix what is wrong."),
      back: (say("Import"), screens.path), content: [plan])
    return try await screens.page(column, request, status: status)
  }

  /// Adds the counted effects of the files.
  private func addFigures(
    to preview: inout ImportPreview, _ files: [UnderstoodFile], _ pending: PendingImport, _ request: ScreenRequest
  ) async throws {
    let say = request.say
    let loaded = files.indices.filter { files[$0].isLoaded }
    guard !loaded.isEmpty else { return }
    let app = screens.screens.app
    let plan = ImportPlan(files: loaded.compactMap { files[$0].plan })
    let version = try await screens.store.latestVersion()
    let state = screens.trials.state(of: pending, at: version, opens: request.part == nil) { report in
      var options = pending.options
      options.isDryRun = true
      options.maximumRejects = 0
      do {
        let importer = Importer(screens.store, options: options, words: app.catalogue)
        return .done(try await importer.run(plan, progress: report).files.map(TrialFigures.init))
      } catch {
        return .failed(Phrase(of: error, in: app.description.model))
      }
    }
    switch state {
    case .counting(let share):
      preview.counting = say(
        "Counting what they would change: {percent} %", ["percent": .text(String(Int(clampingFloor: share * 100)))])
    case .failed(let reason): preview.notice = preview.notice ?? say(reason)
    case .done(let figures):
      for (index, figures) in zip(loaded, figures) {
        preview.files[index].figures = Self.figures(figures, say)
        if figures.changedBoth > 0, let plan = files[index].plan {
          preview.conflicts.append(try await conflicts(figures, plan, say))
        }
        guard !figures.changes.isEmpty, let plan = files[index].plan else { continue }
        preview.changes.append(try await changes(figures, plan, say))
      }
      preview.isCounted = true
    }
  }

  private static func figures(_ figures: TrialFigures, _ say: Localizer) -> [String] {
    let counts: [(Phrase, Int)] = [
      (Phrase("{count} new", ["count": .count(figures.new)]), figures.new),
      (Phrase("{count} to change", ["count": .count(figures.changed)]), figures.changed),
      (Phrase("{count} unchanged", ["count": .count(figures.unchanged)]), figures.unchanged),
      (Phrase("{count} can't be loaded", ["count": .count(figures.refused)]), figures.refused),
      (Phrase("{count} without the record they refer to", ["count": .count(figures.unresolved)]), figures.unresolved),
    ]
    let notes = figures.tags + [figures.warning].compactMap(\.self)
    return counts.filter { $0.1 > 0 }.map { say($0.0) } + notes.map { say($0) }
  }

  private func notice(_ pending: PendingImport) -> Phrase? {
    switch pending.state {
    case .open, .done: nil
    case .reading: "The reading of the files was interrupted. Discard them, and choose them again."
    case .running:
      "The import was interrupted, and what it had loaded is taken back. The files are still here: start it again."
    case .partlyLoaded(let reason): reason
    case .cancelled: "The import was cancelled, and nothing was loaded."
    case .failed(let reason), .gaveUp(let reason):
      Phrase("Nothing was loaded: {reason}", ["reason": .phrase(reason)])
    }
  }

  private func verb(_ files: [UnderstoodFile], _ pending: PendingImport, _ say: Localizer) -> String? {
    let count = files.count { $0.isLoaded }
    return count == 0 ? nil : say("Load {count} files", ["count": .count(count)])
  }

  private func row(_ file: UnderstoodFile, of pending: PendingImport, _ say: Localizer) -> UploadedFileRow {
    var row = UploadedFileRow(
      tick: "load-\(file.number)", name: file.file.name,
      href: screens.path(of: pending).appending(Int64(file.number)), isLoaded: file.isLoaded)
    row.canLoad = file.plan != nil && file.fault == nil
    row.figures = []
    if let plan = file.plan {
      let known = plan.columns.filter { !$0.isRemark }
      let matched = known.count { $0.target != .nothing }
      row.details = [
        say.capitalized(plan.entity.nouns.many),
        say("{count} of {all} columns", ["count": .count(matched), "all": .count(known.count)]), say.form(of: plan),
        say.size(file.file.bytes),
      ]
      if matched < known.count { row.remark = say("{count} left out", ["count": .count(known.count - matched)]) }
    }
    row.notes = [file.fault, file.plan?.foundNumber].compactMap { $0.map { say($0) } }
    return row
  }

  // MARK: Import

  /// Handles the page's form.
  func answer(_ id: String, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let (current, work) = try await screens.current(id)
    var pending = current
    screens.trials.cancel(id)
    if FormMessage(form).intent == .discard {
      await screens.readings.cancel(id)
      await screens.desk.cancel(id)
      try await screens.folder.remove(id)
      return .seeOther(screens.path)
    }
    if case .reading = pending.state { return .seeOther(screens.path(of: pending)) }
    // Pressed again after the end: the page leads to the result.
    if case .done = pending.state { return .seeOther(screens.path(of: pending)) }
    guard work == nil else { return .seeOther(screens.path(of: pending)) }
    for index in pending.files.indices { pending.files[index].isLeftOut = form["load-\(index + 1)"] == nil }
    pending.leavesEmpty = form["unresolved"] != "reject"
    pending.isAllOrNothing = form["scope"] == "all"
    pending.changedBoth = form["both"].flatMap(ImportOptions.ChangedBoth.init(rawValue:))
    pending.isInsistent = FormMessage(form).intent == .insist
    return try await run(pending, request, hasLooked: form["changes"] == "seen")
  }

  /// Begins an import and shows its progress.
  /// - Parameter hasLooked: whether the page has shown what the import would change.
  func run(
    _ pending: PendingImport, _ request: ScreenRequest, hasLooked: Bool = false
  ) async throws -> ScreenDocument {
    var pending = pending
    let files = understanding.files(of: pending)
    for (index, file) in files.enumerated() where !file.isLoaded { pending.files[index].isLeftOut = true }
    var plan = ImportPlan(files: files.compactMap { $0.isLoaded ? $0.plan : nil })
    for index in plan.files.indices { plan.files[index].refusesChanges = plan.files[index].isGuessed && !hasLooked }
    guard !plan.files.isEmpty else {
      return try await page(pending, request, fault: "No file is to be loaded.", status: .unprocessableContent)
    }
    guard try await begin(pending, plan) else {
      return try await page(
        pending, request, fault: "Another import is going on. Start this one when that is done.", status: .conflict)
    }
    return .seeOther(screens.path(of: pending))
  }

  /// Begins an import if nothing about its files is left to decide.
  func runIfClear(_ pending: PendingImport) async throws {
    let files = understanding.files(of: pending)
    guard files.allSatisfy(\.isLoaded) else { return }
    _ = try await begin(pending, ImportPlan(files: files.compactMap(\.plan)))
  }

  /// - Returns: false if another import is running.
  private func begin(_ pending: PendingImport, _ plan: ImportPlan) async throws -> Bool {
    var begun = pending
    begun.state = .running(after: try await screens.resolver.imports(limit: 1).first?.id ?? 0)
    let shared = try screens.folder.beginning(of: begun, lane: "import")
    return try await screens.desk.begin(pending.id, shared: shared) { [begun] report in
      await self.work(begun, plan, report)
    }
  }

  private func work(
    _ pending: PendingImport, _ plan: ImportPlan, _ report: @escaping @Sendable (ImportProgress) -> Void
  ) async {
    var pending = pending
    let app = screens.screens.app
    do {
      if screens.folder.shared == nil { try await screens.folder.save(pending) }
      let importer = Importer(screens.store, options: pending.options, words: app.catalogue)
      let result = try await importer.run(plan, progress: report)
      pending.state = .done(result.importID ?? 0)
    } catch is CancellationError {
      pending.state = .cancelled
    } catch let error as ImportError where error.isHopeless {
      pending.state = .gaveUp(error.phrase)
    } catch let error as ImportError {
      pending.state = if case .notTakenBack = error { .partlyLoaded(error.phrase) } else { .failed(error.phrase) }
    } catch {
      pending.state = .failed(Phrase(of: error, in: app.description.model))
      Logger(label: "kartoteka").warning("Import failed", metadata: ["app": "\(app.name)", "error": "\(error)"])
    }
    // If this fails, the next start detects an interrupted import.
    try? await screens.folder.end(pending)
    if case .done = pending.state { await screens.folder.removeFiles(of: pending) }
  }

  /// Cancels the import and rolls it back, unless others have changed its records, or cancels the reading of its files.
  func cancel(_ id: String) async throws -> ScreenDocument {
    if screens.readings.status(of: id) != nil {
      await screens.readings.cancel(id)
      return .seeOther(screens.path)
    }
    if screens.desk.status(of: id) != nil { await screens.desk.cancel(id) } else { try await screens.folder.stop(id) }
    let pending = try await screens.pending(id)
    // The server that reads the files removes them within a second.
    if case .reading = pending.state { return .seeOther(screens.path) }
    return .seeOther(screens.path(of: pending))
  }

  private func progress(
    _ pending: PendingImport, _ status: ImportQueue.Status, title: StaticString, note: StaticString,
    _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    let content = ProgressForm(
      label: say("Import"), cancel: screens.path(of: pending).appending("cancel"),
      percent: Int(clampingFloor: status.share * 100),
      details: details(status, say), subject: status.progress?.file ?? pending.files.first?.name ?? "",
      note: say(note))
    if request.part == .progress { return screens.part(content) }
    return try await screens.page(
      ImportColumn(
        title: say(title, ["file": .text(pending.title(say))]),
        lead: say("You may leave this page: the import goes on, and its result is kept."),
        back: (say("Import"), screens.path), content: [content]), request, refresh: 2)
  }

  private func details(_ status: ImportQueue.Status, _ say: Localizer) -> [String] {
    if status.isCancelled { return [say("Taking back what was loaded…")] }
    guard let progress = status.progress else { return [say("Beginning…")] }
    var details = [say("{count} rows", ["count": .count(progress.rows)])]
    if progress.phase == .indexing { return details + [say("Preparing the search…")] }
    if let pace = status.rowsPerSecond { details.append(say("{count} a second", ["count": .count(pace)])) }
    if let left = status.secondsLeft { details.append(say.timeLeft(left)) }
    return details
  }
}

extension Localizer {
  /// The remaining time: "about 20 seconds left", "about 3 minutes left".
  fileprivate func timeLeft(_ seconds: Int) -> String {
    seconds < 90
      ? self("about {count} seconds left", ["count": .count(seconds)])
      : self("about {count} minutes left", ["count": .count((seconds + 30) / 60)])
  }
}
