import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// A block of cells that is pasted into a list's table: `5:unitPrice=7`, `5:category=Tea`, `6:unitPrice=9`.
///
/// All values are checked before the first one is stored. They are stored in one change set, or not at all.
struct CellBlock: Sendable {
  /// The maximum number of cells.
  private static let most = 10_000

  /// Why the store refused a record.
  private struct Refusal: Error {
    let id: RecordID
    let error: StoreError
  }

  let list: ListScreen

  private var entity: EntityDescription { list.entity }
  private var store: Store { list.screens.store }

  /// The typed cells of a record: positions of columns, with texts.
  private typealias Cells = [(position: Int, text: String)]

  /// Stores the cells of a form. The response to refused ones is the part of a page with the reasons.
  func paste(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let cells = try cells(form, say)
    var refused = RefusedCells()
    if let columns = form["fixed"], !columns.isEmpty {
      refused.notes.append(say("These columns can't be changed here: {columns}", ["columns": .text(columns)]))
    }
    if form["beyond"] != nil {
      refused.notes.append(say("The block is larger than the table below and beside the cell."))
    }
    if cells.values.reduce(0, { $0 + $1.count }) > Self.most {
      refused.notes.append(say("At most {count} cells can be pasted at once.", ["count": .count(Self.most)]))
    }
    guard refused.isEmpty else { return document(refused) }
    let records = try await records(cells.keys.sorted())
    if records.count < cells.count { refused.notes.append(say("Somebody has deleted this card meanwhile.")) }
    var changed: [(stored: AnyRecord, record: AnyRecord)] = []
    for stored in records {
      let record = try await read(cells[stored.id ?? 0] ?? [], over: stored, &refused, say)
      if record.values != stored.values { changed.append((stored, record)) }
    }
    guard refused.isEmpty else { return document(refused) }
    do {
      let outcome = try await store.perform(.screen) { [changed] transaction in
        try transaction.requireExclusiveTransaction()
        for (stored, record) in changed {
          do {
            // Other cells keep what somebody else has stored since they were read.
            var current = try transaction.record(record.entity, id: record.id ?? 0) ?? record
            for position in record.values.indices where record.values[position] != stored.values[position] {
              current.values[position] = record.values[position]
            }
            _ = try transaction.checkingRulesAfter { try transaction.update(current) }
          } catch let error as StoreError {
            throw Refusal(id: record.id ?? 0, error: error)
          }
        }
        if changed.count > 1 {
          transaction.name = Phrase("Changed {count} records in a table", ["count": .count(changed.count)])
        }
      }
      return .seeOther(list.screens.list(list.tab, request), changeSet: outcome.changeSet)
    } catch let refusal as Refusal {
      try await explain(refusal, changed.map(\.record), &refused, say)
      return document(refused)
    }
  }

  private func document(_ refused: RefusedCells) -> ScreenDocument {
    .part(status: .unprocessableContent) { $0.add(refused) }
  }

  private func cells(_ form: SubmittedForm, _ say: Localizer) throws -> [RecordID: Cells] {
    let (editing, fields) = (CellScreen(list: list), ListShaping(list).fields(say))
    var cells: [RecordID: Cells] = [:]
    for name in form.names {
      let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      guard editing.isPossible, let id = RecordID(parts[0]), let field = fields.field(parts[1]),
        editing.isEditable(field), let position = entity.position(of: field.path)
      else { throw ScreenFault.noSuchPage }
      cells[id, default: []].append((position, form[name] ?? ""))
    }
    return cells
  }

  private func records(_ ids: [RecordID]) async throws -> [AnyRecord] {
    var records: [AnyRecord] = []
    for start in stride(from: 0, to: ids.count, by: AnyFetchRequest.limits.most) {
      var fetch = AnyFetchRequest(entity.name)
      let part = ids[start..<min(start + AnyFetchRequest.limits.most, ids.count)]
      fetch.predicate = .compare("id", .in, part.map(Value.integer))
      (fetch.limit, fetch.wantsTotal, fetch.readsBlobs) = (part.count, false, false)
      records += try await store.fetch(fetch).records
    }
    return records
  }

  private func read(
    _ cells: Cells, over stored: AnyRecord, _ refused: inout RefusedCells, _ say: Localizer
  ) async throws -> AnyRecord {
    var (record, reasons): (AnyRecord, [Int: String]) = (stored, [:])
    var notation = ValueNotation(typedBy: say)
    notation.timeZone = say.timeZone
    for (position, text) in cells {
      if case .toOne(let relationship) = entity.columns[position] {
        switch try await RelatedLookup(store: store, say: say).find(text, relationship) {
        case .nothing: record.values[position] = .null
        case .record(let id): record.values[position] = .integer(id)
        case .fault(let reason): reasons[position] = reason
        }
      } else if let fault = record.read(text: text, at: position, in: notation) {
        reasons[position] = say(fault.phrase)
      }
    }
    for fault in entity.faults(in: record) {
      guard let position = entity.position(of: fault.field), reasons[position] == nil,
        cells.contains(where: { $0.position == position })
      else { continue }
      reasons[position] = say(fault.phrase)
    }
    for (position, reason) in reasons.sorted(by: { $0.key < $1.key }) {
      let text = cells.first { $0.position == position }?.text ?? ""
      try await add(stored, position, text, reason, to: &refused, say)
    }
    return record
  }

  private func add(
    _ record: AnyRecord, _ position: Int?, _ text: String, _ reason: String, to refused: inout RefusedCells,
    _ say: Localizer
  ) async throws {
    // Titles are read for the cells that are listed.
    let title = refused.isFull ? "" : try await list.screens.title(of: record, say)
    let column = position.map { entity.columns[$0] }
    refused.add(
      RefusedCells.Cell(
        id: record.id ?? 0, field: column?.name ?? "", title: title, label: column.map { say($0.label) } ?? "",
        text: text, reason: reason))
  }

  private func explain(
    _ refusal: Refusal, _ changed: [AnyRecord], _ refused: inout RefusedCells, _ say: Localizer
  ) async throws {
    guard let record = changed.first(where: { $0.id == refusal.id }) else { throw refusal.error }
    let model = list.screens.description.model
    let words = StoreRefusal(refusal.error, of: entity, in: model, say)
    guard let words else { throw refusal.error }
    for (name, reason) in words.fields.sorted(by: { $0.key < $1.key }) {
      let position = entity.position(of: name)
      try await add(record, position, position.map(record.text) ?? "", reason, to: &refused, say)
    }
    if let fault = words.fault { try await add(record, nil, "", fault, to: &refused, say) }
  }
}
