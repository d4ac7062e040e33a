import KartotekaHTML
import KartotekaModel
import KartotekaStore

// Deletion of records in lists and tables.
extension AppScreens {
  /// The question before a deletion that affects other records; nil if it affects none or is denied.
  func deletionQuestion(
    _ record: AnyRecord, delete: URLPath, cancel: URLPath, hidden: [(name: String, value: String)] = [],
    _ say: Localizer
  ) async throws -> ConfirmSheet? {
    guard !description.model.references(to: record.entity).isEmpty else { return nil }
    let touched = try await store.consequences(of: record.entity, id: record.id ?? 0)
    guard !touched.isEmpty, !touched.contains(where: { $0.rule == .deny }) else { return nil }
    var affected: [ConfirmSheet.Affected] = []
    for touch in touched {
      let counted = Phrase.Argument.text(say.counted(touch.ids.count, touch.entity.nouns))
      let text =
        touch.rule == .cascade
        ? say("{counted} will be deleted too", ["counted": counted])
        : say(
          "In {counted}, “{field}” becomes empty", ["counted": counted, "field": .text(say(touch.relationship.label))])
      let rows = try await links(to: touch, say)
      let names = rows.map(\.title) + (rows.count < touch.ids.count ? ["…"] : [])
      affected.append(.init(text: text, names: names.joined(separator: ", ")))
    }
    return ConfirmSheet(
      title: say("Delete {title}?", ["title": .text(try await title(of: record, say))]),
      text: say("This also touches other cards. It can be undone."), affected: affected, verb: say("Delete"),
      action: delete, cancel: cancel, hidden: FormMessage(isConfirmed: true).fields + hidden)
  }

  /// The reason why a record can't be deleted, with links to the records that prevent it.
  func refusal(of record: AnyRecord, close: URLPath, _ say: Localizer) async throws -> RefusalSheet {
    let kept = try await store.consequences(of: record.entity, id: record.id ?? 0).filter { $0.rule == .deny }
    var groups: [RowGroup] = []
    for consequence in kept {
      let rows = try await links(to: consequence, say)
      let more = consequence.ids.count - rows.count
      groups.append(
        RowGroup(
          title: say.counted(consequence.ids.count, consequence.entity.nouns), rows: rows,
          note: more > 0 ? say("And {count} more.", ["count": .count(more)]) : nil))
    }
    return RefusalSheet(
      title: say("{title} can't be deleted", ["title": .text(try await title(of: record, say))]),
      text: say(
        "{counted} still belong to it. Delete or change those first; nothing was deleted.",
        ["counted": .text(groups.compactMap(\.title).joined(separator: ", "))]), groups: groups, close: close)
  }

  /// The reason why a closed record, or a part of one, can't be deleted, with the action that reopens it.
  func refusal(
    of record: AnyRecord, _ closing: Closing, of owner: String, _ id: RecordID, close: URLPath, _ say: Localizer
  ) async throws -> RefusalSheet {
    var sheet = RefusalSheet(
      title: say("{title} can't be deleted", ["title": .text(try await title(of: record, say))]),
      text: say(Phrase(closing.reason)), groups: [], close: close)
    if let entity = description.model.entity(named: owner),
      let action = description.actions.first(where: { $0.name == closing.reopening })
    {
      let href = path(of: entity).appending(id).appending("actions").appending(action.name)
      sheet.groups = [RowGroup(rows: [LinkRow(title: say(action.title), href: href)])]
    }
    return sheet
  }

  // The first affected records, without their common titles.
  private func links(to consequence: DeletionConsequence, _ say: Localizer) async throws -> [LinkRow] {
    let entity = consequence.entity
    var request = AnyFetchRequest(entity.name)
    let shown = consequence.ids.prefix(5)
    request.predicate = .compare("id", .in, shown.map(Value.integer))
    request.include = entity.titleRelationships.map(\.name)
    request.wantsTotal = false
    let page = try await store.fetch(request)
    let isReachable = screen(of: entity) != nil
    return page.records.map { record in
      LinkRow(
        title: record.title(in: say, related: page.included, omitting: consequence.relationship.name),
        href: isReachable ? path(of: entity).appending(record.id ?? 0) : nil)
    }
  }

  /// The sentence for a denied deletion: "Anna Kowalska still has 3 cities".
  func denial(of record: AnyRecord, _ referrers: [StoreError.Referrer], _ say: Localizer) -> String {
    let counted = referrers.map { referrer in
      let nouns = description.model.entity(named: referrer.entity)?.nouns ?? Nouns("record", "records")
      return say.counted(referrer.count, nouns)
    }
    return say(
      "{title} still has {counted}.",
      ["title": .text(record.title(in: say)), "counted": .text(counted.joined(separator: ", "))])
  }

  /// Links to the records that prevent a deletion.
  func links(
    to referrers: [StoreError.Referrer], of id: RecordID, _ say: Localizer
  ) -> [(title: String, href: URLPath)] {
    referrers.compactMap { referrer in
      guard let entity = description.model.entity(named: referrer.entity), let screen = screen(of: entity) else {
        return nil
      }
      let query = SubmittedForm([referrer.relationship: RelatedText.text(of: id)])
      return (
        say("Show them in {screen}", ["screen": .text(say(screen.tab.title))]),
        screen.address(showing: nil, keeping: query)
      )
    }
  }
}

extension Store {
  /// The record after a given one in the order of a request, else the one before, which is focused after a deletion.
  func neighbour(of id: RecordID, in request: AnyFetchRequest) async throws -> RecordID? {
    var request = request
    request.position = .around(id)
    request.limit = 3
    request.wantsTotal = false
    request.include = []
    let records = try await fetch(request).records
    guard let index = records.firstIndex(where: { $0.id == id }) else { return nil }
    return index + 1 < records.count ? records[index + 1].id : index > 0 ? records[index - 1].id : nil
  }
}
