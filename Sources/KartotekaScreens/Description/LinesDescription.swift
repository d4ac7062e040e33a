import KartotekaModel

/// The common form of a record and its lines, as data: an order with its products, a recipe with its
/// ingredients. Everything is named as in the entity it belongs to.
public struct LinesDescription: Sendable, Codable, Hashable {
  /// The to-many relationship that leads to the lines.
  public var relationship: String
  /// The line's to-one relationship to what is chosen.
  public var item: String
  /// The line's attribute that counts.
  public var quantity: String
  /// The line's attribute with the price of one; nil for lines that cost nothing.
  public var price: String?
  /// The item's attribute that a new line takes its price from.
  package var itemPrice: String?
  /// The line's attribute with the part of the price that is let off, 0 to 1.
  public var discount: String?
  /// The attributes of an item that are shown beside its title.
  public var shown: [String] = []
  /// The item's attribute with how many there are.
  public var stock: String?
  /// The condition on records whose lines reserve their items; nil where no line does.
  package var reserving: FetchPredicate?
  /// The item's attribute that takes it out of the choice when it is true.
  public var hidden: String?
  /// The record's amounts that come on top of the lines.
  package var extras: [String] = []
  /// The record's attribute with the tax on all of it, in percent; nil where amounts are all there is.
  public var taxRate: String?
  /// The record's fields that are asked first; what is neither here nor in a fold isn't in the form.
  public var fields: [String] = []
  /// Further fields of the record, under a heading that opens and closes.
  package var folds: [Fold] = []
  /// The field that a new record needs although the entity leaves it optional; nil for none.
  public var needed: Needed?
  /// The verb on the button that saves a new record: a key into the catalogue.
  package var verb: String?

  /// The number of decimal places of a tax rate.
  package static let taxScale = 2

  /// A field that a record needs, unless another one says that there is no such thing.
  public struct Needed: Sendable, Codable, Hashable {
    /// The attribute or to-one relationship of the record.
    public var field: String
    /// The yes-or-no attribute that makes it unnecessary.
    package var exception: String
    /// The reason that is given if both are empty, a key into the catalogue.
    public var reason: String

    /// The same for the model: it holds however a record comes in.
    package var need: FieldNeed { FieldNeed(field: field, exception: exception, reason: reason) }
  }

  /// Fields under a heading.
  public struct Fold: Sendable, Codable, Hashable {
    /// The heading, a key into the catalogue.
    public var title: String
    /// Attributes or to-one relationships of the record.
    public var fields: [String]

    /// A fold.
    package init(title: String, fields: [String]) {
      self.title = title
      self.fields = fields
    }
  }

  /// Lines of those items.
  package init(relationship: String, item: String, quantity: String) {
    self.relationship = relationship
    self.item = item
    self.quantity = quantity
  }
}
