import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// A record whose start is changed, and nothing else.
private struct MovedRecord: EditDraft {
  let start: String
  /// The stored start when the record was dragged.
  let before: Value
  let record: AnyRecord
  let fault: FieldFault?

  var isValid: Bool { fault == nil }

  func conflicts(with stored: AnyRecord) -> Bool {
    stored[start] != before && stored[start] != record[start]
  }

  func save(over stored: AnyRecord, in transaction: Transaction) throws -> AnyRecord {
    var changed = stored
    changed[start] = record[start]
    return try transaction.update(changed, ifStill: stored.fingerprint)
  }
}

extension CalendarPages {
  /// Moves a record to a day or moment (`to`), unless somebody else has changed its start (`was`).
  func move(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let (pages, day) = asked(request)
    return try await pages.move(id, form, day, request)
  }

  private func move(
    _ id: RecordID, _ form: SubmittedForm, _ day: CalendarDate, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    guard let position = entity.position(of: start.name) else { throw ScreenFault.noSuchPage }
    var notation = ValueNotation(typedBy: say)
    notation.timeZone = say.timeZone
    let (to, was) = (form["to"] ?? "", Value.text(form["was"] ?? ""))
    let result = try await store.save(
      read: { try await store.record(entity, id: id) },
      draft: { (stored: AnyRecord) -> MovedRecord in
        var record = stored
        let fault = record.read(text: to, at: position, in: notation)
        let broken = entity.faults(in: record).first { $0.field == start.name }
        return MovedRecord(start: start.name, before: was, record: record, fault: fault ?? broken)
      })
    func refused(_ reason: String, _ record: AnyRecord?, _ status: HTTPResponse.Status) async throws -> ScreenDocument {
      var text = reason
      if let record {
        text = say(
          "{title} was not moved: {reason}",
          ["title": .text(try await screens.title(of: record, say)), "reason": .text(reason)])
      }
      return try await page(around: day, request, status: status, fault: text)
    }
    switch result {
    case .saved(_, _, let changeSet): return .seeOther(address(day), changeSet: changeSet)
    case .gone: return try await refused(say("Somebody has deleted this card meanwhile."), nil, .notFound)
    case .invalid(let draft):
      return try await refused(draft.fault.map { say($0.phrase) } ?? "", draft.record, .unprocessableContent)
    case .conflict(_, let stored):
      return try await refused(say("Somebody else has moved it meanwhile."), stored, .conflict)
    case .refused(let draft, let error):
      guard let refusal = StoreRefusal(error, of: entity, in: screens.description.model, say) else { throw error }
      var reasons = refusal.fields.sorted { $0.key < $1.key }.map(\.value)
      if let fault = refusal.fault { reasons.insert(fault, at: 0) }
      return try await refused(reasons.joined(separator: " "), draft.record, refusal.status())
    case .answered(let document): return document
    }
  }
}
