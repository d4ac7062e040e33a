import KartotekaModel

/// A record, with its lines if it has any, as a document to print, as data. Its fields are attributes, to-one relationships and
/// computed values of the record, and attributes of related records: `customer.city`.
public struct DocumentDescription: Sendable, Codable, Hashable {
  /// The last part of its address: `invoice`.
  public var name: String
  /// The title, a key into the catalogue.
  public var title: String
  /// The sender, line by line: proper names, which are not translated.
  package var sender: [String]
  /// The heading above the recipient, a key into the catalogue.
  package var recipientTitle: String
  /// The record's fields that make up each of the recipient's lines; empty ones are left out.
  package var recipient: [[String]]
  /// The record's fields beside it: dates and numbers.
  package var facts: [String]
  /// The text above the lines, a key into the catalogue, with fields in braces: `Dear {customer}`.
  public var opening: String?
  /// The text at the end, a key into the catalogue, with fields in braces.
  public var note: String?
  /// The paper; nil for that of the printer.
  public var paper: Paper?
  /// The table of related records in place of lines; nil for none.
  package var table: Table?
  /// The parts of the lines that it leaves out.
  public var omitted: [Part] = []
  /// The numbering; nil for documents without numbers.
  package var issue: Issue?
  /// The document that reverses it, such as a credit note; nil for none.
  package var reversal: Reversal?

  /// Paper to print on.
  public enum Paper: String, Sendable, Codable, CaseIterable {
    /// 210 mm × 297 mm.
    case a4
    /// 8.5 in × 11 in.
    case letter
  }

  /// A part of the lines of a document.
  public enum Part: String, Sendable, Codable, CaseIterable {
    /// All lines.
    case lines
    /// The column of how many.
    case quantity
    /// The column with the price of one.
    case price
    /// The column of discounts.
    case discount
    /// The column with the amount of each line.
    case amount
    /// The sums below the lines.
    case sums
  }

  /// A table of related records: a row for each, and the sum of each column with amounts of money.
  public struct Table: Sendable, Codable, Hashable {
    /// The to-many relationship.
    package var relationship: String
    /// The attributes, to-one relationships and computed values of those records.
    package var columns: [String]
    /// Which of them it has.
    package var predicate = FetchPredicate.all([])

    /// A table of all records of a relationship.
    package init(_ relationship: String, columns: [String]) {
      (self.relationship, self.columns) = (relationship, columns)
    }
  }

  /// The numbering of a document.
  public struct Issue: Sendable, Codable, Hashable {
    /// The record's attribute with the number, which is empty until the document is issued.
    public var number: String
    /// The action that issues it.
    public var action: String
    /// The title of a document without a number, a key into the catalogue.
    package var draftTitle: String
  }

  /// A document that reverses an issued one and takes its place.
  public struct Reversal: Sendable, Codable, Hashable {
    /// The record's attribute with the reversal's number, which is empty until an action reverses the document.
    public var number: String
    /// The reversal's title, a key into the catalogue.
    public var title: String
  }

  /// A document.
  package init(
    name: String, title: String, sender: [String], recipientTitle: String, recipient: [[String]], facts: [String],
    note: String? = nil
  ) {
    self.name = name
    self.title = title
    self.sender = sender
    self.recipientTitle = recipientTitle
    self.recipient = recipient
    self.facts = facts
    self.note = note
  }
}
