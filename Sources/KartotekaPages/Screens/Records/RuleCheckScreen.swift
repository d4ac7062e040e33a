import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The check of a form by the application's rules while somebody fills it in, and the look for records that are like a new one.
/// Nothing is saved.
struct RuleCheckScreen: Sendable {
  let list: ListScreen

  private static let mostAlike = 3

  private var screens: AppScreens { list.screens }
  private var looksForDuplicates: Bool { list.entity.canHaveDuplicates && LinesScreen(list) == nil }

  /// The address for the form of a record, or of a new one; nil where there is nothing to check.
  func address(of id: RecordID?) -> URLPath? {
    let hasCode = screens.app.app.rules.contains { $0.entity == list.entity.name }
    let hasRules = hasCode || !list.entity.rules.isEmpty
    guard hasRules || id == nil && looksForDuplicates else { return nil }
    let path = screens.path(of: list.entity).appending("check")
    return id.map { path.with("record", String($0)) } ?? path
  }

  /// The faults of the rules, as a part of a page.
  func check(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let id = request.query["record"].flatMap { RecordID($0) }
    var stored: AnyRecord?
    if let id { stored = try await screens.store.record(list.entity, id: id) }
    let draft = RecordDraft(form, over: stored ?? AnyRecord(list.entity), request.say)
    // Code gets only what Save would give it.
    let isSound = list.entity.columns.indices.allSatisfy { position in
      draft.record.values[position].isNull || list.entity.fault(at: position, in: draft.record) == nil
    }
    let error = isSound ? try await screens.store.refusal(byRulesOf: draft.record, over: stored) : nil
    var faults = error.flatMap { StoreRefusal($0, of: list.entity, in: screens.description.model, request.say) }
    // Save reports fields whose text can't be read; their rules are not reported.
    for name in draft.errors.keys { faults?.fields[name] = nil }
    let alike = id == nil && looksForDuplicates ? try await alike(draft.record, request.say) : []
    return .part { [faults] in
      $0.add(RuleFaults(fields: faults?.fields ?? [:], fault: faults?.fault, alike: alike))
    }
  }

  private func alike(_ record: AnyRecord, _ say: Localizer) async throws -> [(title: String, href: URLPath)] {
    var found: [(title: String, href: URLPath)] = []
    for other in try await screens.store.records(like: record, limit: Self.mostAlike) {
      let href = screens.path(of: list.entity).appending(other.id ?? 0)
      found.append((try await screens.title(of: other, say), href))
    }
    return found
  }
}
