import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The settings of an application: `/travelmap/settings`. They replace More.
struct AppSettingsScreen: Sendable {
  let screens: AppScreens
  let settings: SettingsDescription
  private let tab: TabDescription

  /// The settings of an application; nil if it has none.
  init?(_ screens: AppScreens) {
    guard let tab = screens.description.settingsTab, let settings = tab.settings else { return nil }
    self.screens = screens
    self.tab = tab
    self.settings = settings
  }

  var store: Store { screens.store }
  var address: URLPath { screens.moreAddress }

  /// The page.
  /// - Parameter refused: a submitted group with faults.
  func page(
    _ request: ScreenRequest, refused: (group: Int, draft: RecordDraft)? = nil, sheet: Sheet? = nil,
    status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let say = request.say
    var content: [any Component] = []
    for panel in settings.panels { content.append(try await self.panel(panel, say)) }
    if let jobs = try await screens.failedJobLines(address.appending("jobs"), returnTo: address, say) {
      content.append(jobs)
    }
    for (number, group) in settings.groups.enumerated() {
      var draft = RecordDraft(try await store.settings(group.form), say)
      if let refused, refused.group == number { draft = refused.draft }
      content.append(try form(group, number, draft, say))
    }
    let more = try await MoreScreen(screens: screens).content(request)
    if let tabs = more.tabs { content.append(tabs) }
    if let actions = more.actions { content.append(actions) }
    content += more.preferences + [data(more.groups.flatMap(\.rows), say)]
    if let export = more.export(say) { content.append(export) }
    let about = LinkRow(title: say("About this app"), href: screens.path.appending("about"))
    content.append(RowGroup(title: say("About"), rows: [about] + more.about(say)))
    let column = SettingsColumn(title: say(tab.title), content: content)
    return try await screens.page(
      column.title, for: request, tab: tab.path, status: status, hasTwoColumns: false, kind: .settings, sheet: sheet,
      columns: [column]
    )
    .depending(on: screens.app.app.jobs.isEmpty ? Dependencies() : .outside)
  }

  /// Retries all jobs of a name.
  func tryAgain(_ job: String) async throws -> ScreenDocument {
    guard try await screens.requestAgain(job) else { throw ScreenFault.noSuchPage }
    return .seeOther(address)
  }

  /// Saves the changes in a group.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let number = FormMessage(form).group, settings.groups.indices.contains(number) else {
      throw ScreenFault.noSuchPage
    }
    let group = settings.groups[number].form
    let stored = try await store.settings(group)
    var form = form
    if let stepped = Stepper.stepped(form, group) { form[stepped.name] = stepped.text }
    let draft = RecordDraft(form, over: stored, request.say)
    guard draft.errors.isEmpty else {
      return try await page(request, refused: (number, draft), status: .unprocessableContent)
    }
    // Merges concurrent changes of other settings.
    let outcome = try await store.perform(.screen) { try $0.save(settings: draft.merged(onto: stored)) }
    return .seeOther(address.place(SettingsForm.heading(number)), changeSet: outcome.changeSet)
  }

  private func form(
    _ group: SettingsDescription.Group, _ number: Int, _ draft: RecordDraft, _ say: Localizer
  ) throws -> SettingsForm {
    SettingsForm(
      number: number, title: say(group.title), note: group.note.map { say($0) }, action: address,
      fields: draft.fields(prefix: "s-", say), hidden: FormMessage(group: number).fields + draft.message.fields,
      secrets: try group.secrets.map { try row($0, say) })
  }

  private func row(_ secret: SecretDescription, _ say: Localizer) throws -> LinkRow {
    let source = try store.secrets.source(of: secret)
    var row = LinkRow(title: say(secret.label))
    switch source {
    case .environment: row.value = say("Set by the environment")
    case .file: row.value = say("Set")
    case nil: row.value = say("Not set")
    }
    if source != .environment { row.href = address.appending("secrets").appending(secret.name) }
    return row
  }

  private func data(_ rows: [LinkRow], _ say: Localizer) -> RowGroup {
    let deletion = LinkRow(
      title: say("Delete all data…"), symbol: .trash, href: address.appending("delete"), isDangerous: true)
    return RowGroup(title: say("Data"), rows: rows + [deletion])
  }
}
