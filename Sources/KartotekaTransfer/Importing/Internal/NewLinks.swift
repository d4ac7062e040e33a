import KartotekaModel
import KartotekaStore

/// The many-to-many links of new records, which are written after all these records.
final class NewLinks {
  private struct Links {
    unowned let file: FileImport
    let id: RecordID
    let relationship: RelationshipDescription
    let others: [RecordID]

    func reference(to text: String) -> UnresolvedReference {
      UnresolvedReference(relationship: relationship.name, heading: relationship.name, text: text)
    }
  }

  private static let most = 16_384

  private let transaction: Transaction
  private let entity: EntityDescription
  private let relationships: [RelationshipDescription]
  private let refusals: RowRefusals
  private var links: [Links] = []
  private var count = 0

  var isEmpty: Bool { links.isEmpty }
  /// Whether the links should be written.
  var areMany: Bool { count >= Self.most }

  init(_ transaction: Transaction, _ entity: EntityDescription) {
    self.transaction = transaction
    self.entity = entity
    relationships = entity.manyToMany
    refusals = RowRefusals(entity: entity, model: transaction.model)
  }

  /// Adds the links in a new record's row.
  func add(_ id: RecordID, _ draft: RowDraft, of file: FileImport) {
    for (index, relationship) in relationships.enumerated() {
      guard let ids = draft.ids(ofRelated: index), !ids.isEmpty else { continue }
      links.append(Links(file: file, id: id, relationship: relationship, others: ids))
      count += ids.count
    }
  }

  /// Writes the links. Links from a refused record are dropped, links to one are unresolved.
  /// - Parameter tags: makes the tags that are new.
  func write(_ tags: ImportTags?) throws {
    let links = self.links
    // Making a tag writes what is buffered.
    self.links.removeAll(keepingCapacity: true)
    count = 0
    try tags?.prepare(links.flatMap(\.others))
    for link in links where try transaction.exists(entity, id: link.id) {
      let (others, refused) = try made(link, tags)
      let missing = try transaction.linkAdded(entity, link.relationship, link.id, to: others)
      if !missing.isEmpty || !refused.isEmpty { link.file.countUnresolved() }
      for name in refused { link.file.note(link.reference(to: name), of: link.id) }
      for id in missing { link.file.note(link.reference(to: String(id)), of: link.id) }
    }
  }

  // The ids of a link with those of new tags, and the names that the tags' own rules refuse: the record is written already.
  private func made(_ link: Links, _ tags: ImportTags?) throws -> (ids: [RecordID], refused: [String]) {
    guard let tags, link.others.contains(where: { $0 < 0 }) else { return (link.others, []) }
    var (ids, refused): ([RecordID], [String]) = ([], [])
    for id in link.others {
      do {
        ids += try tags.made([id])
        link.file.noteTags([id], link.relationship)
      } catch let error as StoreError {
        _ = try refusals.faults(error)
        refused.append(tags.name(id) ?? "")
      }
    }
    return (ids, refused)
  }
}
