import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// One change set: its changes, its undo or redo, and the reason if it can't be undone: `/northwind/changesets/12`.
struct ChangeSetScreen: Sendable {
  let screens: AppScreens

  private var store: Store { screens.store }

  /// The page; during a long undo, its progress, and that of a plan that takes long.
  /// - Parameter tried: what the undo would do, where that is known better than by its plan.
  func page(_ id: Int64, _ request: ScreenRequest, tried: UndoPlan? = nil) async throws -> ScreenDocument {
    guard let changeSet = try await store.changeSet(id) else { throw ScreenFault.noSuchPage }
    let undo = try await store.longUndo().flatMap { $0.original == id ? $0 : nil }
    if let undo, !undo.isOver { return try await LongUndoScreen(screens: screens).page(changeSet, undo, request) }
    let say = request.say
    var offer = UndoOffer.none
    if request.query["after"] == nil {
      offer = try await self.offer(changeSet, tried)
      if case .planned(_, .underWay(let share)) = offer {
        return try await LongUndoScreen(screens: screens).page(planning: changeSet, share, request)
      }
    }
    let found = try await store.changes(
      by: id, after: request.query["after"].flatMap(ChangePage.Place.init), limit: RowLimits.page)
    let path = screens.path(ofChangeSet: id)
    var column = HistoryColumn(
      title: say(changeSet.name), back: (say("History"), screens.path.appending("history")))
    column.content.append(HistoryNote(summary(changeSet, found, say), mark: changeSet.author.map { PersonMark($0) }))
    if let undo { column.content.append(HistoryNote(say(LongUndoScreen.outcome(of: undo)))) }
    column.content += try await undoing(offer, path, say)
    let links = try await links(changeSet, say) + past(changeSet, found.changes, say)
    if !links.isEmpty { column.content.append(RowGroup(rows: links)) }
    let groups = try await ChangeWriter(found.changes, screens, say).groups(found.changes)
    column.content += Self.components(groups)
    if let next = found.next { column.older = (say("Show more rows"), path.with("after", next.description)) }
    return try await screens.historyPage(column, request)
  }

  // Records without changed fields, such as imported ones, are rows under one heading.
  private static func components(_ groups: [ChangeGroup]) -> [any Component] {
    var components: [any Component] = []
    var rows: RowGroup?
    func flush() {
      if let rows { components.append(rows) }
      rows = nil
    }
    for group in groups {
      if !group.lines.isEmpty || rows?.title != group.note { flush() }
      if !group.lines.isEmpty {
        components.append(group)
        continue
      }
      if rows == nil { rows = RowGroup(title: group.note, rows: []) }
      rows?.rows.append(LinkRow(title: group.title, href: group.href ?? group.history))
    }
    flush()
    return components
  }

  private func summary(_ changeSet: ChangeSet, _ page: ChangePage, _ say: Localizer) -> String {
    let changes = page.total == 0 ? "" : " · " + say("{count} changes", ["count": .count(page.total)])
    return say.summary(changeSet) + changes
  }

  // What is known of the undo or redo of a change set.
  private enum UndoOffer {
    case none
    case impossible(Phrase)
    case planned(ChangeSet, AwaitedUndoPlan)
  }

  private func offer(_ changeSet: ChangeSet, _ tried: UndoPlan?) async throws -> UndoOffer {
    // The last undo or redo is the one to take back.
    var target = changeSet
    while let undoneBy = target.undoneBy {
      guard let undoing = try await store.changeSet(undoneBy) else { return .none }
      target = undoing
    }
    guard target.canBeUndone || target.id == changeSet.id else { return .none }
    if let tried { return .planned(target, .made(tried)) }
    do {
      return .planned(
        target,
        try await store.undoPlan(of: target.id, listing: Self.mostItems, within: UndoScreen.patience))
    } catch StoreError.cannotUndo(let reason) {
      return .impossible(reason)
    }
  }

  // The button for undo or redo, or the reason why it is not possible.
  private func undoing(_ offer: UndoOffer, _ path: URLPath, _ say: Localizer) async throws -> [any Component] {
    if case .impossible(let reason) = offer { return [cannot(reason, say)] }
    guard case .planned(let target, .made(let plan)) = offer else { return [] }
    let isRedo = try await store.isRedone(byUndoing: target)
    var form = UndoForm(
      verb: say(isRedo ? "Redo" : "Undo"),
      note: say("Later changes of other fields and other cards are kept."),
      action: screens.path(ofChangeSet: target.id).appending("undo"), returnTo: path,
      // Its plan was seen, and is not made again before the press is answered.
      isSeen: try await store.isLong(target.id))
    guard let obstacle = plan.obstacle else { return [form] }
    guard plan.goingBack > 0 || plan.canPutBackAny else { return [cannot(obstacle, say)] }
    let back = plan.goingBack == 0 ? "" : say("{count} changes go back.", ["count": .count(plan.goingBack)]) + " "
    form.note = back + say("{count} stay as they are now.", ["count": .count(plan.staying)])
    form.stays = try await stays(plan.items, say)
    if plan.furtherItems > 0 { form.more = say("And {count} more.", ["count": .count(plan.furtherItems)]) }
    return [form]
  }

  /// The number of items that a page shows.
  static let mostItems = 200

  private func cannot(_ reason: Phrase, _ say: Localizer) -> HistoryNote {
    HistoryNote(say("This can't be undone: {reason}", ["reason": .phrase(reason)]))
  }

  // The items that stay, each with both values: that of now, and the one that the undo would restore.
  private func stays(_ items: some Collection<UndoPlan.Item>, _ say: Localizer) async throws -> [UndoForm.Stay] {
    let changes = items.compactMap { item in
      item.entity.map { entity in
        let field = item.field.map {
          RecordChange.Field(name: $0, before: item.now, after: item.before, isLink: false)
        }
        return RecordChange(
          entity: entity, id: item.record, last: nil, operation: .update, fields: field.map { [$0] } ?? [])
      }
    }
    let writer = try await ChangeWriter(changes, screens, say)
    return items.map { item in
      let title = say(Phrase("{title}", ["title": item.title]))
      guard let entity = item.entity.flatMap({ screens.description.model.entity(named: $0) }), let name = item.field,
        let line = writer.lines(
          [RecordChange.Field(name: name, before: item.now, after: item.before, isLink: false)], of: entity
        ).first
      else {
        return UndoForm.Stay(
          id: item.id, title: title, detail: say(item.reason), canBePutBack: item.canBePutBack)
      }
      let values = say(
        "Now {now}, before {before}",
        ["now": .text((line.before ?? "–").shortened), "before": .text((line.after ?? "–").shortened)])
      return UndoForm.Stay(
        id: item.id, title: title + " – " + line.label,
        detail: item.canBePutBack ? values : values + " · " + say(item.reason), canBePutBack: item.canBePutBack)
    }
  }

  // Links to the lists of the changed records as they were before.
  private func past(_ changeSet: ChangeSet, _ changes: [RecordChange], _ say: Localizer) -> [LinkRow] {
    let changed = Set(changes.map(\.entity))
    return PastScreen.entities(screens).filter { changed.contains($0.name) }.map { entity in
      // Timestamps have milliseconds.
      let moment = changeSet.at.addingTimeInterval(-0.001)
      return LinkRow(
        title: say("Show the list as it was before"), detail: say.capitalized(entity.nouns.many), symbol: .clock,
        href: PastScreen(screens: screens, entity: entity).address(asOf: moment))
    }
  }

  // Links to the undoing and the undone change set, and to the report of an import.
  private func links(_ changeSet: ChangeSet, _ say: Localizer) async throws -> [LinkRow] {
    var rows: [LinkRow] = []
    if changeSet.removal == nil {
      rows += try await store.undos(of: changeSet.id).filter { $0.id != changeSet.undoneBy }.map { other in
        LinkRow(
          title: say("A part was undone"), detail: say(other.name) + " · " + say.summary(other), symbol: .undo,
          href: screens.path(ofChangeSet: other.id))
      }
    }
    for (title, id) in [("It was undone", changeSet.undoneBy), ("It undid", changeSet.undoes)] {
      guard let id, let other = try await store.changeSet(id) else { continue }
      rows.append(
        LinkRow(
          title: say(title), detail: say(other.name) + " · " + say.summary(other), symbol: .undo,
          href: screens.path(ofChangeSet: id)))
    }
    if let report = try await store.storedImports(by: changeSet.id, limit: 1).first?.id {
      rows.append(
        LinkRow(
          title: say("The import's report"), detail: say("Rejected rows and open references"), symbol: .upload,
          href: screens.path.appending("import").appending(report)))
    }
    return rows
  }
}

extension Store {
  /// Whether the undo of a change set is a redo: it undid a change set itself.
  func isRedone(byUndoing changeSet: ChangeSet) async throws -> Bool {
    var (changeSet, isRedo) = (changeSet, false)
    while let undone = changeSet.undoes, let earlier = try await self.changeSet(undone) {
      changeSet = earlier
      isRedo.toggle()
    }
    return isRedo
  }

  /// The same for a change set that may not exist.
  func isRedone(byUndoing id: Int64) async throws -> Bool {
    guard let changeSet = try await changeSet(id) else { return false }
    return try await isRedone(byUndoing: changeSet)
  }
}
