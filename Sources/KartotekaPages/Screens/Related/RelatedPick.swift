import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The sheet for choosing the record of a to-one relationship, or none. It carries all input of its form.
struct RelatedPick: Sendable {
  let relationship: RelationshipDescription
  private let others: RelatedRecords

  /// The sheet that a form requests; nil if it requests none.
  init?(_ form: SubmittedForm, _ screens: AppScreens, of entity: EntityDescription) {
    guard case .choose(let name) = FormMessage(form).intent, let relationship = entity.relationship(name),
      relationship.cardinality == .toOne,
      let target = screens.description.model.entity(named: relationship.target)
    else { return nil }
    self.relationship = relationship
    others = RelatedRecords(screens, of: target)
  }

  /// The sheet above a form with a draft.
  func sheet(
    _ draft: RecordDraft, _ form: SubmittedForm, action: URLPath, _ request: ScreenRequest
  ) async throws -> ChoiceForm {
    let say = request.say
    let message = FormMessage(form)
    let (search, limit) = (message.sheetSearch, TickedChoice.limit(message))
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
    var sheet = ChoiceForm(
      title: say(relationship.placeholder ?? relationship.label), kind: .one(name: relationship.name, none: none),
      action: action, intents: (.edit, .choose(relationship.name)),
      search: (search, say("Search {counted}", ["counted": .text(say.counted(all, others.entity.nouns))])))
    sheet.groups = [.init(choices: choices)]
    sheet.hidden = hidden(draft, message, now, request)
    if page.next != nil, limit < RowLimits.mostInSheet { sheet.more = limit * 2 }
    return sheet
  }

  private func chosen(_ id: RecordID?) async throws -> AnyRecord? {
    guard let id else { return nil }
    return try await others.screens.store.record(others.entity, id: id)
  }

  private func choice(
    _ record: AnyRecord, _ title: String, isChosen: Bool, _ say: Localizer
  ) -> ChoiceForm.Choice {
    .init(id: record.id ?? 0, title: title, detail: others.detail(of: record, say), isChosen: isChosen)
  }

  // Cancel restores the initial choice, also after a search. A choice that the search hides is kept: of several values in the
  // form the last one counts.
  private func hidden(
    _ draft: RecordDraft, _ sent: FormMessage, _ now: RecordID?, _ request: ScreenRequest
  ) -> [(name: String, value: String)] {
    var hidden =
      draft.message.fields
      + draft.texts.filter { $0.key != relationship.name }.map { ($0.key, $0.value) }
      .sorted { $0.0 < $1.0 }
      + draft.hiddenFiles + draft.ticked.map(\.field) + draft.carriedTags
    hidden.append((relationship.name, ""))
    var message = request.originMessage
    message.screen = request.on
    message.choosing = relationship.name
    message.chosenBefore = sent.chosenBefore ?? now.map(String.init) ?? ""
    return hidden + message.fields
  }
}
