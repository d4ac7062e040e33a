import Hummingbird
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The sheet in which the one record is chosen that a to-one relationship leads to, or none. It is sent along with
/// everything typed in the form it was opened from, so that nothing of that is lost.
struct RelatedPick: Sendable {
  private static let verb = "choose:"

  let relationship: RelationshipDescription
  private let others: RelatedRecords

  /// The sheet that a form asks for; nil when it asks for none.
  init?(_ form: SubmittedForm, _ screens: AppScreens, of entity: EntityDescription) {
    guard let name = Self.name(form), let relationship = entity.relationship(name), relationship.cardinality == .toOne,
      let target = screens.description.model.entity(named: relationship.target)
    else { return nil }
    self.relationship = relationship
    others = RelatedRecords(screens, of: target)
  }

  // The sheet's button for more rows sends no deed beside its own name.
  private static func name(_ form: SubmittedForm) -> String? {
    guard let deed = form["_deed"] else { return form["_more"] == nil ? nil : form["_choosing"] }
    return deed.hasPrefix(verb) ? String(deed.dropFirst(verb.count)) : nil
  }

  /// What a form's button sends to open the sheet of a relationship.
  static func deed(_ relationship: RelationshipDescription) -> String { verb + relationship.name }

  /// The sheet over a form that shows a draft.
  func sheet(
    _ draft: RecordDraft, _ form: SubmittedForm, action: URLPath, _ request: ScreenRequest
  ) async throws -> ChoiceSheet {
    let say = request.say
    let search = String((form["_find"] ?? "").prefix(200))
    let limit = min(TickedChoice.limits.most, max(TickedChoice.limits.usual, Int(form["_more"] ?? "") ?? 0))
    let now = draft.texts[relationship.name].flatMap { RecordID($0) }
    let chosen = try await chosen(now)
    let isOther = now.map { FetchPredicate.compare("id", .ne, [.integer($0)]) }
    let page = try await others.fetch(isOther, search: search, limit: limit, say)
    let all = try await others.screens.store.count(AnyFetchRequest(others.entity.name))
    var choices = page.records.map {
      choice($0, $0.title(in: say, related: page.included), isChosen: false, say)
    }
    if let chosen {
      let title = try await others.screens.title(of: chosen, say)
      choices.insert(choice(chosen, title, isChosen: true, say), at: 0)
    }
    let none = relationship.isRequired ? nil : say("None")
    var sheet = ChoiceSheet(
      title: say(relationship.placeholder ?? relationship.label), kind: .one(name: relationship.name, none: none),
      action: action, deeds: ("edit", Self.deed(relationship)),
      search: (search, say("Search {counted}", ["counted": .text(say.counted(all, others.entity.nouns))])),
      groups: [.init(choices: choices)], hidden: hidden(draft, form, now, request))
    if page.next != nil, limit < TickedChoice.limits.most { sheet.more = limit * 2 }
    return sheet
  }

  private func chosen(_ id: RecordID?) async throws -> AnyRecord? {
    guard let id else { return nil }
    return try await others.screens.store.record(others.entity, id: id)
  }

  private func choice(
    _ record: AnyRecord, _ title: String, isChosen: Bool, _ say: Localizer
  ) -> ChoiceSheet.Choice {
    .init(id: record.id ?? 0, title: title, detail: others.detail(of: record, say), isChosen: isChosen)
  }

  // Cancel leads back to what was chosen before the sheet was opened, also after a search in it. None stays chosen
  // where a search hides it: a choice comes behind what is hidden, and the last one counts.
  private func hidden(
    _ draft: RecordDraft, _ form: SubmittedForm, _ now: RecordID?, _ request: ScreenRequest
  ) -> [(name: String, value: String)] {
    var hidden =
      draft.hidden
      + draft.texts.filter { $0.key != relationship.name }.map { ($0.key, $0.value) }
      .sorted { $0.0 < $1.0 }
      + draft.hiddenFiles
    hidden += [(relationship.name, ""), ("_choosing", relationship.name)]
    hidden.append(("_was", form["_was"] ?? now.map(String.init) ?? ""))
    if !request.search.isEmpty { hidden.append(("_search", request.search)) }
    if let via = request.via { hidden.append(("_via", via)) }
    if !request.on.isEmpty { hidden.append(("_on", request.on)) }
    return hidden
  }
}

extension SubmittedForm {
  /// Whether it is a step on the way to a draft, and not meant to be saved yet.
  var isDraft: Bool { ["edit", "cancel"].contains(self["_deed"]) }

  /// The same form with the choice that a sheet was opened with, where the sheet was cancelled.
  var settled: SubmittedForm {
    guard self["_deed"] == "cancel", let name = self["_choosing"] else { return self }
    var copy = self
    copy[name] = self["_was"] ?? ""
    return copy
  }
}
