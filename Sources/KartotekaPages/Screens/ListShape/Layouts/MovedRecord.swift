import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// A record of which one value is changed, since it was moved to another column of a board or another day.
private struct MovedRecord: EditDraft {
  let field: String
  /// The stored value when the record was moved.
  let before: Value
  let record: AnyRecord
  let fault: FieldFault?

  var isValid: Bool { fault == nil }

  func conflicts(with stored: AnyRecord) -> Bool {
    stored[field] != before && stored[field] != record[field]
  }

  func save(over stored: AnyRecord, in transaction: Transaction) throws -> AnyRecord {
    var changed = stored
    changed[field] = record[field]
    return try transaction.update(changed, ifStill: stored.fingerprint)
  }
}

extension AppScreens {
  /// Sets one value of a record (`to`), unless somebody else has changed it (`was`).
  /// - Parameters:
  ///   - address: the address after that.
  ///   - refused: the page with the reason why it was not moved.
  func move(
    _ id: RecordID, of entity: EntityDescription, by field: String, _ form: SubmittedForm, _ say: Localizer,
    to address: URLPath, refused: (String, HTTPResponse.Status) async throws -> ScreenDocument
  ) async throws -> ScreenDocument {
    guard let position = entity.position(of: field) else { throw ScreenFault.noSuchPage }
    var notation = ValueNotation(typedBy: say)
    notation.timeZone = say.timeZone
    let (to, was) = (form["to"] ?? "", form["was"] ?? "")
    let before = entity.columns[position].storedValue(was)
    let result = try await store.save(
      read: { try await store.record(entity, id: id) },
      draft: { (stored: AnyRecord) -> MovedRecord in
        var record = stored
        let fault = record.read(text: to, at: position, in: notation)
        let broken = entity.faults(in: record).first { $0.field == field }
        return MovedRecord(field: field, before: before, record: record, fault: fault ?? broken)
      })
    func page(_ reason: String, _ record: AnyRecord, _ status: HTTPResponse.Status) async throws -> ScreenDocument {
      let title = try await title(of: record, say)
      return try await refused(
        say("{title} was not moved: {reason}", ["title": .text(title), "reason": .text(reason)]), status)
    }
    switch result {
    case .saved(_, _, let changeSet): return .seeOther(address, changeSet: changeSet)
    case .gone: return try await refused(say("Somebody has deleted this card meanwhile."), .notFound)
    case .invalid(let draft):
      return try await page(draft.fault.map { say($0.phrase) } ?? "", draft.record, .unprocessableContent)
    case .conflict(_, let stored):
      return try await page(say("Somebody else has moved it meanwhile."), stored, .conflict)
    case .refused(let draft, let error):
      guard let refusal = StoreRefusal(error, of: entity, in: description.model, say) else { throw error }
      var reasons = refusal.fields.sorted { $0.key < $1.key }.map(\.value)
      if let fault = refusal.fault { reasons.insert(fault, at: 0) }
      return try await page(reasons.joined(separator: " "), draft.record, refusal.status())
    case .answered(let document): return document
    }
  }
}

extension ColumnDescription {
  /// The value whose stored text a page has.
  fileprivate func storedValue(_ text: String) -> Value {
    if text.isEmpty { return .null }
    if case .toOne = self { return RecordID(text).map(Value.integer) ?? .null }
    return .text(text)
  }
}

// Moving records of a list's board or calendar: `/northwind/products/move/5?layout=board:category`.
extension ListScreen {
  /// The address of moved records, one deeper.
  var movePath: URLPath {
    let path = screens.path(of: entity).appending("move")
    return entity.isKeyed ? path.withMarkedIDs() : path
  }

  /// The sheet from which a card of a board is moved.
  func moving(_ id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let board = request.shape.layout.board.flatMap({ Board(self, $0) }), board.canMove else {
      throw ScreenFault.noSuchPage
    }
    return try await board.sheet(id, request)
  }

  /// Moves a record.
  func move(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    if let calendar = CalendarPages(self, request) { return try await calendar.move(id, form, request) }
    guard let board = request.shape.layout.board.flatMap({ Board(self, $0) }), board.canMove else {
      throw ScreenFault.noSuchPage
    }
    var shown = request
    shown.address = screens.list(tab, request)
    return try await screens.move(
      id, of: entity, by: board.column.name, form, request.say, to: shown.address,
      refused: { [shown] in try await page(shown, sheet: nil, status: $1, fault: $0) })
  }
}
