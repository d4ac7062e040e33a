import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// What a record's page shows below its fields: the records that its relationships lead to.
struct RelatedSections: Sendable {
  /// The most rows of a section: the sheet of those that are chosen has all.
  private func most(_ section: ListDescription.Section) -> Int {
    isBehindSheet ? 10 : section.adding == nil ? 1_000 : 30
  }

  let list: ListScreen
  /// Whether a sheet lies above them, so that few are seen.
  let isBehindSheet: Bool

  /// The sections of a record that is stored. Those that are only looked at are shown when they have rows.
  func sections(of id: RecordID, _ say: Localizer) async throws -> [RelatedSection] {
    var sections: [RelatedSection] = []
    for section in list.list.sections {
      if let section = try await self.section(section, of: id, say) { sections.append(section) }
    }
    return sections
  }

  private func section(
    _ section: ListDescription.Section, of id: RecordID, _ say: Localizer
  ) async throws -> RelatedSection? {
    let screens = list.screens
    guard let relationship = list.entity.relationship(section.name),
      let target = screens.description.model.entity(named: relationship.target)
    else { return nil }
    let others = RelatedRecords(screens, of: target)
    let page = try await others.fetch(
      .isRelated(list.entity.name, relationship.name, id), limit: most(section), say)
    guard !page.records.isEmpty || section.adding != nil else { return nil }
    let path = screens.path(of: target)
    let choice = screens.path(of: list.entity).appending(id).appending(relationship.name)
    let total = page.total ?? 0
    return RelatedSection(
      id: "s-" + relationship.name, title: say(relationship.label), count: say.language.grouped(total),
      choosing: section.adding.map { (say($0), choice) },
      rows: page.records.map { row($0, at: path, others, via: id, say) },
      all: section.adding != nil && page.next != nil
        ? (say("Show all {count}", ["count": .count(total)]), choice) : nil,
      note: section.note.map { say($0) })
  }

  private func row(
    _ record: AnyRecord, at path: URLPath, _ others: RelatedRecords, via id: RecordID, _ say: Localizer
  ) -> RelatedSection.Row {
    let title = record.title(in: say)
    return .init(
      id: record.id ?? 0,
      href: path.appending(record.id ?? 0).with("via", "\(list.entity.plural)/\(id)"), title: title,
      detail: others.detail(of: record, say), monogram: others.hasMonograms ? Monogram.text(for: title) : nil)
  }
}

extension AppScreens {
  /// What people call the records that a draft leads to, by relationship.
  func titles(_ draft: RecordDraft, _ say: Localizer) async throws -> [String: String] {
    var titles: [String: String] = [:]
    for relationship in draft.record.entity.relationships where relationship.cardinality == .toOne {
      guard let id = draft.texts[relationship.name].flatMap({ RecordID($0) }),
        let target = description.model.entity(named: relationship.target),
        let record = try await store.record(target, id: id)
      else { continue }
      titles[relationship.name] = record.title(in: say)
    }
    return titles
  }
}
