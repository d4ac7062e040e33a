import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// An entity's records, or one of them, as they were at a moment, to read only: `/northwind/orders/past?as-of=…`.
struct PastScreen: Sendable {
  /// The entities of an application that have such pages.
  static func entities(_ screens: AppScreens) -> [EntityDescription] {
    screens.description.model.entities.filter { !$0.isDerived && screens.screen(of: $0) != nil }
  }

  private static let (asOf, sort, and) = ("as-of", "order", "and")

  let screens: AppScreens
  let entity: EntityDescription

  private var path: URLPath { screens.path(of: entity).appending("past") }
  private var related: RelatedRecords { RelatedRecords(screens, of: entity) }

  /// The address of the records as they were at a moment, with the filters of a request.
  func address(asOf moment: Date, _ request: ScreenRequest? = nil) -> URLPath {
    let items = request.map(filters) ?? []
    return items.reduce(path.with(Self.asOf, Timestamp.text(moment))) { $0.with($1.name, $1.value) }
  }

  // The parameters of a list that hold for past records too. A search and other shapes of the list do not.
  private func filters(_ request: ScreenRequest) -> [(name: String, value: String)] {
    var shape = ListShape()
    shape.filter = request.shape.filter
    return ([(ListNarrowing.parameter, request.only)] + shape.items).filter { !$0.1.isEmpty }
  }

  private func address(of id: RecordID, asOf moment: Date) -> URLPath {
    screens.path(of: entity).appending(id).appending("past").with(Self.asOf, Timestamp.text(moment))
  }

  // MARK: The list

  /// The page of the list. Without a moment it asks for one.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    guard let screen = screens.screen(of: entity) else { throw ScreenFault.noSuchPage }
    let chosen = Moment(request.query[Self.asOf], say)
    var column = HistoryColumn(
      title: say.capitalized(entity.nouns.many), back: (say("History"), screens.path.appending("history")))
    column.content = [form(path, chosen, say, hidden: filters(request))]
    let shaping = ListShaping(screens, of: entity)
    if let shaping, let words = try await shaping.words(request) {
      column.subsets = [
        SubsetLinks(
          label: say("Filters"),
          items: [
            SubsetLinks.Item(
              title: words, href: chosen.date.map { address(asOf: $0) } ?? path, isChosen: true)
          ])
      ]
    }
    if let moment = chosen.date {
      column.content.insert(banner(moment, shaping?.list(request) ?? screen.address, say), at: 0)
      column.subsets += orders(request, moment)
      do {
        try await add(moment, shaping, request, to: &column)
      } catch let error as PastUnavailable {
        column.content.append(HistoryNote(say(error.phrase)))
      }
    } else if !request.search.isEmpty {
      column.content.append(HistoryNote(say("Only cards as they are today can be searched.")))
    }
    return try await screens.historyPage(column, request, tab: screen.tab.path)
  }

  private func add(
    _ moment: Date, _ shaping: ListShaping?, _ request: ScreenRequest, to column: inout HistoryColumn
  ) async throws {
    let say = request.say
    var fetch = AnyFetchRequest(entity.name)
    fetch.asOf = moment
    var whole = request
    whole.search = ""
    fetch.predicate = try await shaping?.fetch(whole).predicate
    fetch.sort = chosenOrder(request).map { [FetchSort($0)] } ?? related.sort
    fetch.collation = request.collation
    fetch.sortAsShown(in: screens.description.model, say)
    fetch.include = entity.titleRelationships.map(\.name)
    (fetch.limit, fetch.readsBlobs) = (RowLimits.page, false)
    if let after = request.after { fetch.position = .after(after) }
    let page = try await screens.store.fetch(fetch)
    let total = say.counted(page.total ?? 0, entity.nouns)
    column.content.append(HistoryNote(total + " · " + say("Only cards as they are today can be searched.")))
    column.content.append(
      RowGroup(
        rows: page.records.map { record in
          LinkRow(
            title: record.title(in: say, related: page.included), detail: related.detail(of: record, say),
            href: address(of: record.id ?? 0, asOf: moment))
        }))
    if let next = page.next {
      column.older = (
        say("Show more rows"),
        address(asOf: moment, request).with(Self.sort, unlessEmpty: chosenOrder(request) ?? "")
          .with("after", next.text)
      )
    }
  }

  // The attributes by which the list can be sorted.
  private var sortable: [AttributeDescription] {
    entity.attributes.filter { !$0.isBytes && ($0.isSorted || $0.isTitle || $0.isSearched) }
  }

  private func chosenOrder(_ request: ScreenRequest) -> String? {
    request.query[Self.sort].flatMap { name in sortable.first { $0.name == name }?.name }
  }

  private func orders(_ request: ScreenRequest, _ moment: Date) -> [SubsetLinks] {
    let chosen = chosenOrder(request)
    let items = sortable.map { attribute in
      let isChosen = attribute.name == chosen
      return SubsetLinks.Item(
        title: request.say(attribute.label),
        href: address(asOf: moment, request).with(Self.sort, unlessEmpty: isChosen ? "" : attribute.name),
        isChosen: isChosen)
    }
    return items.count < 2 ? [] : [SubsetLinks(label: request.say("Sort"), items: items)]
  }

  // MARK: One record

  /// The page of a record: its values at the moment, and what is different at another one, or today.
  func page(_ id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    guard let screen = screens.screen(of: entity) else { throw ScreenFault.noSuchPage }
    let (chosen, other) = (Moment(request.query[Self.asOf], say), Moment(request.query[Self.and], say))
    let moment = chosen.date ?? Date()
    let today = screens.path(of: entity).appending(id)
    var column = HistoryColumn(
      title: say("No. {number}", ["number": .text(String(id))]),
      back: (say.capitalized(entity.nouns.many), address(asOf: moment)))
    do {
      let record = try await self.record(id, asOf: moment)
      let later = try await self.record(id, asOf: other.date)
      if let record = record ?? later { column.title = try await screens.title(of: record, say) }
      column.content = [banner(moment, today, say)]
      column.content += try await values(record, say)
      column.content.append(try await differences(record, later, other, id, say))
    } catch let error as PastUnavailable {
      column.content.append(HistoryNote(say(error.phrase)))
    }
    column.content.append(
      form(
        today.appending("past"), chosen, say,
        and: MomentForm.Field(
          name: Self.and, label: say("Compare with (today if empty)"), text: other.text)))
    return try await screens.historyPage(column, request, tab: screen.tab.path)
  }

  // The record as it was at a moment; as it is for nil.
  private func record(_ id: RecordID, asOf moment: Date?) async throws -> AnyRecord? {
    guard let moment else { return try await screens.store.record(entity, id: id) }
    var fetch = AnyFetchRequest(entity.name)
    fetch.asOf = moment
    fetch.predicate = .compare("id", .eq, [.integer(id)])
    (fetch.limit, fetch.wantsTotal, fetch.readsBlobs) = (1, false, false)
    return try await screens.store.fetch(fetch).records.first
  }

  private func values(_ record: AnyRecord?, _ say: Localizer) async throws -> [any Component] {
    guard let record else { return [HistoryNote(say("The card did not exist then."))] }
    let lines = try await lines(AnyRecord(entity, id: nil, values: entity.columns.map { _ in .null }), record, say)
    return [
      RowGroup(rows: lines.compactMap { line in line.after.map { LinkRow(title: line.label, detail: $0) } })
    ]
  }

  private func differences(
    _ record: AnyRecord?, _ later: AnyRecord?, _ other: Moment, _ id: RecordID, _ say: Localizer
  ) async throws -> ChangeGroup {
    let nothing = AnyRecord(entity, id: nil, values: entity.columns.map { _ in .null })
    let lines = try await lines(record ?? nothing, later ?? nothing, say)
    let whole: String
    switch (record, later) {
    case (.some, nil): whole = say("Deleted")
    case (nil, .some): whole = say("Added")
    default: whole = say("All fields are the same.")
    }
    return ChangeGroup(
      title: other.date.map { say("Until {date}", ["date": .text(DateText.long($0, in: say))]) } ?? say("Until today"),
      note: say("Changed"), lines: record == nil || later == nil ? [] : lines, whole: whole,
      history: screens.path(of: entity).appending(id).appending("history"))
  }

  private func lines(_ before: AnyRecord, _ after: AnyRecord, _ say: Localizer) async throws -> [ChangeGroup.Line] {
    let fields = entity.columns.indices.filter { before.values[$0] != after.values[$0] }.map {
      RecordChange.Field(
        name: entity.columns[$0].name, before: before.values[$0], after: after.values[$0], isLink: false)
    }
    let change = RecordChange(entity: entity.name, id: after.id ?? 0, last: nil, operation: .update, fields: fields)
    return try await ChangeWriter([change], screens, say).lines(fields, of: entity)
  }

  // MARK: Pieces

  private func banner(_ moment: Date, _ today: URLPath, _ say: Localizer) -> PastBanner {
    PastBanner(text: say("As of {date}", ["date": .text(DateText.long(moment, in: say))]), href: today)
  }

  private func form(
    _ action: URLPath, _ chosen: Moment, _ say: Localizer, and other: MomentForm.Field? = nil,
    hidden: [(name: String, value: String)] = []
  ) -> MomentForm {
    let field = MomentForm.Field(name: Self.asOf, label: say("Show the cards as they were at"), text: chosen.text)
    return MomentForm(
      action: action, fields: [field] + [other].compactMap(\.self), hidden: hidden, verb: say("Show"),
      fault: chosen.isInvalid ? say("This has to be a time in the past.") : nil)
  }

  /// A moment in an address: with an offset, or in the person's time zone.
  private struct Moment {
    let date: Date?
    let isInvalid: Bool
    /// As a field has it.
    let text: String

    init(_ query: String?, _ say: Localizer) {
      let parsed = query.flatMap { $0.isEmpty ? nil : Timestamp.date($0, in: say.timeZone) }
      // Allows for clock differences between browser and server.
      date = parsed.flatMap { $0 <= Date().addingTimeInterval(60) ? $0 : nil }
      isInvalid = query?.isEmpty == false && date == nil
      text = date.map { String(Timestamp.local($0, in: say.timeZone).prefix(19)) } ?? ""
    }
  }
}

extension PastUnavailable {
  /// The reason for the person.
  fileprivate var phrase: Phrase {
    switch self {
    case .removed(let removal): removal.phrase
    case .tooManyChanges(let count):
      Phrase("More than {count} changes were made since then.", ["count": .count(count)])
    default: "These cards are calculated from other records and have no history."
    }
  }
}
