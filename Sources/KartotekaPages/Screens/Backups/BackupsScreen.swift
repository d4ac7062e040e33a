import Foundation
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The backups of all applications, for an administrator: `/apps/backups`.
struct BackupsScreen: Sendable {
  /// The address.
  static let path = URLPath("apps").appending("backups")
  /// The maximum number of backups that are shown. The contents of each are read.
  static let limit = 300

  let site: SiteReference
  let assets: Assets
  let administrator: Administrator?

  /// The work with backups.
  /// - Throws: ``ScreenFault/noSuchPage`` where there is none.
  func desk() throws -> BackupDesk {
    guard let desk = try site.site.desk else { throw ScreenFault.noSuchPage }
    return desk
  }

  /// Whether other servers may have the same applications.
  private var isShared: Bool { (try? site.site.primaries) != nil }

  /// The address of a backup's page.
  static func address(of name: String) -> URLPath { path.appending("files").appending(name) }

  /// A page around content.
  func page(
    _ title: String, lead: String = "", back: (String, URLPath), refresh: Int? = nil, sheet: Sheet? = nil,
    status: HTTPResponse.Status = .ok, content: [any Component]
  ) -> ScreenDocument {
    let column = ImportColumn(title: title, lead: lead, back: back, content: content)
    let page = Page(
      title: title, hue: HomeScreen.hue, assets: assets, kind: .import, refresh: refresh, sheet: sheet)
    // The content of folders is in no database.
    var document = ScreenDocument.page(page, columns: [column], status: status).depending(on: .outside)
    document.isStorable = false
    return document
  }

  // MARK: The list

  /// The input of a form that was refused.
  struct Refused: Sendable {
    enum Form: Sendable { case timer, folder, upload, storage }

    let form: Form
    let fault: Phrase
    var typed = SubmittedForm([:])
  }

  /// The page.
  func page(
    _ request: ScreenRequest, refused: Refused? = nil, status: HTTPResponse.Status = .unprocessableContent
  ) async throws -> ScreenDocument {
    let (say, desk) = (request.say, try desk())
    // First: a backup that ends while the folder is read is one that runs, and the page comes anew.
    let running = desk.running
    let files = await desk.overview(limit: Self.limit)
    let state = desk.state
    var content: [any Component] = []
    if let running {
      content.append(progress(running, say))
    } else {
      content += [state.other, state.last, state.copy, state.restore, state.trial].compactMap(\.self).map {
        notice($0, say)
      }
      if files == nil || state.isGone {
        content.append(BackupNotice(text: text(of: BackupError.folderGone, say), isBad: true))
      }
      content.append(
        BackupButton(
          text: say("Back up now"), action: Self.path.appending("now"),
          note: say(
            "One file with everything: records, pictures and files, history, settings. Keys and tokens are not in it.")
        ))
    }
    content.append(
      BackupList(
        title: say("Backups"), rows: (files ?? []).map { row($0.file, $0.contents, say) },
        empty: say(files == nil ? "The disk with the backups does not answer." : "There are no backups yet.")))
    content.append(timerForm(state.rule, say, refused))
    content.append(folderForm(state, request, refused))
    content += storageParts(state, (files ?? []).map(\.file), say, refused)
    content.append(
      BackupUpload(
        action: Self.path.appending("files"),
        fault: refused.flatMap { $0.form == .upload ? say($0.fault) : nil }))
    return page(
      say("Backups"), back: (say("All apps"), URLPath()), refresh: running == nil ? nil : 2,
      status: refused == nil ? .ok : status, content: content)
  }

  private func progress(_ running: BackupDesk.Running, _ say: Localizer) -> ProgressForm {
    let subject =
      switch running.kind {
      case .backup: say("A backup is being made.")
      case .restore: say("A backup is being restored.")
      case .trial: say("A backup is being tried.")
      case .copy: say("A backup is being copied to the storage.")
      case .fetch: say("A backup is being fetched from the storage.")
      case .look: say("The storage is being looked at.")
      }
    return ProgressForm(
      label: say("Backups"), percent: Int(clampingFloor: min(max(running.share, 0), 1) * 100), details: [running.app],
      subject: subject, note: say("You may leave this page: it goes on."))
  }

  /// The notice about the outcome of a work.
  func notice(_ outcome: BackupState.Outcome, _ say: Localizer) -> BackupNotice {
    let date = DateText.long(outcome.date, in: say)
    let text = say("{date}: {sentence}", ["date": .text(date), "sentence": .phrase(outcome.says)])
    let more = [outcome.remedy].compactMap(\.self) + outcome.lacks
    return BackupNotice(text: text, more: more.map { say($0) }, isBad: outcome.isFailure)
  }

  private func row(_ file: BackupFile, _ contents: BackupContents, _ say: Localizer) -> ImportStart.Row {
    var parts = [SizeText.short(file.size, say)]
    if let manifest = contents.manifest {
      let count = manifest.applications.count { !$0.isOfPlatform }
      parts.insert(say("{count} applications", ["count": .count(count)]), at: 0)
    }
    if !file.isOwn { parts.append(file.name) }
    parts += contents.faults.map { say($0) }
    if let error = contents.error { parts.append(text(of: error, say)) }
    let isDamaged = contents.error != nil || !contents.faults.isEmpty
    return ImportStart.Row(
      title: DateText.long(file.date, in: say), detail: parts.joined(separator: " · "),
      href: Self.address(of: file.name), remark: isDamaged ? (say("damaged"), true) : nil)
  }

  /// A sentence for an error, with its remedy.
  func text(of error: any Error, _ say: Localizer) -> String {
    let (says, remedy) = Site.words(for: error)
    guard let remedy else { return say(says) }
    return say("{reason}. {remedy}", ["reason": .phrase(says), "remedy": .phrase(remedy)])
  }

  // MARK: Changes

  /// Begins a backup. Where a work runs already, the page shows that one.
  func backUp() throws -> ScreenDocument {
    try site.site.beginBackup()
    return .seeOther(Self.path)
  }

  private static let periods: [(period: BackupRule.Period, label: String)] = [
    (.hour, "Hourly backups"), (.day, "Daily backups"), (.week, "Weekly backups"), (.month, "Monthly backups"),
  ]

  private func timerForm(_ rule: BackupRule, _ say: Localizer, _ refused: Refused?) -> BackupForm {
    let refused = refused?.form == .timer ? refused : nil
    return BackupForm(
      title: say("By itself"), action: Self.path.appending("timer"),
      fields: Self.periods.map { period, label in
        BackupForm.Field(
          name: period.rawValue, label: say(label), value: refused?.typed[period.rawValue] ?? String(rule[period]),
          input: .number)
      }, fault: refused.map { say($0.fault) },
      note: say(
        "How many of each stay. With 24 hourly ones a backup is made every hour, with 0 hourly and 7 daily ones every day. Only backups that were made here are removed; with 0 everywhere none is made or removed."
      ), verb: say("Save"))
  }

  /// Sets when backups are made, and how many stay.
  func setTimer(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    var rule = BackupRule()
    for (period, _) in Self.periods {
      let text = (form[period.rawValue] ?? "").trimmingSpaces()
      guard let count = text.isEmpty ? 0 : Int(text), (0...BackupRule.most).contains(count) else {
        let fault = Phrase("Write whole numbers from 0 to {count}.", ["count": .count(BackupRule.most)])
        return try await page(request, refused: Refused(form: .timer, fault: fault, typed: form))
      }
      rule[period] = count
    }
    try desk().change { $0.rule = rule }
    return .seeOther(Self.path)
  }

  private func folderForm(_ state: BackupState, _ request: ScreenRequest, _ refused: Refused?) -> BackupForm {
    let (say, refused) = (request.say, refused?.form == .folder ? refused : nil)
    let value = refused?.typed["folder"] ?? state.folder ?? ""
    let fields = [BackupForm.Field(name: "folder", label: say("Folder"), value: value, input: .text)]
    let place =
      state.folder != nil
      ? say("The backups are in a folder of their own.")
      : isShared
        ? say("The backups are in the folder with this server's copies of the data.")
        : say("The backups are in the data folder, on the same disk as the data.")
    return BackupForm(
      title: say("Where they are"), action: Self.path.appending("folder"), fields: fields,
      fault: refused.map { say($0.fault) },
      note: (isShared ? say("Each server has backups and a timer of its own.") + " " : "") + place + " "
        + say("Write the path of a folder on another disk; nothing for the data folder. Backups that are there stay."),
      verb: say("Save"))
  }

  /// Sets the folder.
  func setFolder(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let desk = try desk()
    let path = (form["folder"] ?? "").trimmingSpaces()
    do {
      if !path.isEmpty {
        try await desk.changeFolder { () throws(BackupError) in
          var state = desk.state
          // The place of a disk that is not connected is not made another folder of backups.
          if state.folder == path, !desk.folder.isThere { throw .folderGone }
          state.folder = path
          try state.backups(of: desk.data).choose()
        }
      }
    } catch {
      let (says, remedy) = Site.words(for: error)
      let fault = Phrase("{reason}. {remedy}", ["reason": .phrase(says), "remedy": .phrase(remedy ?? "")])
      return try await page(request, refused: Refused(form: .folder, fault: fault, typed: form))
    }
    desk.change { $0.folder = path.isEmpty ? nil : path }
    return .seeOther(Self.path)
  }
}

/// Sizes of files as people write them.
enum SizeText {
  /// `12 MB`, `0.4 MB`, `3.2 GB`.
  static func short(_ bytes: Int64, _ say: Localizer) -> String {
    let isSmall = bytes < 1_000_000_000
    let divisor = isSmall ? 1_000_000.0 : 1_000_000_000.0
    let tenths = max(Int64(clampingNearest: Double(bytes) / divisor * 10), 1)
    let whole = say.language.grouped(Int(clamping: tenths / 10))
    let text = tenths >= 100 ? whole : whole + say.language.decimalMark + String(tenths % 10)
    return say(isSmall ? "{number} MB" : "{number} GB", ["number": .text(text)])
  }
}
