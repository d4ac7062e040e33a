import Foundation
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// A backup: what is in it, its download, its restore and its deletion: `/apps/backups/files/{file}`.
struct BackupScreen: Sendable {
  /// The maximum number of applications that are shown of a backup. A data folder has fewer.
  private static let most = 1_000

  private let screen: BackupsScreen
  private let desk: BackupDesk
  private let file: BackupFile
  private let contents: BackupContents

  /// - Throws: ``ScreenFault/noSuchPage``, also for a backup that was removed meanwhile.
  init(_ screen: BackupsScreen, _ name: String) async throws {
    self.screen = screen
    desk = try screen.desk()
    guard let found = await desk.backup(named: name.removingPercentEncoding ?? name) else {
      throw ScreenFault.noSuchPage
    }
    (file, contents) = found
  }

  private var address: URLPath { BackupsScreen.address(of: file.name) }

  /// The page.
  func page(
    _ request: ScreenRequest, fault: Phrase? = nil, form: SubmittedForm? = nil, sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    var content: [any Component] = []
    if let error = contents.error { content.append(BackupNotice(text: screen.text(of: error, say), isBad: true)) }
    content += contents.faults.map { BackupNotice(text: say($0), isBad: true) }
    if let known = desk.state.other, known.file == file.name { content.append(screen.notice(known, say)) }
    if let manifest = contents.manifest {
      content += manifest.unavailable.keys.sorted().prefix(Self.most).map {
        BackupNotice(
          text: say("Could not be backed up: {app}", ["app": .text(BackupError.shown($0))]), isBad: true)
      }
      content.append(try await restoreForm(manifest, say, fault, form))
    }
    content.append(facts(contents.manifest, say))
    if contents.manifest != nil {
      content.append(
        BackupButton(
          text: say("Try a restore"), action: address.appending("trial"),
          note: say(
            "It is restored into a scratch folder, compared with the backup, and removed there. Once a week this is done with the newest backup."
          ), isMain: false))
      content.append(
        BackupButton(
          text: say("See what can be saved"), action: address.appending("salvage"),
          note: say("For a damaged backup: what can be read of it is counted, and nothing is restored."), isMain: false)
      )
    }
    return screen.page(
      DateText.long(file.date, in: say), back: (say("Backups"), BackupsScreen.path), sheet: sheet,
      status: fault == nil ? .ok : .unprocessableContent, content: content)
  }

  private func facts(_ manifest: BackupManifest?, _ say: Localizer) -> RowGroup {
    var rows = [LinkRow(title: say("Size"), value: SizeText.short(file.size, say))]
    if let program = manifest?.program, !program.isEmpty {
      rows.append(LinkRow(title: say("Made by"), value: BackupError.shown(program)))
    }
    rows.append(
      LinkRow(
        title: say("Download"), detail: file.name, symbol: .download, href: address.appending("download"),
        isDownload: true))
    rows.append(
      LinkRow(
        title: say("Delete this backup…"), symbol: .trash, href: address.appending("delete"), isDangerous: true))
    return RowGroup(title: say("The backup"), rows: rows)
  }

  // MARK: Restoring

  private func restoreForm(
    _ manifest: BackupManifest, _ say: Localizer, _ fault: Phrase?, _ form: SubmittedForm?
  ) async throws -> RestoreForm {
    let site = try screen.site.site
    let whole = contents.entries
    var apps: [RestoreForm.App] = []
    var hasExisting = false
    for entry in manifest.applications.prefix(Self.most) {
      let isThere = site.hasApp(entry.name)
      hasExisting = hasExisting || isThere
      var parts = [Self.kind(of: entry, say)]
      if let count = entry.recordCount { parts.append(say("{count} records", ["count": .count(count)])) }
      parts.append(SizeText.short(entry.size, say))
      if !whole.contains(entry) { parts.append(say("damaged")) }
      if let missing = entry.missingFiles {
        parts.append(say("{count} pictures and files are missing", ["count": .count(missing)]))
      }
      // If the records can't be counted, it is enough that the application is there.
      if isThere, let now = try? await site.recordCount(of: entry.name) {
        let records = Phrase("{count} records", ["count": .count(now)])
        parts.append(say("here already with {records}", ["records": .phrase(records)]))
      } else {
        parts.append(say(isThere ? "here already" : "not here"))
      }
      let isChosen =
        form.map { $0[RestoreForm.appPrefix + entry.name] != nil } ?? (whole.contains(entry) && !isThere)
      apps.append(
        RestoreForm.App(
          name: entry.name, title: BackupError.shown(entry.title), detail: parts.joined(separator: " · "),
          isChosen: isChosen))
    }
    return RestoreForm(
      action: address, apps: apps, hasExisting: hasExisting, replaces: form?["existing"] == "replace",
      salvages: form?["damaged"] == "save", newName: form?["as"] ?? "", fault: fault.map { say($0) })
  }

  private static func kind(of entry: BackupEntry, _ say: Localizer) -> String {
    switch entry.kind {
    case .code: say("in code")
    case .designed: say("made on a screen")
    case .opened: say("opened file")
    }
  }

  /// Begins the restore of what the form chooses.
  func restore(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    var names = form.below(RestoreForm.appPrefix).names.sorted()
    guard !names.isEmpty else { return try await page(request, fault: "Choose at least one application.", form: form) }
    let newName = (form["as"] ?? "").trimmingSpaces()
    guard newName.isEmpty || names.count == 1 else {
      return try await page(request, fault: "Another name needs one application: choose it alone.", form: form)
    }
    let site = try screen.site.site
    // Under another name nothing is replaced, and least of all what has that name.
    let replaces = newName.isEmpty && form["existing"] == "replace"
    guard newName.isEmpty || !site.hasApp(newName) else {
      return try await page(request, fault: "An application has this name already. Choose another one.", form: form)
    }
    let opened = contents.entries.filter { $0.kind == .opened }.map(\.name)
    // The others are restored where a file of another program stays as it is.
    if replaces { names.removeAll { opened.contains($0) && site.hasApp($0) } }
    guard !names.isEmpty else {
      return try await page(request, fault: "Files of other programs that are here are not replaced.", form: form)
    }
    let salvages = form["damaged"] == "save"
    let isBegun = site.beginRestore(file.url) { [names] restore in
      restore.salvages = salvages
      restore.only = names
      restore.newName = newName.isEmpty ? nil : newName
      restore.existing = replaces ? .replace : newName.isEmpty ? .keep : .refuse
    }
    guard isBegun else {
      return try await page(
        request, fault: "Another backup or restore is still running. Try again when it has ended.", form: form)
    }
    return .seeOther(BackupsScreen.path)
  }

  /// Begins a trial. Where a work runs already, the page of backups shows that one.
  func tryRestore() throws -> ScreenDocument {
    try screen.site.site.beginTrial(file)
    return .seeOther(BackupsScreen.path)
  }

  /// Begins to look what can be saved.
  func planSalvage() throws -> ScreenDocument {
    try screen.site.site.beginSalvagePlan(file)
    return .seeOther(BackupsScreen.path)
  }

  // MARK: Download and deletion

  private static let atOnce = 262_144

  /// The file, streamed. It is opened before the head is sent, so that a deletion meanwhile does not interrupt it.
  func download() throws -> ScreenDocument {
    guard let handle = try? FileHandle(forReadingFrom: file.url) else { throw ScreenFault.noSuchPage }
    let size = Int(clamping: file.size)
    return .file(
      [
        .contentType: "application/x-tar", .contentDisposition: Attachment.disposition(file.name),
        .cacheControl: "no-store",
      ],
      ResponseBody(contentLength: size) { writer in
        defer { try? handle.close() }
        var left = size
        while left > 0, let part = try handle.read(upToCount: min(Self.atOnce, left)), !part.isEmpty {
          left -= part.count
          try await writer.write(ByteBuffer(bytes: part))
        }
        try await writer.finish(nil)
      })
  }

  /// The question before the deletion.
  func question(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let sheet = Sheet.question(
      say("Delete this backup?"),
      text: say("{file} goes for good. The applications stay as they are.", ["file": .text(file.name)]),
      verb: say("Delete backup"), action: address.appending("delete"), cancel: address, say)
    return try await page(request, sheet: sheet)
  }

  /// Deletes the backup.
  func delete() async throws -> ScreenDocument {
    do {
      try await desk.changeFolder { [desk, file] () throws(BackupError) in
        try desk.folder.remove(file)
        desk.look()
      }
    } catch {
      let (says, remedy) = Site.words(for: error)
      throw ScreenFault.refused(
        Phrase("{reason}. {remedy}", ["reason": .phrase(says), "remedy": .phrase(remedy ?? "")]), address)
    }
    return .seeOther(BackupsScreen.path)
  }
}
