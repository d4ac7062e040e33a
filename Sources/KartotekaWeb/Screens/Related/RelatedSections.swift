import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// What a record's page shows below its fields: the records that its relationships lead to.
struct RelatedSections: Sendable {
  /// The most rows of a section: the sheet of those that are chosen has all, and so has the page when it is asked for.
  private func most(_ section: ListDescription.Section, _ request: ScreenRequest) -> Int {
    isBehindSheet ? 3 : request.query["more"] == section.name ? 1_000 : section.adding == nil ? 12 : 30
  }

  let list: ListScreen
  /// Whether a sheet lies above them, so that few are seen.
  let isBehindSheet: Bool

  /// The sections of a record that is stored. Those that are only looked at are shown when they have rows.
  func sections(of record: AnyRecord, _ request: ScreenRequest) async throws -> [RelatedSection] {
    var sections: [RelatedSection] = []
    for section in list.list.sections {
      if let section = try await self.section(section, of: record, request) { sections.append(section) }
    }
    return sections
  }

  private func section(
    _ section: ListDescription.Section, of record: AnyRecord, _ request: ScreenRequest
  ) async throws -> RelatedSection? {
    let (screens, say, id) = (list.screens, request.say, record.id ?? 0)
    guard let relationship = list.entity.relationship(section.name),
      let target = screens.description.model.entity(named: relationship.target)
    else { return nil }
    let others = RelatedRecords(screens, of: target)
    let page = try await others.fetch(
      .isRelated(list.entity.name, relationship.name, id), limit: most(section, request), say)
    let trail = request.trail(from: record)
    let new = section.offersNew ? new(relationship, target, of: id, trail, say) : nil
    guard !page.records.isEmpty || section.adding != nil || new != nil else { return nil }
    let here = RecordTrail(request.via).address(screens.path(of: list.entity).appending(id))
      .with("search", unlessEmpty: request.search)
    let choice = screens.path(of: list.entity).appending(id).appending(relationship.name)
      .with("via", unlessEmpty: request.via ?? "")
    let total = page.total ?? 0
    let all =
      section.adding == nil ? here.with("more", relationship.name).place("s-" + relationship.name) : choice
    return RelatedSection(
      id: "s-" + relationship.name, title: say(relationship.label), count: say.language.grouped(total),
      choosing: section.adding.map { (say($0), choice) }, new: new,
      rows: page.records.map { row($0, in: page, others, inverse: relationship.inverse, trail, say) },
      all: page.next != nil ? (say("Show all {count}", ["count": .count(total)]), all) : nil,
      note: section.note.map { say($0) })
  }

  // A new record that belongs to this one from the start.
  private func new(
    _ relationship: RelationshipDescription, _ target: EntityDescription, of id: RecordID, _ trail: String,
    _ say: Localizer
  ) -> (title: String, href: URLPath)? {
    guard relationship.cardinality == .toMany, let inverse = relationship.inverse, !target.isDerived,
      ListScreen(list.screens, of: target) != nil
    else { return nil }
    return (
      say.newRecord(target.nouns),
      list.screens.path(of: target).appending("new").with(inverse, String(id)).with("via", trail)
    )
  }

  private func row(
    _ record: AnyRecord, in page: FetchPage, _ others: RelatedRecords, inverse: String?, _ trail: String,
    _ say: Localizer
  ) -> RelatedSection.Row {
    let title = record.title(in: say, related: page.included, omitting: inverse)
    return .init(
      id: record.id ?? 0, place: RecordOrigin.place(of: record.id ?? 0, others.entity),
      href: list.screens.path(of: others.entity).appending(record.id ?? 0).with("via", trail), title: title,
      detail: others.detail(
        of: record, computed: page.computed[record.id ?? 0], included: page.included, say),
      monogram: others.hasMonograms ? Monogram.text(for: title) : nil)
  }
}
