import KartotekaModel

/// The references of a file's rows to records.
struct FileReferences {
  /// The result of resolving a row's references.
  enum Followed {
    /// All references were found or may be empty.
    case all
    /// Some references were not found, but their records may come later.
    case some
    /// A reference can't be resolved.
    case none([RowFault])
  }

  private let lookup: ReferenceLookup
  private let relations: [(position: Int, relation: ReferenceLookup.Relation)]
  /// The many-to-many relationships by their index.
  private let lists: [(index: Int, relation: ReferenceLookup.Relation)]

  init(_ plan: FilePlan, _ columns: FileColumns, _ model: ModelDescription, _ lookup: ReferenceLookup) {
    self.lookup = lookup
    let hasID = columns.hasPlainID
    lists = plan.entity.manyToMany.enumerated().compactMap { index, relationship in
      let header = columns.heading(ofRelated: index) ?? relationship.name
      return ReferenceLookup.Relation(
        relationship, of: plan.entity, in: model, header: header, isByNumber: hasID && header == relationship.name
      ).map { (index, $0) }
    }
    relations = plan.entity.columns.enumerated().compactMap { position, column in
      guard case .toOne(let relationship) = column else { return nil }
      let header = columns.heading(at: position) ?? column.column
      return ReferenceLookup.Relation(
        relationship, of: plan.entity, in: model, header: header,
        isByNumber: hasID && [relationship.name, column.column].contains(header)
      ).map { (position, $0) }
    }
  }

  /// Replaces a row's references by the ids of their records.
  /// - Parameters:
  ///   - unresolved: the treatment of unresolved references.
  ///   - mayCome: whether a missing record may come later.
  func follow(
    _ draft: inout RowDraft, _ unresolved: ImportOptions.Unresolved,
    mayCome: (ReferenceLookup.Relation, Cell) -> Bool
  ) throws -> Followed {
    if relations.isEmpty, lists.isEmpty { return .all }
    var faults: [RowFault] = []
    var emptied: [(position: Int, unresolved: UnresolvedReference)] = []
    var waits = false
    for (position, relation) in relations {
      let cell = draft.cells[position]
      guard cell.isReference else { continue }
      let found = try lookup.find(cell, relation)
      if case .one(let id) = found {
        draft.cells[position] = .record(id)
      } else if case .none = found, mayCome(relation, cell) {
        waits = true
      } else if unresolved == .empty, !relation.relationship.isRequired {
        emptied.append((position, UnresolvedReference(relation, cell.referenceText ?? "")))
      } else {
        let texts = [cell.referenceText ?? ""]
        faults.append(
          found == .several
            ? Self.fault(.column(position), texts, relation, Self.isUnclear)
            : Self.fault(.column(position), texts, relation))
      }
    }
    for (index, relation) in lists {
      guard let cells = draft.related[index] else { continue }
      if relation.relationship.isTags {
        switch try tags(cells, relation, mayCome: mayCome) {
        case .cells(let cells):
          draft.related[index] = cells
          waits = waits || cells.contains(where: \.isReference)
        case .fault(let name, let reason): faults.append(RowFault(.related(index), name, reason))
        }
        continue
      }
      let list = try follow(cells, relation, mayCome: mayCome)
      draft.related[index] = list.cells
      waits = waits || list.cells.contains(where: \.isReference)
      if unresolved == .empty {
        draft.unresolved += (list.missing + list.unclear).map { UnresolvedReference(relation, $0) }
      } else {
        faults += Self.faults(.related(index), list, relation)
      }
    }
    guard faults.isEmpty else { return .none(faults) }
    for reference in emptied {
      draft.cells[reference.position] = .absent
      draft.unresolved.append(reference.unresolved)
    }
    return waits ? .some : .all
  }

  /// A resolved list of related records.
  private struct List {
    /// The found records, and references whose records may come later.
    var cells: [Cell] = []
    /// The texts without a matching record.
    var missing: [String] = []
    /// The texts with several matching records.
    var unclear: [String] = []
  }

  private func follow(
    _ cells: [Cell], _ relation: ReferenceLookup.Relation, mayCome: (ReferenceLookup.Relation, Cell) -> Bool
  ) throws -> List {
    var list = List()
    for cell in cells {
      guard cell.isReference else {
        list.cells.append(cell)
        continue
      }
      switch try lookup.find(cell, relation) {
      case .one(let id): list.cells.append(.record(id))
      case .none where mayCome(relation, cell): list.cells.append(cell)
      case .none: list.missing.append(cell.referenceText ?? "")
      case .several: list.unclear.append(cell.referenceText ?? "")
      }
    }
    return list
  }

  /// The tags of a row.
  private enum Tags {
    case cells([Cell])
    /// A name that its entity refuses.
    case fault(String, Phrase)
  }

  // Commas part names, too, unless a record has the whole as its name. A name without a record makes one.
  private func tags(
    _ cells: [Cell], _ relation: ReferenceLookup.Relation, mayCome: (ReferenceLookup.Relation, Cell) -> Bool
  ) throws -> Tags {
    var found: [Cell] = []
    for cell in cells {
      guard cell.isReference, let text = cell.referenceText else {
        found.append(cell)
        continue
      }
      if let id = try lookup.tag(text, relation) {
        found.append(.record(id))
        continue
      }
      for name in TagText.names(text) {
        if let id = try lookup.tag(name, relation) {
          found.append(.record(id))
        } else if mayCome(relation, .reference(name)) {
          found.append(.reference(name))
        } else if let reason = relation.target.tagFault(name) {
          return .fault(name, reason)
        } else {
          found.append(.record(lookup.tags.number(of: name, relation.target)))
        }
      }
    }
    return .cells(found)
  }

  private static let isUnclear = "There is more than one such record among {entities}"

  private static func fault(
    _ place: RowFault.Place, _ texts: [String], _ relation: ReferenceLookup.Relation,
    _ key: String = "There is no such record among {entities}"
  ) -> RowFault {
    let reason = Phrase(key, ["entities": .phrase(Phrase(relation.target.nouns.many))])
    var fault = RowFault(place, texts.joined(separator: "; "), reason)
    fault.missing = texts.map { UnresolvedReference(relation, $0) }
    return fault
  }

  private static func faults(
    _ place: RowFault.Place, _ list: List, _ relation: ReferenceLookup.Relation
  ) -> [RowFault] {
    var faults: [RowFault] = []
    if !list.missing.isEmpty { faults.append(fault(place, list.missing, relation)) }
    if !list.unclear.isEmpty {
      faults.append(fault(place, list.unclear, relation, Self.isUnclear))
    }
    return faults
  }

  /// A reference of a row to a record that was not found yet.
  struct Reference {
    /// The position of the reference in the row.
    let place: RowFault.Place
    let cell: Cell
    let relation: ReferenceLookup.Relation

    var unresolved: UnresolvedReference { UnresolvedReference(relation, cell.referenceText ?? "") }
  }

  /// The references of a row whose records were not found yet.
  func unfound(in draft: RowDraft) -> [Reference] {
    let single = relations.compactMap { position, relation -> Reference? in
      let cell = draft.cells[position]
      return cell.isReference ? Reference(place: .column(position), cell: cell, relation: relation) : nil
    }
    return single
      + lists.flatMap { index, relation in
        (draft.related[index] ?? []).filter(\.isReference).map {
          Reference(place: .related(index), cell: $0, relation: relation)
        }
      }
  }

  /// The id of the referenced record; nil if none or several match.
  func find(_ reference: Reference) throws -> RecordID? {
    if reference.relation.relationship.isTags {
      return try reference.cell.referenceText.flatMap { try lookup.tag($0, reference.relation) }
    }
    if case .one(let id) = try lookup.find(reference.cell, reference.relation) { return id }
    return nil
  }
}
