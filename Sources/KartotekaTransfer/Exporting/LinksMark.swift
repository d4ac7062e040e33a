import KartotekaModel
import KartotekaStore

/// The mark of a list of related records within the mark of a row: a digest of the cell's words, and one of the records.
///
/// A cell with the same words was not edited, whatever these records are called by now. Equal records were not changed here.
struct LinksMark: Hashable {
  /// The number of hexadecimal digits of ``text``.
  static let length = 4 * bytes
  private static let bytes = 6

  private let words: String
  private let records: String

  /// The digests as they are written.
  var text: String { words + records }

  /// The mark of a cell and of the records that it names.
  init(_ relationship: RelationshipDescription, _ cells: [Cell], _ ids: [RecordID]) {
    words = Self.digest(cells, relationship)
    records = Self.digest(ids, relationship)
  }

  /// Reads ``text`` of ``length`` digits.
  init(text: Substring) {
    words = String(text.prefix(2 * Self.bytes))
    records = String(text.dropFirst(2 * Self.bytes))
  }

  /// Whether a cell has the words with which it was exported.
  func isUnedited(_ cells: [Cell], _ relationship: RelationshipDescription) -> Bool {
    Self.digest(cells, relationship) == words
  }

  /// Whether the records are those that were exported.
  func isVersion(_ ids: [RecordID], _ relationship: RelationshipDescription) -> Bool {
    Self.digest(ids, relationship) == records
  }

  private static func digest(_ cells: [Cell], _ relationship: RelationshipDescription) -> String {
    // A word that is there twice may name two records.
    digest(cells.compactMap { $0.referenceText.map(Folding.fold) }.sorted(), relationship)
  }

  private static func digest(_ ids: [RecordID], _ relationship: RelationshipDescription) -> String {
    digest(Set(ids).sorted().map { String($0) }, relationship)
  }

  private static func digest(_ texts: [String], _ relationship: RelationshipDescription) -> String {
    Fingerprint.text(of: ([relationship.name] + texts).flatMap { Array($0.utf8) + [0] }, bytes: bytes)
  }
}
