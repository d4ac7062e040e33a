import KartotekaModel
import KartotekaStore

/// Tells which references of an exported row still say what the record has, and which lists of them nobody has edited.
///
/// A list names related records by their titles, which several records may share, and which have the days and words of the
/// language in which the file was exported. They need not be found again.
final class UnchangedReferences {
  private static let mostTitles = 100_000

  private let transaction: Transaction
  private let entity: EntityDescription
  private let languages: [Localizer]
  private let relations: [(position: Int, relationship: RelationshipDescription, target: EntityDescription)]
  private let lists: [(index: Int, relationship: RelationshipDescription, target: EntityDescription)]
  /// The folded titles of related records, in every language, by their entity.
  private var titles: [String: [RecordID: Set<String>]] = [:]

  init(_ transaction: Transaction, _ plan: FilePlan) {
    self.transaction = transaction
    entity = plan.entity
    languages = Language.all.map { Localizer(language: $0, catalogue: plan.words) }
    relations = plan.entity.columns.enumerated().compactMap { position, column in
      guard case .toOne(let relationship) = column,
        let target = transaction.model.entity(named: relationship.target)
      else { return nil }
      return (position, relationship, target)
    }
    lists = plan.entity.manyToMany.enumerated().compactMap { index, relationship in
      transaction.model.entity(named: relationship.target).map { (index, relationship, $0) }
    }
  }

  /// Leaves references out of a row that name the records to which its record refers.
  func leaveOut(of draft: inout RowDraft) throws {
    guard let mark = draft.mark,
      relations.contains(where: { draft.cells[$0.position].isReference })
        || lists.contains(where: { draft.related[$0.index] != nil && mark.lists[$0.index] != nil }),
      let record = try transaction.record(entity, id: mark.id)
    else { return }
    for (position, _, target) in relations where draft.cells[position].isReference {
      guard let text = draft.cells[position].referenceText, case .integer(let id) = record.values[position],
        try titles(of: id, target).contains(Folding.fold(text))
      else { continue }
      draft.cells[position] = .absent
    }
    for (index, relationship, target) in lists {
      guard let cells = draft.related[index], let known = mark.lists[index] else { continue }
      if known.isUnedited(cells, relationship) {
        draft.related[index] = nil
        continue
      }
      let ids = try transaction.related(entity, relationship, of: mark.id)
      guard !RelatedList.isCut(ids), !RelatedList.isCut(cells) else {
        draft.faults.append(
          RowFault(
            .related(index), nil, "This list is longer than a cell of a spreadsheet. Change it on the record's page"))
        continue
      }
      // Tags have names of their own, which no others are like.
      if !relationship.isTags { draft.related[index] = try named(cells, among: ids, target) }
    }
  }

  // An edited list with the records that it still has: several may have one title. Where it has fewer of them than the record,
  // it does not say which, and the lookup finds several.
  private func named(_ cells: [Cell], among ids: [RecordID], _ target: EntityDescription) throws -> [Cell] {
    let linked = Set(ids)
    var numbers: Set<RecordID> = []
    var counts: [String: Int] = [:]
    for cell in cells {
      switch cell {
      case .value(.integer(let id)) where linked.contains(id): numbers.insert(id)
      case .reference(let text): counts[Folding.fold(text), default: 0] += 1
      default: break
      }
    }
    var byTitle: [String: [RecordID]] = [:]
    for id in ids.reversed() where !numbers.contains(id) {
      for title in try titles(of: id, target) where counts[title] != nil { byTitle[title, default: []].append(id) }
    }
    byTitle = byTitle.filter { counts[$0.key] ?? 0 >= $0.value.count }
    return cells.map { cell in
      switch cell {
      case .value(.integer(let id)) where linked.contains(id): return .record(id)
      case .reference(let text):
        let title = Folding.fold(text)
        guard let id = byTitle[title]?.popLast() else { return cell }
        return .record(id)
      default: return cell
      }
    }
  }

  private func titles(of id: RecordID, _ target: EntityDescription) throws -> Set<String> {
    if let known = titles[target.name]?[id] { return known }
    guard let record = try transaction.record(target, id: id) else { return [] }
    var related: [String: [RecordID: AnyRecord]] = [:]
    for relationship in target.titleRelationships {
      guard case .integer(let id) = record[relationship.name],
        let entity = transaction.model.entity(named: relationship.target),
        let other = try transaction.record(entity, id: id)
      else { continue }
      related[relationship.name] = [id: other]
    }
    let found = Set(languages.map { Folding.fold(record.title(in: $0, related: related)) })
    if titles[target.name, default: [:]].count >= Self.mostTitles { titles[target.name] = [:] }
    titles[target.name, default: [:]][id] = found
    return found
  }
}
