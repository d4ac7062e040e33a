import KartotekaModel

/// A record, with its lines if it has any, as a document to print: an invoice, a packing list, a letter.
///
/// ```swift
/// Document<Order>("invoice", title: "Invoice", from: "Northwind Traders", "Seattle")
///   .addressed("Bill to", \.shipName, \.shipAddress).line(\.shipCity, \.shipPostalCode).stating(\.orderDate, \.shippedDate)
/// ```
public struct Document<Owner: Entity>: Sendable {
  /// The document as data.
  public private(set) var description: DocumentDescription

  /// A document of that name in addresses, with that title, from a sender of so many lines.
  public init(_ name: String, title: String, from sender: String...) {
    description = DocumentDescription(
      name: name, title: title, sender: sender, recipientTitle: "", recipient: [], facts: [])
  }

  /// The recipient: a heading, and fields of the record that make up a line each.
  public func addressed<each P: ColumnProperty>(_ title: String, _ paths: repeat KeyPath<Owner, each P>) -> Document {
    var copy = self
    copy.description.recipientTitle = title
    for path in repeat each paths { copy.description.recipient.append([Owner.name(of: path)]) }
    return copy
  }

  /// One more line of the recipient, of several fields.
  public func line<each P: ColumnProperty>(_ paths: repeat KeyPath<Owner, each P>) -> Document {
    var names: [String] = []
    for path in repeat each paths { names.append(Owner.name(of: path)) }
    var copy = self
    copy.description.recipient.append(names)
    return copy
  }

  /// Fields of the record beside its number: dates, names.
  public func stating<each P: ColumnProperty>(_ paths: repeat KeyPath<Owner, each P>) -> Document {
    var copy = self
    for path in repeat each paths { copy.description.facts.append(Owner.name(of: path)) }
    return copy
  }

  /// The document has a number of its own, which an action on the record gives it.
  /// - Parameters:
  ///   - number: the attribute with the number.
  ///   - action: the action's name; its button stands on the record's page until there is a number.
  ///   - draft: the title of the document before that, a key into the catalogue.
  public func numbered(by number: KeyPath<Owner, Attribute<Int>>, issuedBy action: String, draft: String) -> Document {
    var copy = self
    copy.description.issue = .init(number: Owner.name(of: number), action: action, draftTitle: draft)
    return copy
  }

  /// The document becomes one that reverses it, such as a credit note, once the record has the reversal's number.
  /// - Parameters:
  ///   - number: the attribute with the number of the reversal.
  ///   - title: the reversal's title, a key into the catalogue.
  public func reversed(by number: KeyPath<Owner, Attribute<Int>>, title: String) -> Document {
    var copy = self
    copy.description.reversal = .init(number: Owner.name(of: number), title: title)
    return copy
  }

  /// Adds a text above the lines. Fields of the record stand in braces: `"Dear {customer}"`, `"{customer.city}"`.
  public func beginning(_ text: String) -> Document {
    var copy = self
    copy.description.opening = text
    return copy
  }

  /// Adds a table of related records below the text, in place of lines: a column for each of these values, and below it the sum of
  /// amounts of money.
  ///
  /// ```swift
  /// .table(\.loans, columns: \.work, \.due, \.price, where: \.isLate == true)
  /// ```
  public func table<T: Entity, each P: ListedProperty>(
    _ path: KeyPath<Owner, ToMany<T>>, columns: repeat KeyPath<T, each P>, where condition: Condition<T>? = nil
  ) -> Document {
    var names: [String] = []
    for path in repeat each columns { names.append(T.name(ofListed: path)) }
    var table = DocumentDescription.Table(Owner.name(of: path), columns: names)
    if let condition { table.predicate = condition.predicate }
    var copy = self
    copy.description.table = table
    return copy
  }

  /// The paper to print on, in place of that of the printer.
  public func on(_ paper: DocumentDescription.Paper) -> Document {
    var copy = self
    copy.description.paper = paper
    return copy
  }

  /// Leaves parts of the lines out: a packing list has no prices, a letter no lines.
  public func omitting(_ parts: DocumentDescription.Part...) -> Document {
    var copy = self
    copy.description.omitted += parts
    return copy
  }

  /// Adds a text below the totals. Fields of the record stand in braces.
  public func ending(_ note: String) -> Document {
    var copy = self
    copy.description.note = note
    return copy
  }
}
