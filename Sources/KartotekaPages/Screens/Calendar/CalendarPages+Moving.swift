import KartotekaHTML
import KartotekaModel

extension CalendarPages {
  /// Moves a record to a day or moment (`to`), unless somebody else has changed its start (`was`).
  func move(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let (pages, day) = try await asked(request)
    return try await screens.move(
      id, of: entity, by: start.name, form, request.say, to: pages.address(day),
      refused: { try await pages.page(around: day, request, status: $1, fault: $0) })
  }
}
