import KartotekaModel
import KartotekaScreens

/// Lines from nothing, as a person describes them: the records for them, and what each of them names.
package struct LinesShape: Hashable, Sendable {
  /// The label of the relationship to the lines.
  package var label = ""
  /// What one line is called.
  package var one = ""
  /// What several are called.
  package var many = ""
  /// The name of the entity that a line names; empty for a new one.
  package var item = ""
  /// What one of the new entity's records is called.
  package var itemOne = ""
  /// What several are called.
  package var itemMany = ""
  /// Whether lines have prices.
  package var isPriced = true
  /// Whether a part of a price can be let off.
  package var hasDiscount = false
  /// Whether a tax comes on top of all lines.
  package var isTaxed = false
  /// The ISO 4217 code of the prices' currency.
  package var currency = "EUR"

  package init() {}
}

// Records with lines.
extension AppDocument {
  /// The lines of an entity's records; nil for records without lines.
  package func lines(of entity: String) -> LinesDescription? { list(of: entity)?.lines }

  /// Makes the records of a relationship lines, or changes how they are lines. A line belongs to its record from then on.
  package mutating func setLines(_ lines: LinesDescription, of entity: String) throws(ShapeFault) {
    guard let fields = LineFields(lines.relationship, of: entity, in: self), let list = list(of: entity) else {
      throw Self.unknown
    }
    if let other = list.lines, other.relationship != lines.relationship {
      throw ShapeFault("lines", "Records have one kind of lines: turn the other ones off first")
    }
    try Self.check(lines, fields)
    guard let place = entities.firstIndex(where: { $0.name == fields.line.name }),
      let index = entities[place].relationships.firstIndex(where: { $0.name == fields.inverse.name })
    else { throw Self.unknown }
    entities[place].relationships[index].isRequired = true
    entities[place].relationships[index].deleteRule = .cascade
    let arranged = Self.arranged(lines, since: list.lines)
    changeLists(of: entity) { list in
      list.lines = arranged
      // The lines stand on the record's page themselves.
      list.sections.removeAll { $0.name == lines.relationship }
    }
  }

  /// Makes lines ordinary related records. The records stay, and so do documents, which have no lines then.
  package mutating func removeLines(of entity: String) throws(ShapeFault) {
    guard let lines = lines(of: entity) else { return }
    changeLists(of: entity) { list in
      list.lines = nil
      list.show(lines.relationship, isShared: false)
    }
  }

  // What comes on top of the lines is asked below them, and above them when it does not any more.
  private static func arranged(_ lines: LinesDescription, since old: LinesDescription?) -> LinesDescription {
    var lines = lines
    let below = lines.extras + [lines.taxRate].compactMap(\.self)
    let former = (old?.extras ?? []) + [old?.taxRate].compactMap(\.self)
    lines.fields.removeAll(where: below.contains)
    for index in lines.folds.indices { lines.folds[index].fields.removeAll(where: below.contains) }
    lines.folds.removeAll(where: \.fields.isEmpty)
    for name in former where !below.contains(name) && !lines.fields.contains(name) { lines.fields.append(name) }
    return lines
  }

  private static func check(_ lines: LinesDescription, _ fields: LineFields) throws(ShapeFault) {
    guard let item = fields.items.first(where: { $0.relationship.name == lines.item }) else {
      throw ShapeFault("item", "This can't be empty")
    }
    guard fields.quantities.contains(where: { $0.name == lines.quantity }) else {
      throw ShapeFault("quantity", "This can't be empty")
    }
    func attribute(_ name: String?, _ field: String) throws(ShapeFault) -> AttributeDescription? {
      guard let name else { return nil }
      guard let found = item.entity.attributes.first(where: { $0.name == name }) else {
        throw ShapeFault(field, "This is a field of something else than the lines name")
      }
      return found
    }
    let price = lines.price.flatMap { name in fields.prices.first { $0.name == name } }
    let source = try attribute(lines.itemPrice, "itemPrice")
    if price != nil, source == nil { throw ShapeFault("itemPrice", "Choose where new lines take their price from") }
    if price == nil {
      if source != nil { throw ShapeFault("price", "Choose the field of a line that keeps the price") }
      if lines.discount != nil { throw ShapeFault("discount", "Lines without a price have nothing to let off") }
      if !lines.extras.isEmpty { throw ShapeFault("extra", "Lines without a price have no sum") }
      if lines.taxRate != nil { throw ShapeFault("tax", "Lines without a price have no sum") }
    }
    for name in lines.shown { _ = try attribute(name, "shown") }
    _ = try attribute(lines.stock, "stock")
    _ = try attribute(lines.hidden, "without")
    func checkScale(_ amount: AttributeDescription?, _ field: String) throws(ShapeFault) {
      guard let amount, amount.scale != price?.scale else { return }
      throw ShapeFault(field, "Amounts of lines need the same number of decimal places")
    }
    try checkScale(source, "itemPrice")
    for name in lines.extras { try checkScale(fields.extras.first { $0.name == name }, "extra") }
    try checkRest(lines, fields)
  }

  /// Refuses a field that records need and that a form with lines does not ask for.
  func checkAsked(_ name: String, of entity: String) throws(ShapeFault) {
    for tab in tabs ?? [] {
      guard case .list(let list) = tab.screen, let lines = list.lines,
        let fields = LineFields(lines.relationship, of: list.entity, in: self),
        [list.entity, fields.line.name].contains(entity), let phrase = Self.lacking(lines, fields, name)
      else { continue }
      throw ShapeFault("required", phrase)
    }
  }

  // A new line has values only in what the form of lines knows.
  private static func checkRest(_ lines: LinesDescription, _ fields: LineFields) throws(ShapeFault) {
    if let phrase = lacking(lines, fields, nil) { throw ShapeFault("lines", phrase) }
  }

  // Says what a form with lines lacks that records need: of one field, or of all for nil.
  private static func lacking(_ lines: LinesDescription, _ fields: LineFields, _ name: String?) -> Phrase? {
    let asked = [lines.quantity, lines.price, lines.discount, lines.item, fields.inverse.name].compactMap(\.self)
    let needed =
      fields.line.attributes.filter { $0.isRequired && $0.lacksDefault }.map { ($0.name, $0.label) }
      + fields.line.relationships.filter(\.isRequired).map { ($0.name, $0.label) }
    func isMeant(_ field: String) -> Bool { name == nil || field == name }
    if let (_, label) = needed.first(where: { !asked.contains($0.0) && isMeant($0.0) }) {
      return Phrase("A line has no field for {name}, which is required", ["name": .phrase(Phrase(label))])
    }
    let files = fields.owner.attributes.filter { $0.isBytes && $0.isRequired && $0.lacksDefault }
    return files.first { isMeant($0.name) }.map { file in
      Phrase("A form with lines has no field for {name}, which is required", ["name": .phrase(Phrase(file.label))])
    }
  }

  // MARK: From nothing

  /// Adds lines to an entity's records: records for them, the relationships, and what they name unless it exists.
  /// - Returns: the name of the relationship to the lines.
  @discardableResult
  package mutating func addLines(_ shape: LinesShape, to entity: String) throws(ShapeFault) -> String {
    let owner = entities[try place(entity)]
    guard let list = list(of: entity) else { throw ShapeFault("", "Lines need a list of the records that have them") }
    guard list.lines == nil else { throw ShapeFault("", "Its records have lines already") }
    try checkLabel(shape.label, in: owner, except: nil)
    let item = try item(of: shape)
    let line = try addEntity(one: shape.one, many: shape.many, fields: Self.fields(of: shape))
    var toOwner = LinkShape()
    (toOwner.label, toOwner.target, toOwner.backLabel) = (Self.capitalized(owner.nouns.one), entity, shape.label)
    (toOwner.isRequired, toOwner.deleteRule) = (true, .cascade)
    let toOwnerName = try addLink(toOwner, to: line)
    var toItem = LinkShape()
    (toItem.label, toItem.target) = (Self.capitalized(entities[try place(item)].nouns.one), item)
    (toItem.isRequired, toItem.deleteRule) = (true, .deny)
    let toItemName = try addLink(toItem, to: line)
    nameLines(line, after: toItemName, toOwnerName)
    if shape.isTaxed {
      var tax = FieldShape()
      (tax.label, tax.kind, tax.scale) = ("Tax rate", .decimal, LinesDescription.taxScale)
      try addField(tax, to: entity)
    }
    let relationship = entities[try place(entity)].relationships.first {
      $0.target == line && $0.inverse == toOwnerName
    }
    guard let relationship, let fields = LineFields(relationship.name, of: entity, in: self),
      var lines = fields.proposal
    else { throw Self.unknown }
    if shape.isTaxed { lines.taxRate = fields.taxRates.last?.name }
    try setLines(lines, of: entity)
    return relationship.name
  }

  // What lines name: an entity with a price if they have one.
  private mutating func item(of shape: LinesShape) throws(ShapeFault) -> String {
    var price = FieldShape()
    (price.label, price.kind, price.currency) = ("Price", .money, shape.currency)
    guard shape.item.isEmpty else {
      let known = entities[try place(shape.item)]
      if shape.isPriced, !known.attributes.contains(where: { $0.isAmount && $0.scale == price.scale }) {
        try addField(price, to: shape.item)
      }
      return shape.item
    }
    var name = FieldShape()
    (name.label, name.isRequired) = ("Name", true)
    do throws(ShapeFault) {
      return try addEntity(
        one: shape.itemOne, many: shape.itemMany, fields: shape.isPriced ? [name, price] : [name])
    } catch {
      let fields = ["one": "itemOne", "many": "itemMany"]
      throw ShapeFault(fields[error.field] ?? error.field, error.phrase)
    }
  }

  private static func fields(of shape: LinesShape) -> [FieldShape] {
    var quantity = FieldShape()
    (quantity.label, quantity.kind, quantity.isRequired) = ("Quantity", .integer, true)
    (quantity.rules.minimum, quantity.rules.initial) = (.integer(1), .integer(1))
    guard shape.isPriced else { return [quantity] }
    var price = FieldShape()
    (price.label, price.kind, price.currency) = ("Price", .money, shape.currency)
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

  // MARK: Changes of fields

  /// Shows a new field in the form of records with lines.
  mutating func askWithLines(_ name: String, of entity: String) {
    guard lines(of: entity) != nil else { return }
    changeLists(of: entity) { list in list.lines?.fields.append(name) }
  }

  /// Gives the fields of a form with lines the order of the entity's, if they had it before.
  mutating func reorderLines(of entity: String, since before: DocumentEntity) {
    guard let owner = self.entity(entity), let lines = lines(of: entity) else { return }
    let (old, new) = (LineFields.order(of: before), LineFields.order(of: owner))
    func sorted(_ order: [String]) -> [String] { order.filter(lines.fields.contains) }
    guard lines.fields == sorted(old), lines.fields != sorted(new) else { return }
    changeLists(of: entity) { list in list.lines?.fields = sorted(new) }
  }
}

extension ListDescription {
  /// Changes the lines, if there are any.
  mutating func changeLines(_ change: (inout LinesDescription) -> Void) {
    guard var lines else { return }
    change(&lines)
    self.lines = lines
  }
}

extension LinesDescription {
  /// Takes the price away with what is computed of it.
  mutating func losePrice() {
    askAbove(extras: true, taxRate: true)
    (price, itemPrice, discount) = (nil, nil, nil)
  }

  /// Makes what comes on top of the lines fields like all others, which stay in the form.
  mutating func askAbove(extras hasExtras: Bool, taxRate hasTaxRate: Bool) {
    let below = (hasExtras ? extras : []) + (hasTaxRate ? [taxRate].compactMap(\.self) : [])
    if hasExtras { extras = [] }
    if hasTaxRate { taxRate = nil }
    for name in below where !fields.contains(name) { fields.append(name) }
  }

  /// Takes fields out that are gone. The rest of the lines stays as long as it has what it needs.
  /// - Parameter isGone: whether a field of the record, of a line or of what it names is gone.
  mutating func forget(_ isGone: (_ name: String, _ place: Place) -> Bool) {
    if price.map({ isGone($0, .line) }) ?? false || itemPrice.map({ isGone($0, .item) }) ?? false {
      losePrice()
    }
    if discount.map({ isGone($0, .line) }) ?? false { discount = nil }
    shown.removeAll { isGone($0, .item) }
    if stock.map({ isGone($0, .item) }) ?? false { (stock, reserving) = (nil, nil) }
    if hidden.map({ isGone($0, .item) }) ?? false { hidden = nil }
    extras.removeAll { isGone($0, .owner) }
    if taxRate.map({ isGone($0, .owner) }) ?? false { taxRate = nil }
    fields.removeAll { isGone($0, .owner) }
    for index in folds.indices { folds[index].fields.removeAll { isGone($0, .owner) } }
    folds.removeAll(where: \.fields.isEmpty)
    if let need = needed, isGone(need.field, .owner) || isGone(need.exception, .owner) { needed = nil }
  }

  /// The records whose field a name is.
  enum Place { case owner, line, item }
}
