import KartotekaModel
import KartotekaStore

/// A rejected row, to be shown and corrected.
package struct ReviewedRow: Sendable, Identifiable {
  /// A field of the row.
  package struct Field: Sendable, Hashable {
    /// The heading of the column, by which it can be corrected. A row that can't be split into fields has a single field
    /// `_record` with its text.
    package let heading: String
    /// The text, including corrections.
    package let text: String
    /// Whether a person has corrected it.
    package let isCorrected: Bool
    /// The target of the column.
    package let target: ColumnMatch.Target
  }

  /// The number of the row.
  package let id: Int64
  /// The number of the import that rejected it.
  package let importID: Int64
  /// The file's name.
  package let file: String
  /// The line in which it begins.
  package let line: Int
  /// The entity of its record.
  package let entity: EntityDescription
  /// Its fields in the order of the file, without the additional columns of a file of rejected rows.
  package let fields: [Field]
  /// Its faults.
  package let faults: [Reject.Fault]

  /// All faults in one sentence.
  package var reason: Phrase { Phrase.list(faults.map(\.phrase)) ?? "This row can't be loaded" }

  /// The faults of a column.
  package func faults(of heading: String) -> [Reject.Fault] { faults.filter { $0.column == heading } }

  /// - Returns: nil if the model no longer has the entity.
  init?(_ row: RejectedRow, in model: ModelDescription) {
    guard let entity = model.entity(named: row.entity), let layout = RowLayout(text: row.layout) else { return nil }
    (id, importID, file, line) = (row.id, row.importID, row.file, row.line)
    self.entity = entity
    faults = StoredFaults.faults(row.faults)
    // A row that was copied with its mark becomes a new one without it.
    let hasMark = faults.contains { $0.reason.key == RecordMark.repeatedKey }
    let original = RowContent(row.raw, layout).texts(layout)
    let texts = row.corrected.map { RowContent($0, layout).texts(layout) } ?? original
    fields = texts.enumerated().compactMap { index, field in
      guard
        !RejectsWriter.isRemark(field.heading) || field.heading == RowContent.wholeHeading
          || hasMark && field.heading == RecordMark.heading
      else { return nil }
      let isCorrected = !original.indices.contains(index) || original[index] != field
      return Field(
        heading: field.heading, text: field.text, isCorrected: isCorrected,
        target: layout.target(of: field.heading) ?? .nothing)
    }
  }
}

/// A page of rejected rows.
package struct ReviewPage: Sendable {
  /// The rows, in the order in which they were stored.
  package let rows: [ReviewedRow]
  /// The number of rows on all pages.
  package let total: Int
  /// The row after which the next page begins; nil on the last page.
  package let next: Int64?
}

/// A request for rejected rows.
package struct ReviewRequest: Sendable, Hashable {
  /// The number of an import; nil for all.
  package var importID: Int64?
  /// The name or plural of an entity; nil for all.
  package var entity: String?
  /// The numbers of rows; nil for all.
  package var ids: [Int64]?
  /// The row after which the page begins.
  package var after: Int64?
  /// The maximum number of rows.
  package var limit = 50

  /// Requests all rows, fifty per page.
  package init(
    importID: Int64? = nil, entity: String? = nil, ids: [Int64]? = nil, after: Int64? = nil, limit: Int = 50
  ) {
    (self.importID, self.entity, self.ids, self.after, self.limit) = (importID, entity, ids, after, limit)
  }

  func request(in model: ModelDescription) -> RejectedRowsRequest {
    var request = RejectedRowsRequest()
    (request.importID, request.ids, request.after, request.limit) = (importID, ids, after, limit)
    request.entity = entity.map { name in model.entity(plural: name)?.name ?? name }
    return request
  }
}
