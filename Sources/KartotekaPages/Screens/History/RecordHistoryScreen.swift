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
    let history = try await screens.store.history(
      of: entity, id: id, before: request.query["before"].flatMap(HistoryPosition.init), limit: RowLimits.page)
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
      let title = writer.goneTitle(
        entity, id, history.items.flatMap(\.changes).filter { $0.entity == entity.name })
      column.title = say("History of {title}", ["title": .text(title)])
      let trash = LinkRow(
        title: say("Trash"), detail: say("What was deleted, to bring it back"), symbol: .trash,
        href: screens.path.appending("trash"))
      column.content += [HistoryNote(say("This card was deleted.")), RowGroup(rows: [trash])]
    }
    column.content += history.items.map { item in
      let own = item.changes.filter { $0.entity == entity.name }
      let operation = own.map(\.operation).first { $0 != .update } ?? .update
      return ChangeGroup(
        title: say(item.changeSet.name), href: screens.path(ofChangeSet: item.changeSet.id),
        note: say.summary(item.changeSet),
        lines: writer.lines(own.flatMap(\.fields), of: entity)
          + writer.partLines(item.changes.filter { $0.entity != entity.name }),
        whole: say.operation(operation))
    }
    if history.items.isEmpty {
      column.content.append(
        EmptyState(title: say("Nothing was done yet"), text: say("What was done too long ago is kept no longer.")))
    }
    column.older = history.next.map { (say("Older"), path.appending("history").with("before", $0.description)) }
    return try await screens.historyPage(column, request, tab: screens.screen(of: entity)?.tab.path)
  }
}
