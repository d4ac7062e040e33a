import Hummingbird
import KartotekaModel
import KartotekaStore

/// Deleting a record. Undo is offered afterwards; it is asked first only where other records are touched too.
struct DeletionScreen: Sendable {
  let list: ListScreen

  private var screens: AppScreens { list.screens }
  private var entity: EntityDescription { list.entity }

  /// Deletes, or asks.
  func delete(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> Response {
    guard let record = try await screens.store.record(entity, id: id) else {
      throw ScreenFault.noSuchRecord(entity, list)
    }
    if form["_confirmed"] == nil, let question = try await question(record, request) { return question }
    let neighbour = try await neighbour(of: id, request)
    do {
      let outcome = try await screens.store.perform(.screen) { [entity] in try $0.delete(entity, id: id) }
      var path = screens.list(list.tab, search: request.search)
      if let neighbour { path = path.with("near", String(neighbour)) }
      return .seeOther(path, deed: outcome.deed, of: screens.app)
    } catch StoreError.denied(_, _, let referrers) {
      throw ScreenFault.denied(record.title(in: request.say), referrers, list, id)
    }
  }

  // What stands after it in the list, else before it: where the eye is.
  private func neighbour(of id: RecordID, _ request: ScreenRequest) async throws -> RecordID? {
    var fetch = AnyFetchRequest(entity.name)
    fetch.search = request.search
    fetch.sort = list.list.sort
    fetch.position = .around(id)
    fetch.limit = 3
    fetch.wantsTotal = false
    let records = try await screens.store.fetch(fetch).records
    guard let index = records.firstIndex(where: { $0.id == id }) else { return nil }
    return index + 1 < records.count ? records[index + 1].id : index > 0 ? records[index - 1].id : nil
  }

  private func question(_ record: AnyRecord, _ request: ScreenRequest) async throws -> Response? {
    guard !screens.description.model.references(to: entity).isEmpty else { return nil }
    let touched = try await screens.store.consequences(of: entity, id: record.id ?? 0)
    guard !touched.isEmpty else { return nil }
    let say = request.say
    let title = record.title(in: say)
    let path = screens.path(of: entity).appending(record.id ?? 0)
    let sheet = ConfirmSheet(
      title: say("Delete {title}?", ["title": .text(title)]),
      text: say("This also touches other cards. It can be undone."),
      affected: touched.map { touch in
        let counted = Phrase.Argument.text(say.counted(touch.count, touch.entity.nouns))
        return touch.rule == .cascade
          ? say("{counted} will be deleted too", ["counted": counted])
          : say("{counted} will lose the connection", ["counted": counted])
      }, verb: say("Delete"), action: path.appending("delete"),
      cancel: path.with("search", unlessEmpty: request.search),
      hidden: [("_confirmed", "yes")] + (request.search.isEmpty ? [] : [("_search", request.search)]))
    return try await RecordScreen(list: list).page(RecordDraft(record, say), request, sheet: sheet)
  }
}
