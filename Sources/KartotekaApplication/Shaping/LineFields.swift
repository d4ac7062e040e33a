import KartotekaModel
import KartotekaScreens

/// The fields of which the lines of a relationship can be made.
package struct LineFields: Sendable {
  /// The relationship to the lines.
  package let relationship: RelationshipDescription
  /// The records that have lines.
  package let owner: DocumentEntity
  /// The records that are lines.
  package let line: DocumentEntity
  /// The relationships of a line to what it can name, each with its entity.
  package let items: [(relationship: RelationshipDescription, entity: DocumentEntity)]
  /// The relationship of a line to its record.
  let inverse: RelationshipDescription

  /// - Returns: nil for a relationship to records that can't be lines: they belong to several, or to none.
  package init?(_ name: String, of entity: String, in document: AppDocument) {
    guard let owner = document.entity(entity),
      let relationship = owner.relationships.first(where: { $0.name == name }),
      relationship.cardinality == .toMany, let line = document.entity(relationship.target), line.derivation == nil,
      line.name != entity, let inverse = line.relationships.first(where: { $0.name == relationship.inverse })
    else { return nil }
    (self.relationship, self.owner, self.line, self.inverse) = (relationship, owner, line, inverse)
    items = line.relationships.filter { $0.cardinality == .toOne && $0.name != inverse.name }
      .compactMap { link in document.entity(link.target).map { (link, $0) } }
  }

  /// Whether lines name something and count it.
  package var areEnough: Bool { !items.isEmpty && !quantities.isEmpty }

  /// The line's fields that count.
  package var quantities: [AttributeDescription] { line.attributes.filter { $0.kind == .integer && $0.form == nil } }

  /// The line's fields with the price of one.
  package var prices: [AttributeDescription] { line.attributes.filter(\.isAmount) }

  /// The line's fields with the part of the price that is let off.
  package var discounts: [AttributeDescription] {
    line.attributes.filter { $0.kind == .decimal && $0.scale >= 2 && $0.currency == nil }
  }

  /// The record's fields with what comes on top of the lines.
  package var extras: [AttributeDescription] { owner.attributes.filter(\.isAmount) }

  /// The record's fields with a tax in percent.
  package var taxRates: [AttributeDescription] {
    owner.attributes.filter(\.isTaxRate)
  }

  /// The fields of what a line can name that satisfy a condition, as `relationship.field`.
  package func ofItems(
    _ isIncluded: (AttributeDescription) -> Bool
  ) -> [(path: String, item: DocumentEntity, attribute: AttributeDescription)] {
    items.flatMap { link, entity in
      entity.attributes.filter(isIncluded).map { (link.name + "." + $0.name, entity, $0) }
    }
  }

  /// Lines of all that is there: the first fields of each sort.
  package var proposal: LinesDescription? {
    guard let item = items.first, let quantity = quantities.first else { return nil }
    var lines = LinesDescription(relationship: relationship.name, item: item.relationship.name, quantity: quantity.name)
    // Money before other numbers, such as weights.
    func ordered(_ amounts: [AttributeDescription]) -> [AttributeDescription] {
      amounts.filter { $0.currency != nil } + amounts.filter { $0.currency == nil }
    }
    let sources = ordered(item.entity.attributes.filter(\.isAmount))
    for price in ordered(prices) {
      guard let source = sources.first(where: { $0.scale == price.scale }) else {
        continue
      }
      (lines.price, lines.itemPrice) = (price.name, source.name)
      break
    }
    if lines.price != nil { lines.discount = discounts.first { $0.form == .percent }?.name }
    // Pictures and files are no part of a form with lines.
    lines.fields =
      owner.attributes.filter(\.isAskedWithLines).map(\.name)
      + owner.relationships.filter { $0.cardinality == .toOne }.map(\.name)
    return lines
  }

  /// The names of the record's fields in the order of the screen that shows them.
  static func order(of owner: DocumentEntity) -> [String] {
    owner.attributes.map(\.name) + owner.relationships.map(\.name)
  }
}

extension AttributeDescription {
  /// Whether it can be an amount of lines.
  var isAmount: Bool { kind == .decimal && form == nil }

  /// Whether it can be a tax rate, in percent.
  var isTaxRate: Bool { kind == .decimal && form == nil && currency == nil && scale == LinesDescription.taxScale }

  /// Whether a form with lines has the field.
  var isAskedWithLines: Bool { !isBytes && (writability != .never || stamp != nil) }
}
