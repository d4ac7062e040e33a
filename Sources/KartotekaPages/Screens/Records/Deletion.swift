import KartotekaHTML
import KartotekaModel
import KartotekaStore

// Deletion of records in lists and tables.
extension AppScreens {
  /// The question before a deletion that affects other records; nil if it affects none or is denied.
  func deletionQuestion(
    _ record: AnyRecord, delete: URLPath, cancel: URLPath, hidden: [(name: String, value: String)] = [],
    _ say: Localizer
  ) async throws -> Sheet? {
    guard !description.model.references(to: record.entity).isEmpty else { return nil }
    let touched = try await store.consequences(of: record.entity, id: record.id ?? 0)
    guard !touched.isEmpty, !touched.contains(where: { $0.rule == .deny }) else { return nil }
    var affected: [LinkRow] = []
    for touch in touched {
      let counted = Phrase.Argument.text(say.counted(touch.ids.count, touch.entity.nouns))
      let text =
        touch.rule == .cascade
        ? say("{counted} will be deleted too", ["counted": counted])
        : say(
          "In {counted}, “{field}” becomes empty", ["counted": counted, "field": .text(say(touch.relationship.label))])
      let rows = try await links(to: touch, say)
      let names = rows.map(\.title) + (rows.count < touch.ids.count ? ["…"] : [])
      affected.append(LinkRow(title: text, detail: names.isEmpty ? nil : names.joined(separator: ", ")))
    }
    return Sheet.question(
      say("Delete {title}?", ["title": .text(try await title(of: record, say))]),
      text: say("This also touches other cards. It can be undone."), body: [RowGroup(rows: affected)],
      verb: say("Delete"),
      action: delete, cancel: cancel, hidden: FormMessage(isConfirmed: true).fields + hidden, say)
  }

  /// The reason why a record can't be deleted, with links to the records that prevent it.
  func refusal(of record: AnyRecord, close: URLPath, _ say: Localizer) async throws -> Sheet {
    let kept = try await store.consequences(of: record.entity, id: record.id ?? 0).filter { $0.rule == .deny }
    var groups: [RowGroup] = []
    for consequence in kept {
      let rows = try await links(to: consequence, say)
      let more = consequence.ids.count - rows.count
      groups.append(
        RowGroup(
          title: say.counted(consequence.ids.count, consequence.entity.nouns), rows: rows,
          note: more > 0 ? say("And {count} more.", ["count": .count(more)]) : nil))
      if let all = link(toAll: consequence, of: record.id ?? 0, say) { groups.append(RowGroup(rows: [all])) }
    }
    return Sheet.refusal(
      say("{title} can't be deleted", ["title": .text(try await title(of: record, say))]),
      text: denial(try await title(of: record, say), groups.compactMap(\.title), say)
        + " " + say("Delete or change those first; nothing was deleted."), body: groups, close: close, say)
  }

  /// The reason why a closed record, or a part of one, can't be deleted, with the action that reopens it.
  func refusal(
    of record: AnyRecord, _ closing: Closing, of owner: String, _ id: RecordID, close: URLPath, _ say: Localizer
  ) async throws -> Sheet {
    var groups: [RowGroup] = []
    if let entity = description.model.entity(named: owner),
      let action = description.actions.first(where: { $0.name == closing.reopening })
    {
      let href = path(of: entity).appending(id).appending("actions").appending(action.name)
      groups = [RowGroup(rows: [LinkRow(title: say(action.title), href: href)])]
    }
    return Sheet.refusal(
      say("{title} can't be deleted", ["title": .text(try await title(of: record, say))]),
      text: say(Phrase(closing.reason)), body: groups, close: close, say)
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

  // A link to exactly the affected records in their list.
  private func link(toAll consequence: DeletionConsequence, of id: RecordID, _ say: Localizer) -> LinkRow? {
    guard consequence.ids.count > 1, let list = screen(of: consequence.entity) else { return nil }
    var shape = ListShape()
    shape.filter.items = [.condition(ListCondition(consequence.relationship.name, .eq, [String(id)]))]
    return LinkRow(
      title: say("Show them in {screen}", ["screen": .text(say(list.tab.title))]), href: list.address.with(shape))
  }

  // The sentence for a denied deletion: "Anna Kowalska still has 3 cities".
  private func denial(_ title: String, _ counted: [String], _ say: Localizer) -> String {
    say(
      "{title} still has {counted}.",
      ["title": .text(title), "counted": .text(counted.joined(separator: ", "))])
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
