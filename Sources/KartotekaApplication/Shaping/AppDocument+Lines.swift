import KartotekaModel
import KartotekaScreens

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
    // The same records may be lines of others, whose forms do not ask for this record.
    do throws(ShapeFault) { try checkAsked(fields.inverse.name, of: fields.line.name) } catch {
      throw ShapeFault("lines", error.phrase)
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

  /// Makes lines that can't be lines related records again: earlier versions took some that no form could save. The records stay.
  mutating func dropFaultyLines() {
    for entity in entities.map(\.name) where lines(of: entity) != nil {
      var other = self
      guard (try? other.removeLines(of: entity)) != nil else { continue }
      if other.check().count < check().count { self = other }
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

  // MARK: Changes of fields

  /// Shows a field in the form of records with lines, unless it is there.
  mutating func askWithLines(_ name: String, of entity: String) {
    guard lines(of: entity) != nil else { return }
    changeLists(of: entity) { list in list.changeLines { $0.ask(name) } }
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
  /// Asks for a field of the record that the form does not ask for.
  mutating func ask(_ name: String) {
    let asked = fields + folds.flatMap(\.fields) + extras + [taxRate].compactMap(\.self)
    if !asked.contains(name) { fields.append(name) }
  }

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
