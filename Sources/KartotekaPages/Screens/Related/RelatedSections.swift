import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The sections below the fields of a record's page, with its related records.
struct RelatedSections: Sendable {
  let list: ListScreen

  /// The maximum number of rows of a section. The sheet of choices and the page of "Show all" have all.
  private func most(_ section: ListDescription.Section, _ request: ScreenRequest) -> Int {
    if request.query["more"] == section.name { return RowLimits.mostInSection }
    return section.gallery == nil ? RowLimits.section : RowLimits.pictures
  }

  /// The sections of a stored record. Read-only ones are shown if they have rows.
  func sections(of record: AnyRecord, _ request: ScreenRequest) async throws -> [any Component] {
    var sections: [any Component] = []
    for section in list.list.sections where !list.isField(section) {
      if let section = try await self.section(section, of: record, request) { sections.append(section) }
    }
    return sections
  }

  private func section(
    _ section: ListDescription.Section, of record: AnyRecord, _ request: ScreenRequest
  ) async throws -> (any Component)? {
    let (screens, say, id) = (list.screens, request.say, record.id ?? 0)
    let here = RecordTrail(request.via).address(screens.path(of: list.entity).appending(id))
      .with("search", unlessEmpty: request.search)
    if let gallery = Gallery(list, section) {
      return try await gallery.section(
        of: record, most: most(section, request), here: here, problems: request.problems, request)
    }
    guard let linked = LinkedRecords(section, of: list.entity, in: screens.description.model) else { return nil }
    let (relationship, target) = (linked.relationship, linked.target)
    let others = RelatedRecords(screens, of: target, in: section, of: linked.inverse)
    let page = try await others.fetch(
      linked.predicate(of: id), limit: most(section, request), say)
    let trail = request.trail(from: record)
    var new = section.offersNew ? new(relationship, target, of: id, trail, say) : nil
    if let title = section.newTitle { new?.title = say(title) }
    guard !page.records.isEmpty || section.adding != nil || new != nil else { return nil }
    let choice = screens.path(of: list.entity).appending(id).appending(relationship.name)
      .with("via", unlessEmpty: request.via ?? "")
    let total = page.total ?? 0
    let all =
      section.adding == nil ? here.with("more", relationship.name).place("s-" + relationship.name) : choice
    var shown = RelatedSection(
      id: "s-" + relationship.name, title: say(relationship.label), count: say.language.grouped(total),
      choosing: section.adding.map { (say($0), choice) }, new: new,
      rows: page.records.map { row($0, in: page, others, inverse: linked.inverse, section.detail, trail, say) },
      all: page.next != nil ? (say("Show all {count}", ["count": .count(total)]), all) : nil,
      note: section.note.map { say($0) })
    shown.isNewFirst = section.newTitle != nil
    shown.symbol = section.symbol
    if others.place != nil, !list.screens.isFixed(target) {
      // The way by which the page was opened is a part of the address: the button that deletes has another one.
      let move = screens.path(of: list.entity).appending(id).appending(relationship.name).appending("move")
      shown.moves = (
        move.with("via", unlessEmpty: request.via ?? "").with(list: request),
        request.query["more"] == section.name ? [(FormName.more, section.name)] : []
      )
    }
    if section.symbol != nil, !list.screens.isFixed(target) { shown.deletion = (screens.path(of: target), trail) }
    return shown
  }

  // The button for a new record of this owner.
  private func new(
    _ relationship: RelationshipDescription, _ target: EntityDescription, of id: RecordID, _ trail: String,
    _ say: Localizer
  ) -> (title: String, href: URLPath)? {
    guard relationship.cardinality == .toMany, let inverse = relationship.inverse, !list.screens.isFixed(target),
      ListScreen(list.screens, of: target) != nil
    else { return nil }
    return (
      list.screens.newTitle(target, say),
      list.screens.path(of: target).appending("new").with(inverse, String(id)).with("via", trail)
    )
  }

  private func row(
    _ record: AnyRecord, in page: FetchPage, _ others: RelatedRecords, inverse: String?, _ detail: String?,
    _ trail: String, _ say: Localizer
  ) -> RelatedSection.Row {
    let title = record.title(in: say, related: page.included, omitting: inverse)
    return .init(
      id: record.id ?? 0, place: RecordOrigin.place(of: record.id ?? 0, others.entity),
      href: list.screens.path(of: others.entity).appending(record.id ?? 0).with("via", trail), title: title,
      detail: detail.map { self.detail($0, of: record, say) }
        // Its owner, on whose card it stands, is no news.
        ?? others.detail(
          of: record, computed: page.computed[record.id ?? 0], included: page.included, omitting: inverse, say),
      isVoid: page.computed[record.id ?? 0]?.state?.tone == .void,
      monogram: others.hasMonograms ? Monogram.text(for: title) : nil, tone: record.tone)
  }

  private func detail(_ name: String, of record: AnyRecord, _ say: Localizer) -> String? {
    guard let position = record.entity.position(of: name), !record.values[position].isNull else { return nil }
    return record.entity.columns[position].brief(record.values[position], in: say)
  }
}
