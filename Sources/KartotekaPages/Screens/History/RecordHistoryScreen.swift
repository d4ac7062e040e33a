import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The history of one record, which may be deleted: `/userscrud/users/4/history`.
struct RecordHistoryScreen: Sendable {
  let screens: AppScreens
  let entity: EntityDescription

  /// The page.
  func page(_ id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let record = try await screens.store.record(entity, id: id)
    let choice = HistoryChoice(request.query)
    var filter = ChangeSetFilter()
    choice.narrow(&filter, in: say.timeZone)
    let history = try await screens.store.history(
      of: entity, id: id, filter, before: request.query["before"].flatMap(HistoryPosition.init),
      limit: RowLimits.page)
    if record == nil, history.total == 0 { throw ScreenFault.noSuchPage }
    var column = HistoryColumn(title: say("History"), back: (say("History"), screens.path.appending("history")))
    let path = screens.path(of: entity).appending(id)
    if let record {
      let title = try await screens.title(of: record, say)
      column.title = say("History of {title}", ["title": .text(title)])
      if screens.screen(of: entity) != nil { column.back = (title, path) }
    }
    let writer = try await ChangeWriter(history.items.flatMap(\.changes), screens, say)
    if record == nil {
      // By all of its last change, whatever the page shows.
      let last = try await screens.store.history(of: entity, id: id, limit: 1).items.flatMap(\.changes)
      let title = writer.goneTitle(entity, id, last.filter { $0.entity == entity.name })
      column.title = say("History of {title}", ["title": .text(title)])
      let trash = LinkRow(
        title: say("Trash"), detail: say("Deleted records. Restore them here."), symbol: .trash,
        href: screens.path.appending("trash"))
      column.content += [HistoryNote(say("This card was deleted.")), RowGroup(rows: [trash])]
    }
    let here = path.appending("history")
    if history.total > 0 {
      let authors = try await screens.store.authors(of: entity, id: id)
      column.subsets = choice.subsets(of: authors, say) { $0.address(here) }
      column.days = choice.form(here, hidden: [], say)
    }
    // Of days that can't be used nothing is shown.
    let items = choice.fault == nil ? history.items : []
    column.content += items.map { item in
      let own = item.changes.filter { $0.entity == entity.name }
      let operation = own.map(\.operation).first { $0 != .update } ?? .update
      var group = ChangeGroup(
        title: say(item.changeSet.name), href: screens.path(ofChangeSet: item.changeSet.id),
        note: say.summary(item.changeSet),
        lines: writer.lines(own.flatMap(\.fields), of: entity)
          + writer.partLines(item.changes.filter { $0.entity != entity.name }),
        whole: say.operation(operation))
      group.mark = item.changeSet.author.map { PersonMark($0) }
      return group
    }
    if history.total > 0, items.isEmpty {
      if choice.fault == nil { column.content.append(HistoryNote(say("Nothing was done that is chosen above."))) }
    } else if items.isEmpty {
      column.content.append(
        EmptyState(title: say("Nothing was done yet"), text: say("What was done too long ago is kept no longer.")))
    }
    if choice.fault == nil {
      column.older = history.next.map { (say("Older"), choice.address(here).with("before", $0.description)) }
    }
    return try await screens.historyPage(column, request, tab: screens.screen(of: entity)?.tab.path)
  }
}
