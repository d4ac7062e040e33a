import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Deleted records, which can be restored: `/northwind/trash`.
struct TrashScreen: Sendable {
  private static let kind = "kind"

  let screens: AppScreens

  private var path: URLPath { screens.path.appending("trash") }

  /// The page.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let entity = request.query[Self.kind].flatMap { screens.description.model.entity(plural: $0) }
    let search = ChangeSetFilter.Search(request.search) { say($0) }
    let found = try await screens.store.deletedRecords(
      of: entity, search, before: request.query["before"].flatMap(HistoryPosition.init), limit: RowLimits.page)
    var column = HistoryColumn(
      title: say("Trash"), back: (say(screens.more.title), screens.moreAddress),
      search: SearchField(
        label: say("Search deleted cards"), placeholder: say("Names and values"), text: request.search, action: path,
        hidden: entity.map { [(Self.kind, $0.plural)] } ?? []),
      subsets: subsets(entity, request))
    if found.records.isEmpty {
      column.content = [empty(found, request)]
    } else {
      var rows: [DeletedRows.Row] = []
      for deleted in found.records { rows.append(try await row(deleted, say)) }
      column.content = [DeletedRows(rows: rows), HistoryNote(say("What was deleted together comes back together."))]
    }
    if let next = found.next {
      let address = path.with(Self.kind, unlessEmpty: entity?.plural ?? "").with("search", unlessEmpty: request.search)
      column.older = (
        say(found.records.isEmpty ? "Search further back" : "Older"), address.with("before", next.description)
      )
    }
    return try await screens.historyPage(column, request)
  }

  private func row(_ deleted: DeletedRecord, _ say: Localizer) async throws -> DeletedRows.Row {
    let entity = deleted.record.entity
    let moment = DateText.long(deleted.changeSet.at, in: say)
    return DeletedRows.Row(
      title: try await screens.title(of: deleted.record, say),
      detail: say(entity.nouns.one) + " · " + say("Deleted: {date}", ["date": .text(moment)]),
      href: screens.path(ofChangeSet: deleted.changeSet.id), action: path.appending(deleted.number),
      record: entity.plural + "/" + String(deleted.record.id ?? 0))
  }

  private func subsets(_ entity: EntityDescription?, _ request: ScreenRequest) -> [SubsetLinks] {
    let say = request.say
    let entities = screens.description.model.entities.filter { !$0.isDerived }
    guard entities.count > 1 else { return [] }
    let items = entities.map { other in
      let isChosen = other.name == entity?.name
      return SubsetLinks.Item(
        title: screens.kind(of: other, say),
        href: path.with(Self.kind, unlessEmpty: isChosen ? "" : other.plural)
          .with("search", unlessEmpty: request.search), isChosen: isChosen)
    }
    return [SubsetLinks(label: say("Kind"), items: items)]
  }

  private func empty(_ page: DeletedPage, _ request: ScreenRequest) -> any Component {
    let say = request.say
    if page.next != nil { return HistoryNote(say("Nothing was found among the newest changes.")) }
    if !request.search.isEmpty { return EmptyState.nothingFound(for: request.search, list: path, say) }
    return EmptyState(
      title: say("Nothing in the trash"), text: say("What is deleted is found here, and can be brought back."))
  }

  /// Restores a deleted record and redirects to it.
  func bringBack(_ number: Int64, _ form: SubmittedForm) async throws -> ScreenDocument {
    do {
      let outcome = try await screens.store.bringBack(number, .screen)
      return .seeOther(try await address(form[DeletedRows.recordName] ?? ""), changeSet: outcome.changeSet)
    } catch StoreError.cannotUndo(let reason) {
      throw ScreenFault.cannotBringBack(reason, back: path)
    }
  }

  // The address of the record; the trash if no screen shows it.
  private func address(_ step: String) async throws -> URLPath {
    guard let record = try await RecordOrigin.record(step, screens), let id = record.id,
      screens.screen(of: record.entity) != nil
    else { return path }
    return screens.path(of: record.entity).appending(id)
  }
}
