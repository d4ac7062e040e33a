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
      throw ScreenFault.noSuchRecord(list)
    }
    if form["_confirmed"] == nil, let question = try await question(record, request) { return question }
    let origin = try await RecordOrigin(of: id, list, request)
    let neighbour = try await screens.store.neighbour(of: id, in: order(request))
    do {
      let outcome = try await screens.store.perform(.screen) { [entity] in try $0.delete(entity, id: id) }
      var path = screens.list(list.tab, search: request.search)
      if let neighbour { path = path.with("near", String(neighbour)) }
      if !origin.via.isEmpty { path = origin.href }
      return .seeOther(path, deed: outcome.deed, of: screens.app)
    } catch StoreError.denied(_, _, let referrers) {
      throw ScreenFault.denied(record.title(in: request.say), referrers, list, id)
    }
  }

  private func order(_ request: ScreenRequest) -> AnyFetchRequest {
    var fetch = AnyFetchRequest(entity.name)
    fetch.search = request.search
    fetch.sort = list.list.sort
    fetch.collation = request.collation
    return fetch
  }

  private func question(_ record: AnyRecord, _ request: ScreenRequest) async throws -> Response? {
    let path = screens.path(of: entity).appending(record.id ?? 0)
    let sheet = try await screens.deletionQuestion(
      record, delete: path.appending("delete"),
      cancel: path.with("search", unlessEmpty: request.search).with("via", unlessEmpty: request.via ?? ""),
      hidden: [("_search", request.search), ("_via", request.via ?? "")].filter { !$0.1.isEmpty }, request.say)
    guard let sheet else { return nil }
    return try await RecordScreen(list: list).page(RecordDraft(record, request.say), request, sheet: sheet)
  }
}
