import KartotekaModel
import KartotekaStore

/// A rejected row, to be shown and corrected.
public struct ReviewedRow: Sendable, Identifiable {
  /// A field of the row.
  public struct Field: Sendable, Hashable {
    /// The heading of the column, by which it can be corrected. A row that can't be split into fields has a single field
    /// `_record` with its text.
    public let heading: String
    /// The text, including corrections.
    public let text: String
    /// Whether a person has corrected it.
    public let isCorrected: Bool
    /// The target of the column.
    public let target: ColumnMatch.Target
  }

  /// The number of the row.
  public let id: Int64
  /// The number of the import that rejected it.
  public let importID: Int64
  /// The file's name.
  public let file: String
  /// The line in which it begins.
  public let line: Int
  /// The entity of its record.
  public let entity: EntityDescription
  /// Its fields in the order of the file, without the additional columns of a file of rejected rows.
  public let fields: [Field]
  /// Its faults.
  public let faults: [Reject.Fault]

  /// All faults in one sentence.
  public var reason: Phrase { Phrase.list(faults.map(\.phrase)) ?? "This row can't be loaded" }

  /// The faults of a column.
  public func faults(of heading: String) -> [Reject.Fault] { faults.filter { $0.column == heading } }

  /// - Returns: nil if the model no longer has the entity.
  init?(_ row: RejectedRow, in model: ModelDescription) {
    guard let entity = model.entity(named: row.entity), let layout = RowLayout(text: row.layout) else { return nil }
    (id, importID, file, line) = (row.id, row.importID, row.file, row.line)
    self.entity = entity
    faults = FaultText.faults(row.faults)
    let original = RowContent(row.raw, layout).texts(layout)
    let texts = row.corrected.map { RowContent($0, layout).texts(layout) } ?? original
    fields = texts.enumerated().compactMap { index, field in
      guard !field.heading.hasPrefix("_") || field.heading == RowContent.wholeHeading else { return nil }
      let isCorrected = !original.indices.contains(index) || original[index] != field
      return Field(
        heading: field.heading, text: field.text, isCorrected: isCorrected,
        target: layout.target(of: field.heading) ?? .nothing)
    }
  }
}
