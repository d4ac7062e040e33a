import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Logging

// Actions on several records: one change set, in the background if it takes long.
extension SeveralScreen {
  /// The time that a form waits for its result before the page with the progress is shown.
  private static let wait = Duration.seconds(1)

  private var model: ModelDescription { screens.description.model }

  /// The actions of a record that everybody may run, without those that need or make files.
  var actions: [ActionDescription] {
    screens.app.app.actions.filter { action in
      if case .file? = action.answer { return false }
      return action.description.scope == .record(entity.name) && action.description.audience == .everybody
        && !action.description.form.columns.contains(where: \.isBytes)
    }.map(\.description)
  }

  /// The actions whose related records are few enough to choose from.
  func offeredActions() async throws -> [ActionDescription] {
    var offered: [ActionDescription] = []
    for action in actions {
      var isOffered = true
      for relationship in action.related
      where try await store.count(AnyFetchRequest(relationship.target)) > Self.mostTargets { isOffered = false }
      if isOffered { offered.append(action) }
    }
    return offered
  }

  /// Asks for the inputs of an action and how many records it concerns, then begins to run it on each.
  func act(
    _ ids: CountedRecords, _ choice: SeveralRecords, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    guard let description = actions.first(where: { $0.name == form[FormName.severalAction] }),
      let action = screens.app.app.action(description.name)
    else { throw ScreenFault.noSuchPage }
    let isCounted = ids.isCounted(in: form)
    let draft =
      form[FormName.severalCount] == nil
      ? RecordDraft(action.initialInputs(on: nil), say)
      : RecordDraft(form.settled, over: AnyRecord(description.form), say)
    guard isCounted, draft.errors.isEmpty else {
      return try await step(
        .act, (FormName.severalAction, description.name), nil, ids, choice, request,
        inputs: draft.fields(prefix: "n-", say), status: isCounted ? .unprocessableContent : .ok,
        fault: ids.fault(form, entity.nouns, say))
    }
    let run = ActionRun(of: description.name, titled: description.title, on: entity.name, ids: ids.ids)
    try await screens.app.runs.begin(run)
    let (inputs, zone, author) = (ActionInputs(draft.record).values, TaskTimeZone.current, Author.current)
    let (waiting, end) = AsyncStream.makeStream(of: Void.self)
    // It goes on when the page is left.
    Task.detached { [self] in
      await Author.$current.withValue(author) {
        await TaskTimeZone.$current.withValue(zone) { await self.run(action, on: ids.ids, inputs, run.token) }
      }
      end.finish()
    }
    let limit = Task {
      try await Task.sleep(for: Self.wait)
      end.finish()
    }
    defer { limit.cancel() }
    for await _ in waiting {}
    return try await page(of: run.token, request)
  }

  private func run(_ action: Action, on ids: [RecordID], _ inputs: [String: Value], _ token: String) async {
    let (runs, title) = (screens.app.runs, Phrase(action.description.title))
    func name(_ count: Int) -> Phrase {
      Phrase("{title}: {count} records", ["title": .phrase(title), "count": .count(count)])
    }
    let group = ChangeSetGroup(named: name(1))
    await ChangeSetGroup.$current.withValue(group) {
      var done = 0
      for id in ids {
        if runs[token]?.isStopped == true { break }
        group.name = name(done + 1)
        let reason = await refusal(of: action, on: id, inputs)
        if reason == nil { done += 1 }
        await runs.note(token, id, reason, changeSet: group.changeSet)
      }
    }
    await runs.end(token, changeSet: group.changeSet)
  }

  /// Stops a run. Its changes remain one change set.
  func stop(_ token: String, _ request: ScreenRequest) async throws -> ScreenDocument {
    try await screens.app.runs.stop(token)
    return .seeOther(path(request).with("run", token))
  }

  // Why an action can't be run on a record; nil after it has run.
  private func refusal(of action: Action, on id: RecordID, _ inputs: [String: Value]) async -> Phrase? {
    do {
      guard let record = try await store.record(entity, id: id) else {
        return "Somebody has deleted this card meanwhile."
      }
      var call = ActionCall(on: store, .screen, record: record, inputs: inputs)
      call.jobs = JobContext(store, screens.app.services)
      _ = try await action.run(call)
      return nil
    } catch ActionError.refused(let reason) {
      return reason
    } catch ActionError.invalid(let faults) {
      return faults.first?.phrase ?? "This can't be done now"
    } catch let error as StoreError {
      return error.phraseForPeople(in: model)
    } catch {
      Logger(label: "kartoteka").error(
        "Action failed",
        metadata: [
          "app": "\(screens.app.name)", "action": "\(action.description.name)", "record": "\(id)", "error": "\(error)",
        ])
      return "This can't be done now"
    }
  }

  // MARK: Progress and result

  /// The progress of a run, or its result: the list, unless it was refused for some records.
  func page(of token: String, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let found = try await screens.app.runs.run(token) else { return .seeOther(address(request, nil)) }
    let run = try await settled(found)
    let path = path(request).with("run", token)
    guard run.isOver else {
      return request.isForm ? .seeOther(path) : try await progress(run, request)
    }
    try await screens.app.runs.show(run)
    if !run.isOffered, let changeSet = run.changeSet {
      let isDone = run.refused.isEmpty && run.past == run.total
      var document = ScreenDocument.seeOther(isDone ? address(request, nil) : path, changeSet: changeSet)
      document.confirmsForm = true
      return document
    }
    if request.isForm { return .seeOther(path) }
    let canGoOn = run.isInterrupted && !run.rest.isEmpty && actions.contains { $0.name == run.action }
    return try await canGoOn ? interrupted(run, request) : result(run, request)
  }

  // The run with the records before its interruption: the process may have ended between a commit and the note of it.
  // A run takes the records in their order, so that those before the last changed one are behind it.
  private func settled(_ run: ActionRun) async throws -> ActionRun {
    guard run.isInterrupted, !run.isOffered, let changeSet = run.changeSet else { return run }
    var behind = 0
    for (index, id) in run.rest.enumerated() {
      let last = try await store.history(of: entity, id: id, limit: 1).items.first
      if last?.changeSet.id == changeSet { behind = index + 1 }
    }
    if behind == 0 { return run }
    return try await screens.app.runs.settle(run, Array(run.rest.prefix(behind)))
  }

  // The program ended before the run was over: a form to go on with the rest, by the same steps as before.
  private func interrupted(_ run: ActionRun, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let note = say("The program ended before this was done.") + " " + counts(run, say).joined(separator: " · ")
    let rest = run.rest.map { (name: FormName.tick($0), value: "yes") }
    let column = SeveralForm(
      title: say(run.title), back: (say(screen.tab.title), address(request, nil)), action: self.path(request),
      hidden: rest + [
        (FormName.severalStep, FormName.SeveralStep.act.rawValue), (FormName.severalAction, run.action),
      ],
      note: note, verb: say("Go on with the rest…"))
    return try await page(column, column.title, request, status: .ok)
  }

  // The numbers of records for which the action was done, and for which it was not.
  private func counts(_ run: ActionRun, _ say: Localizer) -> [String] {
    func counted(_ title: String, _ count: Int) -> String {
      say("{title}: {counted}", ["title": .text(say(title)), "counted": .text(say.counted(count, entity.nouns))])
    }
    var parts = [say("Done: {counted}", ["counted": .text(say.counted(run.done, entity.nouns))])]
    if run.isInterrupted, run.refusals > 0 { parts.append(counted("Not done", run.refusals)) }
    if run.past < run.total {
      let left = say.counted(run.total - run.past, entity.nouns)
      parts.append(say("Left as they were: {counted}", ["counted": .text(left)]))
    }
    return parts
  }

  private func progress(_ run: ActionRun, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let column = HistoryColumn(
      title: say(run.title), back: (say(screen.tab.title), address(request, nil)),
      content: [
        ProgressForm(
          label: say(run.title), cancel: path(request).with("run", run.token), verb: "Stop",
          percent: run.past * 100 / max(run.total, 1), details: screens.details(of: run, say),
          subject: say.counted(run.total, entity.nouns),
          note: say("You may leave this page: it goes on.") + " "
            + say("If you stop it, what was done until then stays, as one change that can be undone."))
      ])
    var document = try await screens.page(
      column.title, for: request, tab: screen.tab.path, hasTwoColumns: false, kind: .import, refresh: 1,
      isFollowing: false, columns: [column])
    document.isStorable = false
    return document
  }

  private func result(_ run: ActionRun, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    var rows: [LinkRow] = []
    for (id, reason) in run.refused.prefix(RowLimits.page) {
      let record = try await store.record(entity, id: id)
      let title =
        if let record { try await screens.title(of: record, say) } else {
          say("No. {number}", ["number": .text(String(id))])
        }
      rows.append(
        LinkRow(title: title, detail: say(reason), href: screens.path(of: entity).appending(id)))
    }
    var column = HistoryColumn(title: say(run.title), back: (say(screen.tab.title), address(request, nil)))
    var parts = counts(run, say)
    if run.isStopped { parts.insert(say("Stopped"), at: 0) }
    column.content = [
      HistoryNote(parts.joined(separator: " · ")),
      RowGroup(rows: [
        LinkRow(title: say("History"), symbol: .clock, href: screens.path.appending("history"))
      ]),
    ]
    if !rows.isEmpty {
      let title = say("Not done") + " · " + say.counted(run.refusals, entity.nouns)
      column.content.append(RowGroup(title: title, rows: rows))
    }
    return try await screens.historyPage(column, request, tab: screen.tab.path)
  }
}

extension AppScreens {
  /// The actions on several records that are in progress, and those whose result nobody has seen, as rows.
  /// - Parameter entity: that of their records; nil for all.
  func runs(of entity: EntityDescription? = nil, _ say: Localizer) -> [LinkRow] {
    app.runs.unseen.filter { entity == nil || $0.entity == entity?.name }.compactMap { run in
      guard let entity = description.model.entity(named: run.entity) else { return nil }
      return LinkRow(
        title: say(run.title), detail: details(of: run, say).joined(separator: " · "),
        value: run.isInterrupted ? say("Interrupted") : run.isOver ? say("Done") : nil, symbol: .clock,
        href: path(of: entity).appending("several").with("run", run.token))
    }
  }

  /// The progress of a run: "412 of 3,000", "5 not done".
  fileprivate func details(of run: ActionRun, _ say: Localizer) -> [String] {
    var details = [say("{count} of {all}", ["count": .count(run.past), "all": .count(run.total)])]
    if run.refusals > 0 { details.append(say("{count} not done", ["count": .count(run.refusals)])) }
    if run.isStopped { details.append(say("Stopped")) }
    return details
  }
}
