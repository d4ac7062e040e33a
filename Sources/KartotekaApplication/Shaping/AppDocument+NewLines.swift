import KartotekaModel
import KartotekaScreens

/// Lines from nothing, as a person describes them: the records for them, and what each of them names.
package struct LinesShape: Hashable, Sendable {
  /// The label of the relationship to the lines.
  package var label = ""
  /// The name of one line.
  package var one = ""
  /// The name of several lines.
  package var many = ""
  /// The name of the entity that a line names; empty for a new one.
  package var item = ""
  /// The name of one of the new entity's records.
  package var itemOne = ""
  /// The name of several of these records.
  package var itemMany = ""
  /// Whether lines have prices.
  package var isPriced = true
  /// Whether a part of a price can be let off.
  package var hasDiscount = false
  /// Whether a tax comes on top of all lines.
  package var isTaxed = false
  /// The ISO 4217 code of the prices' currency.
  package var currency = "EUR"
  /// The word for a price in the person's language: a number of that name, of what lines name, is its price.
  package var priceWord = "Price"
  /// The word for a tax rate in the person's language.
  package var taxWord = "Tax rate"

  package init() {}
}

// Lines from nothing.
extension AppDocument {
  /// Adds lines to an entity's records: records for them, the relationships, and what they name unless it exists.
  /// - Returns: the name of the relationship to the lines.
  @discardableResult
  package mutating func addLines(_ shape: LinesShape, to entity: String) throws(ShapeFault) -> String {
    let owner = entities[try place(entity)]
    guard let list = list(of: entity) else { throw ShapeFault("", "Lines need a list of the records that have them") }
    guard list.lines == nil else { throw ShapeFault("", "Its records have lines already") }
    try checkLabel(shape.label, in: owner, except: nil)
    let (item, source) = try item(of: shape)
    let line = try addEntity(
      one: shape.one, many: shape.many, fields: Self.fields(of: shape, currency: source?.currency ?? shape.currency))
    var toOwner = LinkShape()
    (toOwner.label, toOwner.target, toOwner.backLabel) = (Self.capitalized(owner.nouns.one), entity, shape.label)
    (toOwner.isRequired, toOwner.deleteRule) = (true, .cascade)
    let toOwnerName = try addLink(toOwner, to: line)
    var toItem = LinkShape()
    (toItem.label, toItem.target) = (Self.capitalized(entities[try place(item)].nouns.one), item)
    (toItem.isRequired, toItem.deleteRule) = (true, .deny)
    let toItemName = try addLink(toItem, to: line)
    nameLines(line, after: toItemName, toOwnerName)
    let rate = shape.isTaxed ? try taxRate(of: shape, in: entity) : nil
    let relationship = entities[try place(entity)].relationships.first {
      $0.target == line && $0.inverse == toOwnerName
    }
    guard let relationship, let fields = LineFields(relationship.name, of: entity, in: self),
      var lines = fields.proposal
    else { throw Self.unknown }
    if let source, lines.price != nil { lines.itemPrice = source.name }
    lines.taxRate = rate
    try setLines(lines, of: entity)
    return relationship.name
  }

  // What lines name, with the field of its price if they have one.
  private mutating func item(of shape: LinesShape) throws(ShapeFault) -> (name: String, price: AttributeDescription?) {
    var price = FieldShape()
    (price.label, price.kind, price.currency) = ("Price", .money, shape.currency)
    let item: String
    if shape.item.isEmpty {
      var name = FieldShape()
      (name.label, name.isRequired) = ("Name", true)
      do throws(ShapeFault) {
        item = try addEntity(one: shape.itemOne, many: shape.itemMany, fields: shape.isPriced ? [name, price] : [name])
      } catch {
        let fields = ["one": "itemOne", "many": "itemMany"]
        throw ShapeFault(fields[error.field] ?? error.field, error.phrase)
      }
    } else {
      item = shape.item
    }
    guard shape.isPriced else { return (item, nil) }
    let known = entities[try place(item)].attributes
    if let found = Self.price(in: known, scale: price.scale, word: shape.priceWord) { return (item, found) }
    let name = try Self.fault(at: "priced") { () throws(ShapeFault) in try addField(price, to: item) }
    return (item, entities[try place(item)].attributes.first { $0.name == name })
  }

  // Money, or a number that is called a price. A weight is a number, too.
  private static func price(in attributes: [AttributeDescription], scale: Int, word: String) -> AttributeDescription? {
    let amounts = attributes.filter { $0.isAmount && $0.scale == scale }
    return amounts.first { $0.currency != nil } ?? amounts.first { isCalled($0, ["Price", word]) }
  }

  private static func isCalled(_ attribute: AttributeDescription, _ words: [String]) -> Bool {
    words.contains { Naming.key($0) == Naming.key(attribute.label) }
  }

  // The record's tax rate: a field that is one already, or a new one.
  private mutating func taxRate(of shape: LinesShape, in entity: String) throws(ShapeFault) -> String {
    let known = entities[try place(entity)].attributes.filter(\.isTaxRate)
    if let found = known.first(where: { Self.isCalled($0, ["Tax rate", shape.taxWord]) }) { return found.name }
    var tax = FieldShape()
    (tax.label, tax.kind, tax.scale) = ("Tax rate", .decimal, LinesDescription.taxScale)
    return try Self.fault(at: "tax") { () throws(ShapeFault) in try addField(tax, to: entity) }
  }

  // What is wrong with a field that is added stands at the box that adds it.
  private static func fault(at box: String, _ add: () throws(ShapeFault) -> String) throws(ShapeFault) -> String {
    do throws(ShapeFault) { return try add() } catch {
      throw ShapeFault(box, error.phrase)
    }
  }

  private static func fields(of shape: LinesShape, currency: String) -> [FieldShape] {
    var quantity = FieldShape()
    (quantity.label, quantity.kind, quantity.isRequired) = ("Quantity", .integer, true)
    (quantity.rules.minimum, quantity.rules.initial) = (.integer(1), .integer(1))
    guard shape.isPriced else { return [quantity] }
    var price = FieldShape()
    (price.label, price.kind, price.currency) = ("Price", .money, currency)
    guard shape.hasDiscount else { return [quantity, price] }
    var discount = FieldShape()
    (discount.label, discount.kind, discount.scale) = ("Discount", .percent, 2)
    (discount.rules.minimum, discount.rules.maximum) = (.integer(0), .integer(10_000))
    return [quantity, price, discount]
  }

  // A line is called by what it names. Its list stands under More, since lines are seen with their records.
  private mutating func nameLines(_ line: String, after item: String, _ owner: String) {
    guard let place = entities.firstIndex(where: { $0.name == line }) else { return }
    for index in entities[place].attributes.indices { entities[place].attributes[index].isTitle = false }
    changeLists(of: line) { list in
      (list.title, list.subtitle) = ([item], [owner])
      (list.sort, list.hasInitials, list.searched) = ([], false, [])
    }
    guard var tabs, let tab = tabs.firstIndex(where: { $0.screen.entity == line }) else { return }
    tabs[tab].isUnderMore = true
    self.tabs = tabs
  }
}
