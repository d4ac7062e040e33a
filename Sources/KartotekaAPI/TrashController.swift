import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The trash: `GET /api/{app}/trash` lists deleted records, `POST /api/{app}/trash/{id}/restore` restores one with everything
/// that was deleted together with it.
struct TrashController: Sendable {
  let app: RunningApp

  private var writer: HistoryJSON { HistoryJSON(app: app) }

  @RowBuilder<APIOperation> var operations: [APIOperation] {
    let path = app.route.appendingPath("trash")
    APIOperation(.get, path, needs: .see, list) {
      OpenAPIOperation(
        "listDeletedRecords", "The restorable deleted records, the last deleted first", tag: OpenAPIHistory.tag,
        parameters: OpenAPIParameters.references(["Limit", "Cursor", "Search"]) + [HistoryController.entity(of: app)],
        answers: ["200": .answer("The response", .schema("DeletedPage"))])
    }
    APIOperation(.post, path.appendingPath("{id}/restore"), needs: .change, restore) {
      OpenAPIOperation(
        "restoreDeletedRecord", "Restores a deleted record with everything that was deleted together with it",
        tag: OpenAPIHistory.tag, answers: ["200": .answer("The response", .schema("Changeset"))], problems: [409])
    }
  }

  @Sendable private func list(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Query(request)
    let page = try HistoryPage(query)
    let entity: EntityDescription? = if let name = query["entity"] { try writer.entity(name) } else { nil }
    let store = app.store(for: context)
    let found = try await store.deletedRecords(
      of: entity, writer.search(query, request), before: page.before, limit: page.limit)
    let undoable = try await store.undoable(found.records.map(\.changeSet), as: .api)
    return writer.answer(request) { json, say in
      writer.writePage(found.records, total: nil, next: found.next?.description, to: &json) { deleted, json in
        json.key("id")
        json.int(deleted.number)
        json.key("entity")
        json.string(deleted.record.entity.plural)
        json.key("record")
        json.int(deleted.record.id ?? 0)
        json.key("values")
        write(deleted.record, to: &json)
        json.key("changeset")
        json.beginObject()
        let isUndoable = undoable.contains(deleted.changeSet.id)
        writer.write(deleted.changeSet, say, canBeUndone: isUndoable, to: &json)
        json.endObject()
      }
    }
  }

  private func write(_ record: AnyRecord, to json: inout JSONWriter) {
    let fields = HistoryFields(record.entity)
    json.beginObject()
    for (column, value) in zip(record.entity.columns, record.values) {
      json.key(column.name)
      fields.write(value, of: column.name, to: &json)
    }
    json.endObject()
  }

  @Sendable private func restore(_ request: Request, _ context: WebContext) async throws -> Response {
    let text = context.parameters.get("id") ?? ""
    let store = app.store(for: context)
    guard let number = Int64(text), try await store.hasDeletion(number) else {
      throw Problem(.notFound, Phrase("There is no deleted record {id}.", ["id": .text(text.shortened)]))
    }
    let outcome = try await store.bringBack(number, .api)
    guard let id = outcome.changeSet, let changeSet = try await store.changeSet(id) else {
      throw StoreError.cannotUndo("Nothing is new")
    }
    let canBeUndone = try await !store.undoable([changeSet], as: .api).isEmpty
    return writer.answer(request, changeSet, canBeUndone: canBeUndone)
  }
}
