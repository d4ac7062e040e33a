import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Pairs of an entity's records that may be about the same thing: `/userscrud/users/duplicates`.
struct DuplicatesScreen: Sendable {
  /// The entities of an application that have such a page.
  static func entities(_ screens: AppScreens) -> [EntityDescription] {
    screens.description.model.entities.filter { $0.canHaveEqualRecords && screens.screen(of: $0) != nil }
  }

  private static let (position, shown, distinct) = ("pair", "show", "distinct")
  private static let pairsOnPage = 20

  let screens: AppScreens
  let entity: EntityDescription

  var path: URLPath { screens.path(of: entity).appending("duplicates") }

  /// The page.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let areDistinct = request.query[Self.shown] == Self.distinct
    let found = try await screens.store.duplicates(
      of: entity, after: request.query[Self.position].flatMap(DuplicatePosition.init), limit: Self.pairsOnPage,
      areDistinct: areDistinct)
    var column = HistoryColumn(
      title: say("Duplicates"), back: (say(screens.more.title), screens.moreAddress),
      subsets: subsets(areDistinct, say))
    let equal = areDistinct ? [] : try await screens.store.equalRecords(of: entity)
    if !equal.isEmpty {
      column.content = [EqualRecords(count: equal.reduce(0) { $0 + $1.count - 1 }, action: path)]
    }
    if !found.pairs.isEmpty {
      column.content.insert(HistoryNote(count(found, say)), at: 0)
      column.content.append(try await rows(found.pairs, areDistinct, say))
    } else if equal.isEmpty {
      column.content = [
        EmptyState(
          title: say(areDistinct ? "No cards were marked as different" : "No duplicates"),
          text: say(
            entity.canHaveDuplicates
              ? "Cards with the same name, a name that differs by one letter, or the same address or number are found here."
              : "Cards that are equal in every field are found here."))
      ]
    }
    if let next = found.next {
      column.older = (
        say("Show more rows"),
        path.with(Self.shown, unlessEmpty: areDistinct ? Self.distinct : "").with(Self.position, next.description)
      )
    }
    return try await screens.historyPage(column, request, tab: screens.screen(of: entity)?.tab.path)
  }

  private func count(_ page: DuplicatePage, _ say: Localizer) -> String {
    let pairs = Phrase("{count} pairs", ["count": .count(page.total)])
    return page.isComplete
      ? say(pairs) : say("More than {pairs}: those that are most alike are shown", ["pairs": .phrase(pairs)])
  }

  private func subsets(_ areDistinct: Bool, _ say: Localizer) -> [SubsetLinks] {
    let entities = Self.entities(screens)
    let kinds = entities.map { other in
      SubsetLinks.Item(
        title: say.capitalized(other.nouns.many), href: screens.path(of: other).appending("duplicates"),
        isChosen: other.name == entity.name)
    }
    let marked = SubsetLinks.Item(
      title: say("Marked as different"), href: areDistinct ? path : path.with(Self.shown, Self.distinct),
      isChosen: areDistinct)
    return (entities.count > 1 ? [SubsetLinks(label: say("Kind"), items: kinds)] : [])
      + [SubsetLinks(label: say("Marked as different"), items: [marked])]
  }

  private func rows(_ pairs: [DuplicatePair], _ areDistinct: Bool, _ say: Localizer) async throws -> DuplicateRows {
    let cards = try await DuplicateCards(screens, entity, pairs.flatMap { [$0.first, $0.second] }, say)
    return DuplicateRows(
      pairs: pairs.compactMap { pair in
        guard let first = cards[pair.first], let second = cards[pair.second] else { return nil }
        return DuplicateRows.Pair(
          first: first, second: second,
          reason: pair.evidence.map { say.evidence($0, of: entity) }.joined(separator: " · "),
          merge: screens.path(of: entity).appending(pair.first).appending("merge").with("with", String(pair.second)),
          key: "\(pair.first)-\(pair.second)")
      }, action: path, areDistinct: areDistinct)
  }

  /// Marks a pair as different, removes the mark, or merges all records that are equal.
  func answer(_ form: SubmittedForm) async throws -> ScreenDocument {
    if form[EqualRecords.mergeName] != nil {
      return .seeOther(
        path, changeSet: try await screens.store.mergeEqualRecords(of: entity, .screen).changeSet)
    }
    let areDistinct = form[DuplicateRows.distinctName] != nil
    let ids = (form[DuplicateRows.distinctName] ?? form[DuplicateRows.againName] ?? "").split(separator: "-")
      .compactMap { RecordIDs.read($0) }
    guard ids.count == 2 else { throw ScreenFault.noSuchPage }
    _ = try await screens.store.perform(.screen) { [entity] in
      try $0.setDistinct(entity, ids[0], ids[1], areDistinct)
    }
    return .seeOther(areDistinct ? path : path.with(Self.shown, Self.distinct))
  }
}

/// The titles and second lines of records of pairs.
struct DuplicateCards {
  private var cards: [RecordID: DuplicateRows.Card] = [:]

  init(_ screens: AppScreens, _ entity: EntityDescription, _ ids: [RecordID], _ say: Localizer) async throws {
    var request = AnyFetchRequest(entity.name)
    request.predicate = .compare("id", .in, Set(ids).sorted().map(Value.integer))
    request.include = entity.titleRelationships.map(\.name)
    request.limit = ids.count
    (request.wantsTotal, request.readsBlobs) = (false, false)
    let page = try await screens.store.fetch(request)
    let related = RelatedRecords(screens, of: entity)
    for record in page.records {
      let id = record.id ?? 0
      cards[id] = DuplicateRows.Card(
        title: record.title(in: say, related: page.included), detail: related.detail(of: record, say),
        href: screens.path(of: entity).appending(id))
    }
  }

  subscript(id: RecordID) -> DuplicateRows.Card? { cards[id] }
}

extension Localizer {
  /// Why two records may be about the same thing: "Phone: the same".
  func evidence(_ evidence: DuplicateEvidence, of entity: EntityDescription) -> String {
    switch evidence {
    case .value(let name):
      self("{field}: the same", ["field": .phrase(Phrase(entity.attribute(name)?.label ?? name))])
    case .title: self("The same name")
    case .slip: self("The name differs by one letter")
    }
  }
}
