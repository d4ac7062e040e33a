import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Two records side by side, to be merged into one: `/userscrud/users/4/merge?with=8`.
struct MergeScreen: Sendable {
  /// The name of the other record's id.
  private static let with = "with"
  /// The parameter that leads back to the list in which the records were ticked.
  private static let list = "list"
  private static let (version, otherVersion) = ("version", "other-version")

  let screens: AppScreens
  let entity: EntityDescription

  private var store: Store { screens.store }
  private var model: ModelDescription { screens.description.model }
  private var duplicates: URLPath { screens.path(of: entity).appending("duplicates") }

  private func path(_ id: RecordID) -> URLPath { screens.path(of: entity).appending(id).appending("merge") }

  /// The address of two records that were ticked in a list, to which one goes back.
  func address(of other: RecordID, into id: RecordID, from request: ScreenRequest) -> URLPath {
    path(id).with(list: request).with(Self.with, String(other)).with(Self.list, "yes")
  }

  // The page with records one of which merges two: the list where they were ticked, or the duplicates.
  private func origin(_ request: ScreenRequest) -> (title: String, href: URLPath) {
    guard request.query[Self.list] != nil, let list = ListScreen(screens, of: entity) else {
      return (request.say("Duplicates"), duplicates)
    }
    return (request.say(list.tab.title), list.address.with(list: request))
  }

  // The address of the form for a record.
  private func path(_ id: RecordID, _ request: ScreenRequest) -> URLPath {
    request.query[Self.list] == nil ? path(id) : path(id).with(list: request).with(Self.list, "yes")
  }

  /// The page.
  func page(_ id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let other = request.query[Self.with].flatMap({ RecordIDs.read($0) }), other != id else {
      throw ScreenFault.noSuchPage
    }
    return try await page(RecordMerge(other, into: id), request)
  }

  /// Merges the records.
  func answer(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let other = form[Self.with].flatMap({ RecordIDs.read($0) }), other != id else { throw ScreenFault.noSuchPage }
    var merge = RecordMerge(other, into: id)
    for column in RecordMerge.fields(of: entity).map({ entity.columns[$0] }) {
      merge.sides[column.name] = form[MergeForm.sideName(column.name)].flatMap(RecordMerge.Side.init)
    }
    let versions = [id: form[Self.version] ?? "", other: form[Self.otherVersion] ?? ""]
    do {
      let outcome = try await store.perform(.screen) { [entity, merge] transaction in
        for (id, version) in versions {
          guard let record = try transaction.record(entity, id: id) else {
            throw StoreError.notFound(entity: entity.name, id: id)
          }
          guard try transaction.versioned(record).version == version else { throw StoreError.changedMeanwhile(record) }
        }
        try transaction.merge(merge, of: entity)
      }
      return .seeOther(origin(request).href, changeSet: outcome.changeSet)
    } catch let error as StoreError {
      if case .notFound = error { throw error }
      return try await page(
        merge, request, fault: request.say(error.phraseForPeople(in: model)), status: StoreRefusal.status(of: error))
    }
  }

  private func page(
    _ merge: RecordMerge, _ request: ScreenRequest, fault: String? = nil, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let say = request.say
    guard let screen = screens.screen(of: entity), let own = try await store.versioned(entity, id: merge.id),
      let other = try await store.versioned(entity, id: merge.other)
    else { throw ScreenFault.noSuchPage }
    let plan = try await store.plan(merge, of: entity, .screen)
    let cards = try await DuplicateCards(screens, entity, [merge.id, merge.other], say)
    guard let kept = cards[merge.id], let deleted = cards[merge.other] else { throw ScreenFault.noSuchRecord(screen) }
    var form = MergeForm(
      title: say("Merge two cards"), back: origin(request), action: path(merge.id, request),
      hidden: [
        (Self.with, String(merge.other)), (Self.version, own.version), (Self.otherVersion, other.version),
      ],
      kept: kept, deleted: deleted, swap: path(merge.other, request).with(Self.with, String(merge.id)),
      fields: try await fields(merge, own.record, other.record, say), notes: notes(plan, say),
      faults: plan.obstacles.map { say.obstacle($0, model) } + [fault].compactMap(\.self))
    form.canMerge = plan.obstacles.isEmpty
    var document = try await screens.page(
      form.title, for: request, tab: screen.tab.path, status: status, hasTwoColumns: false,
      kind: .settings, columns: [form])
    document.isStorable = false
    return document
  }

  private func fields(
    _ merge: RecordMerge, _ own: AnyRecord, _ other: AnyRecord, _ say: Localizer
  ) async throws -> [MergeForm.Field] {
    let changes = RecordMerge.fields(of: entity).filter { own.values[$0] != other.values[$0] }.map {
      RecordChange.Field(
        name: entity.columns[$0].name, before: own.values[$0], after: other.values[$0], isLink: false)
    }
    let change = RecordChange(entity: entity.name, id: merge.id, last: nil, operation: .update, fields: changes)
    let writer = try await ChangeWriter([change], screens, say)
    return changes.compactMap { change in
      guard let line = writer.lines([change], of: entity).first else { return nil }
      return MergeForm.Field(
        name: change.name, label: line.label, own: line.before ?? "", other: line.after ?? "",
        takesOther: merge.sides[change.name].map { $0 == .other } ?? change.before.isNull)
    }
  }

  private func notes(_ plan: MergePlan, _ say: Localizer) -> [String] {
    plan.moved.map { referrers in
      say("{counted} will belong to the card that stays", ["counted": .text(say.counted(referrers))])
    }
      + plan.left.map { referrers in
        say(
          referrers.relationship.deleteRule == .cascade
            ? "{counted} of the other card will be deleted with it: each card has at most one"
            : "{counted} of the other card will lose the link to it, because a card can have only one",
          ["counted": .text(say.counted(referrers))])
      }
  }
}

extension Localizer {
  fileprivate func counted(_ referrers: MergePlan.Referrers) -> String {
    counted(referrers.count, referrers.entity.nouns)
  }

  fileprivate func obstacle(_ obstacle: MergePlan.Obstacle, _ model: ModelDescription) -> String {
    switch obstacle {
    case .same(let referrers, let fields):
      let labels = fields.compactMap { referrers.entity.position(of: $0) }.map { referrers.entity.columns[$0].label }
      return self(
        "Both cards have {noun} with the same {fields}. Delete one of them first.",
        ["noun": .phrase(Phrase(referrers.entity.nouns.many)), "fields": .text(list(labels))])
    case .fixed(let referrers):
      return self(
        "{counted} belong to the other card, which can't be changed.", ["counted": .text(counted(referrers))])
    case .both(let referrers):
      return self(
        "Each card has at most one of these, and both have: {noun}. Delete one of them first.",
        ["noun": .phrase(Phrase(referrers.entity.nouns.many))])
    case .closed(let error): return self(error.phrase(in: model))
    }
  }
}
