import KartotekaModel
import KartotekaStore

/// Tells which references of an exported row still say what the record has.
///
/// A list names related records by their titles, which several records may share, and which have the days and words of the
/// language in which the file was exported. They need not be found again.
final class UnchangedReferences {
  private static let mostTitles = 100_000

  private let transaction: Transaction
  private let entity: EntityDescription
  private let languages: [Localizer]
  private let relations: [(position: Int, relationship: RelationshipDescription, target: EntityDescription)]
  /// The folded titles of related records, in every language, by the position of the reference.
  private var titles: [Int: [RecordID: Set<String>]] = [:]

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
  }

  /// Leaves references out of a row that name the records to which its record refers.
  func leaveOut(of draft: inout RowDraft) throws {
    guard let mark = draft.mark, relations.contains(where: { draft.cells[$0.position].isReference }),
      let record = try transaction.record(entity, id: mark.id)
    else { return }
    for (position, _, target) in relations where draft.cells[position].isReference {
      guard let text = draft.cells[position].referenceText, case .integer(let id) = record.values[position],
        try titles(of: id, target, position).contains(Folding.fold(text))
      else { continue }
      draft.cells[position] = .absent
    }
  }

  private func titles(of id: RecordID, _ target: EntityDescription, _ position: Int) throws -> Set<String> {
    if let known = titles[position]?[id] { return known }
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
    if titles[position, default: [:]].count >= Self.mostTitles { titles[position] = [:] }
    titles[position, default: [:]][id] = found
    return found
  }
}
