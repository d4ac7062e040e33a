import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The deletion of a record. It can be undone; a confirmation is required only if other records are affected.
struct DeletionScreen: Sendable {
  let list: ListScreen

  private var screens: AppScreens { list.screens }
  private var entity: EntityDescription { list.entity }

  /// Deletes the record, or asks first.
  func delete(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let record = try await screens.store.record(entity, id: id) else {
      throw ScreenFault.noSuchRecord(list)
    }
    // A refused deletion needs no confirmation.
    if let closing = record.closing {
      let sheet = try await screens.refusal(
        of: record, closing, of: entity.name, id, close: back(to: record, form, request), request.say)
      return try await page(sheet, above: record, form, request, status: .conflict)
    }
    if !FormMessage(form).isConfirmed, let question = try await question(record, form, request) { return question }
    let origin = try await RecordOrigin(of: id, list, request)
    let neighbour = try await screens.store.neighbour(of: id, in: try await order(request))
    do {
      let outcome = try await screens.store.perform(.screen) { [entity] in try $0.delete(entity, id: id) }
      var path = screens.list(list.tab, request)
      if let neighbour { path = path.with("near", String(neighbour)) }
      if !origin.via.isEmpty { path = origin.href }
      return .seeOther(path, changeSet: outcome.changeSet)
    } catch StoreError.denied {
      let sheet = try await screens.refusal(of: record, close: back(to: record, form, request), request.say)
      return try await page(sheet, above: record, form, request, status: .conflict)
    } catch StoreError.closed(let owner, let id, let closing) {
      // For a part, the action that reopens its owner.
      let sheet = try await screens.refusal(
        of: record, closing, of: owner, id, close: back(to: record, form, request), request.say)
      return try await page(sheet, above: record, form, request, status: .conflict)
    }
  }

  // A sheet above the record's card, or above the table in whose row the deletion began.
  private func page(
    _ sheet: Sheet, above record: AnyRecord, _ form: SubmittedForm, _ request: ScreenRequest,
    status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    if isOfTable(form, request) {
      return try await list.page(request.selecting(record.id), sheet: sheet, status: status)
    }
    return try await RecordScreen(list: list).page(
      RecordDraft(record, request.say), request, status: status, sheet: sheet)
  }

  private func isOfTable(_ form: SubmittedForm, _ request: ScreenRequest) -> Bool {
    FormMessage(form).screen == FormMessage.listScreen && list.layout(request) == .table
  }

  // Close leads back to where the deletion began.
  private func back(to record: AnyRecord, _ form: SubmittedForm, _ request: ScreenRequest) -> URLPath {
    isOfTable(form, request)
      ? screens.list(list.tab, request).with("selected", String(record.id ?? 0)) : address(of: record, request)
  }

  private func order(_ request: ScreenRequest) async throws -> AnyFetchRequest {
    try await list.fetchRequest(request, ListNarrowing(request.only, of: list, request.say))
  }

  private func question(
    _ record: AnyRecord, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument? {
    // Cancel returns to the list if the deletion began in a row.
    let isOfRow = FormMessage(form).screen == FormMessage.listScreen
    let path = screens.path(of: entity).appending(record.id ?? 0)
    let sheet = try await screens.deletionQuestion(
      record, delete: path.appending("delete"),
      cancel: isOfRow
        ? try await RecordOrigin(of: record.id ?? 0, list, request).href : address(of: record, request),
      hidden: request.originMessage.fields, request.say)
    guard let sheet else { return nil }
    return try await page(sheet, above: record, form, request)
  }

  private func address(of record: AnyRecord, _ request: ScreenRequest) -> URLPath {
    screens.path(of: entity).appending(record.id ?? 0).with(list: request).with("via", unlessEmpty: request.via ?? "")
  }
}
