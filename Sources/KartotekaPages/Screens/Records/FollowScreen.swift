import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The conditions and values of a form's fields that formulas compute: when the form is opened, and while somebody fills it in.
struct FollowScreen: Sendable {
  let list: ListScreen

  /// The names of fields that a person has typed into.
  static let typed = "_touched"
  /// The names of the fields that have had a value in the form of a new record, by a formula or a person: one that is empty was
  /// emptied. One that never had a value gets that of its formula when the record is saved.
  private static let begun = "_begun"

  /// The names of the fields of a submitted form that have had a value.
  static func begun(in form: SubmittedForm) -> Set<String> {
    Set((form[begun] ?? "").split(separator: ",").map(String.init))
  }

  private var screens: AppScreens { list.screens }
  private var entity: EntityDescription { list.entity }

  /// The address for the form of a record, or of a new one; nil for an entity without such formulas.
  func address(of id: RecordID?) -> URLPath? {
    guard entity.hasFollowing else { return nil }
    let path = screens.path(of: entity).appending("follow")
    return id.map { path.with("record", String($0)) } ?? path
  }

  /// The answers for a form that is being filled in, as a part of a page.
  func answer(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    var stored: AnyRecord?
    if let id = request.query["record"].flatMap({ RecordID($0) }) {
      stored = try await screens.store.record(entity, id: id)
    }
    let draft = RecordDraft(form, over: stored ?? AnyRecord(entity), request.say)
    let typed = Set((form[Self.typed] ?? "").split(separator: ",").map(String.init))
    let followed = try await screens.store.following(DraftRows(draft.record), typed: typed)
    let answers = entity.columns.enumerated().compactMap { position, column -> FollowedFields.Answer? in
      let isFollowing = column.shownIf != nil || column.requiredIf != nil || column.defaultFormula != nil
      guard isFollowing else { return nil }
      return FollowedFields.Answer(
        column, isHidden: followed.hidden.contains(column.name),
        isNeeded: column.requiredIf.map { _ in followed.needed.contains(column.name) },
        text: followed.values[column.name].map { text($0, at: position) })
    }
    return .part { $0.add(FollowedFields(answers)) }
  }

  private func text(_ value: Value, at position: Int) -> String {
    var record = AnyRecord(entity)
    record.values[position] = value
    return record.text(at: position)
  }

  /// The hidden field of the form of a new record that says which fields have had a value.
  static func mark(of draft: RecordDraft) -> [(name: String, value: String)] {
    let names = draft.record.entity.columns.filter { $0.defaultFormula != nil }.map(\.name)
    guard draft.record.id == nil, !names.isEmpty else { return [] }
    let begun = names.filter { draft.begun.contains($0) || draft.texts[$0]?.isEmpty == false }
    return [(self.begun, begun.joined(separator: ","))]
  }

  /// A new record with the values of formulas, but for those that it was given already.
  func begun(_ record: AnyRecord) async throws -> AnyRecord {
    guard entity.columns.contains(where: { $0.defaultFormula != nil }) else { return record }
    let given = Set(entity.columns.indices.filter { !record.values[$0].isNull }.map { entity.columns[$0].name })
    var begun = record
    for (name, value) in try await screens.store.following(DraftRows(record), typed: given).values {
      begun[name] = value
    }
    return begun
  }

  /// The fields of a form as formulas want them. A field with a fault is shown.
  func followed(_ fields: [FormField], _ record: AnyRecord) async throws -> [FormField] {
    guard entity.hasFollowing else { return fields }
    let all = Set(entity.columns.map(\.name))
    let now = try await screens.store.following(DraftRows(record), typed: all)
    let first =
      record.id == nil && entity.columns.contains { $0.defaultFormula != nil }
      ? try await screens.store.following(DraftRows(record), typed: []).values : [:]
    return fields.map { field in
      var field = field
      let name = field.column.name
      field.isFollowedAway = now.hidden.contains(name) && field.error == nil
      field.isNeeded = now.needed.contains(name)
      if let position = entity.position(of: name) { field.begins = first[name].map { text($0, at: position) } }
      return field
    }
  }
}
