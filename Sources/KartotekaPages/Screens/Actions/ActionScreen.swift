import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Runs actions of an application: immediately, or after a sheet with inputs or a confirmation. Administrators' actions are
/// not available on screens.
struct ActionScreen: Sendable {
  private let screens: AppScreens
  private let action: Action
  private let record: AnyRecord?
  /// The address of the form and the return address.
  private let address: URLPath
  private let back: URLPath

  /// An action of the application or of an entity.
  /// - Throws: ``ScreenFault/noSuchPage``.
  init(_ screens: AppScreens, _ name: String, returnTo: String?) throws {
    guard let action = Self.action(name, of: screens), action.description.isOnRecord == false else {
      throw ScreenFault.noSuchPage
    }
    self.init(screens, action, nil, at: screens.path, back: screens.moreAddress, returnTo)
  }

  /// An action of a record.
  /// - Throws: ``ScreenFault/noSuchPage``.
  init(
    _ screens: AppScreens, _ name: String, on entity: EntityDescription, id: RecordID, returnTo: String?
  ) async throws {
    guard let action = Self.action(name, of: screens), action.description.scope == .record(entity.name),
      let record = try await screens.store.record(entity, id: id)
    else { throw ScreenFault.noSuchPage }
    let path = screens.path(of: entity).appending(id)
    self.init(screens, action, record, at: path, back: path, returnTo)
  }

  private init(
    _ screens: AppScreens, _ action: Action, _ record: AnyRecord?, at place: URLPath, back: URLPath,
    _ returnTo: String?
  ) {
    self.screens = screens
    self.action = action
    self.record = record
    self.back = returnTo.flatMap { URLPath(local: $0) } ?? back
    address = place.appending("actions").appending(action.description.name).with("returnTo", self.back.text)
  }

  private static func action(_ name: String, of screens: AppScreens) -> Action? {
    screens.app.app.action(name).flatMap { $0.description.audience == .everybody ? $0 : nil }
  }

  private var description: ActionDescription { action.description }

  /// The sheet with inputs or the confirmation.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    var inputs = action.initialInputs(on: record)
    inputs.begin(with: request)
    let draft = RecordDraft(inputs, request.say)
    return description.form.columns.isEmpty ? try await confirm(draft, request) : try await ask(draft, request)
  }

  /// Runs the action, or asks first.
  func act(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    var draft = RecordDraft(form.settled, over: AnyRecord(description.form), request.say)
    if let pick = RelatedPick(form, screens, of: description.form) {
      draft.errors = [:]
      return try await page(with: pick.sheet(draft, form, action: address, request).sheet(request.say), request, .ok)
    }
    if FormMessage(form).intent.isDraft {
      draft.errors = [:]
      return try await ask(draft, request)
    }
    guard draft.errors.isEmpty else { return try await ask(draft, request, status: .unprocessableContent) }
    if description.confirmation != nil, !FormMessage(form).isConfirmed { return try await confirm(draft, request) }
    do {
      let inputs = ActionInputs(draft.record).values
      var call = ActionCall(on: screens.store, .screen, record: record, inputs: inputs)
      call.jobs = JobContext(screens.store, screens.app.services)
      let result = try await action.run(call)
      if result.goesOn { return .seeOther(back) }
      if let file = result.file { return try await offer(file, result, request) }
      guard let changeSet = result.changeSet else { return try await done(result.message, request) }
      return .seeOther(try await isGone() ? place : back, changeSet: changeSet)
    } catch ActionError.invalid(let faults) where faults.contains(where: isOfInput) {
      for fault in faults { draft.errors[fault.field] = request.say(fault.phrase) }
      return try await ask(draft, request, status: .unprocessableContent)
    } catch ActionError.refused(let reason) {
      // Keeps the input, so that it can be submitted again.
      guard description.form.columns.isEmpty else {
        return try await ask(draft, request, status: .conflict, fault: request.say(reason))
      }
      throw ScreenFault.refused(reason, back)
    }
  }

  // A page that offers the file: an answer to the form would leave the sheet open.
  private func offer(
    _ file: ActionResult.File, _ result: ActionResult, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let token = screens.chosenFiles.keep(Blob(Array(file.bytes)), file.name)
    // If this fails, the other servers don't find the file.
    try? await screens.chosenFiles.share([token])
    let path = screens.path.appending("actions").appending(description.name).appending("files").appending(token)
    let say = request.say
    let column = HistoryColumn(
      title: say(description.title), back: (say("Back"), back),
      content: [
        HistoryNote(say(result.message)),
        RowGroup(rows: [
          LinkRow(
            title: say("Download"), detail: file.name, symbol: .download, href: path, isDownload: true)
        ]),
      ])
    var document = try await screens.page(
      column.title, for: request, tab: screens.more.path, hasTwoColumns: false, columns: [column])
    document.changeSet = result.changeSet
    document.confirmsForm = true
    document.isStorable = false
    return document
  }

  /// A file that an action has made within the last hour.
  /// - Throws: ``ScreenFault/noSuchPage``.
  static func file(_ token: String, of screens: AppScreens) async throws -> ScreenDocument {
    guard let (blob, name) = try await screens.chosenFiles.file(token) else { throw ScreenFault.noSuchPage }
    return .file(
      [
        .contentType: "application/octet-stream", .contentDisposition: Attachment.disposition(name),
        .cacheControl: "no-store",
      ],
      ResponseBody(byteBuffer: ByteBuffer(bytes: try blob.bytes())))
  }

  // The action may delete its record.
  private func isGone() async throws -> Bool {
    guard let record else { return false }
    return try await screens.store.record(record.entity, id: record.id ?? 0) == nil
  }

  // The list of the action's records.
  private var place: URLPath {
    (record?.entity).flatMap { screens.screen(of: $0)?.address } ?? screens.path
  }

  private func isOfInput(_ fault: FieldFault) -> Bool { description.form.position(of: fault.field) != nil }

  // MARK: Pages

  private func ask(
    _ draft: RecordDraft, _ request: ScreenRequest, status: HTTPResponse.Status = .ok, fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let verb = description.confirmation == nil ? say(description.title) : say("Go on")
    var title = say(description.title)
    // The button has the action's title.
    if let record, description.confirmation == nil { title = try await screens.title(of: record, say) }
    var form = NewRecordForm(
      title: title, action: address, cancel: back,
      fields: draft.fields(prefix: "n-", titles: try await screens.titles(draft, say), say))
    (form.fault, form.verb) = (fault, verb)
    // "Cancel" beside "Cancel the order" would not say which one cancels what.
    form.dismissal = say("Back")
    return try await page(with: form.sheet(say), request, status)
  }

  private func confirm(_ draft: RecordDraft, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let texts = description.form.columns.map { ($0.name, draft.texts[$0.name] ?? "") }
    let sheet = Sheet.question(
      say(description.title), text: say(description.confirmation ?? "This is done at once."),
      verb: say(description.title), action: address, cancel: back, isDangerous: description.isDangerous,
      hidden: texts + FormMessage(isConfirmed: true).fields, say)
    return try await page(with: sheet, request, .ok)
  }

  // Shows the sheet above the record, else above the list of actions.
  private func page(
    with sheet: Sheet, _ request: ScreenRequest, _ status: HTTPResponse.Status
  ) async throws -> ScreenDocument {
    if let record, let list = ListScreen(screens, of: record.entity) {
      let draft = RecordDraft(record, request.say)
      return try await RecordScreen(list: list).page(draft, request, status: status, sheet: sheet)
    }
    if case .entity(let name) = description.scope, description.placement != .menu,
      let entity = screens.description.model.entity(named: name), let list = ListScreen(screens, of: entity)
    {
      return try await NewRecordScreen(list: list).page(sheet, request, status: status)
    }
    if let settings = AppSettingsScreen(screens) {
      return try await settings.page(request, sheet: sheet, status: status)
    }
    return try await MoreScreen(screens: screens).page(request, sheet: sheet, status: status)
  }

  // The next page shows messages of change sets only, so a result without one has its own page.
  private func done(_ message: Phrase, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let content = ErrorPage(
      title: say(message), text: say(description.title),
      buttons: [ActionButton(title: say("Back"), target: .link(back))])
    var document = try await screens.page(
      say(description.title), for: request, tab: screens.more.path, hasTwoColumns: false, columns: [content])
    document.confirmsForm = true
    return document
  }
}

extension ActionDescription {
  /// Whether the action needs a record.
  fileprivate var isOnRecord: Bool { if case .record = scope { true } else { false } }
}
