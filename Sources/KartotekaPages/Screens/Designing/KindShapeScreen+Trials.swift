import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaStore

// What formulas come to in the stored records, while a person is typing them.
extension KindShapeScreen {
  /// The time for which records are compared before an answer.
  static let longestTrial = Duration.milliseconds(30)
  // The records whose values, or titles, are shown.
  private static let mostShown = 3

  // The entity as it is stored, if it has what a formula needs: a field that was added by the same change has no values yet.
  private func stored(_ formula: Formula?) -> EntityDescription? {
    let model = shape.screens.description.model
    guard let entity = model.entity(named: entity.name) else { return nil }
    if let formula, (try? FormulaCheck(model).type(of: formula, entity)) == nil { return nil }
    return entity
  }

  /// The condition of a state or a filter that a draft has as a formula.
  func condition(_ draft: RecordDraft, _ say: Localizer) throws(ShapeFault) -> FetchPredicate {
    try document.stateCondition(draft.text("formula"), of: entity.name, in: say.language, words: { say($0) })
  }

  /// The number of records for which such a condition is yes, and the first of them; nil for one that formulas do not have.
  func matches(of condition: FetchPredicate, _ say: Localizer) async throws -> String? {
    let model = shape.screens.description.model
    guard let stored = model.entity(named: entity.name), let formula = condition.formula(of: stored, in: model) else {
      return nil
    }
    return try await matches(of: formula, say)
  }

  /// The number of records for which a condition is yes, and the first of them.
  func matches(of condition: Formula, _ say: Localizer) async throws -> String {
    guard let entity = stored(condition) else { return say("The value appears on each record after it is added.") }
    let found = try await shape.screens.store.matching(
      condition, of: entity, first: Self.mostShown, within: Self.longestTrial)
    let count = Phrase("The formula is yes for {count} records", ["count": .count(found.count)])
    var text = found.count == 0 ? say("The formula is yes for no record") : say(count)
    let names = found.records.map { $0.title(in: say) } + (found.count > found.records.count ? ["…"] : [])
    if !names.isEmpty { text += ": " + names.joined(separator: ", ") }
    return text + (found.remark(say).map { ". " + $0 } ?? "")
  }

  /// The values that a computation has in the first records.
  func values(of source: ComputedSource, as attribute: AttributeDescription, _ say: Localizer) async throws -> String {
    guard let entity = stored(source.formula) else { return say("The value appears on each record after it is added.") }
    var request = AnyFetchRequest(entity.name)
    request.limit = Self.mostShown
    let ids = try await shape.screens.store.fetch(request).records.compactMap(\.id)
    guard !ids.isEmpty else { return say("There is no record yet.") }
    let values = try await shape.screens.store.results(of: source, as: attribute, entity, ids: ids)
    let shown = ids.map { id in
      guard let value = values[id], !value.isNull else { return say("empty") }
      return attribute.behavior.display(value, for: attribute, in: say)
    }
    if shown.count == 1 { return say("In the first record: {value}", ["value": .text(shown[0])]) }
    return say("In the first records: {values}", ["values": .text(shown.joined(separator: "; "))])
  }
}

extension FoundByFormula {
  /// The remark where not all records were compared; nil where they were.
  func remark(_ say: Localizer) -> String? {
    isWhole ? nil : say(Phrase("Only the first {count} records were compared.", ["count": .count(compared)]))
  }
}
