import Foundation
import KartotekaModel

/// A form for a record with its lines, which are edited on one screen and saved together, or not at all.
///
/// ```swift
/// Lines(\Recipe.ingredients, choosing: \.food, quantity: \.grams)
///
/// Lines(\Order.lines, choosing: \.product, quantity: \.quantity)
///   .priced(\.unitPrice, from: \.unitPrice).discounted(by: \.discount).adding(\.freight)
///   .asking(\.customer, \.orderDate)
/// ```
/// A line is a record of its own, which belongs to the one it is a line of. Lines of a record that a value has closed
/// (`AttributeOption/closesRecord(by:reopenedBy:isSealing:_:)`) stay as they are.
public struct Lines<Owner: Entity, Line: Entity, Item: Entity>: Sendable {
  /// The lines as data.
  public private(set) var description: LinesDescription

  /// Lines that each name an item and how many of it.
  public init(
    _ lines: KeyPath<Owner, ToMany<Line>>, choosing item: KeyPath<Line, ToOne<Item>>,
    quantity: KeyPath<Line, Attribute<Int>>
  ) {
    description = LinesDescription(
      relationship: Owner.name(of: lines), item: Line.name(of: item), quantity: Line.name(of: quantity))
  }

  private func with(_ change: (inout LinesDescription) -> Void) -> Lines {
    var copy = self
    change(&copy.description)
    return copy
  }

  /// A line has a price, which a new one takes from its item and keeps.
  public func priced(_ price: KeyPath<Line, Attribute<Decimal>>, from itemPrice: KeyPath<Item, Attribute<Decimal>>)
    -> Lines
  {
    with {
      $0.price = Line.name(of: price)
      $0.itemPrice = Item.name(of: itemPrice)
    }
  }

  /// A part of a line's price is let off: 0.05 is 5 %, and a person writes 5.
  public func discounted(by discount: KeyPath<Line, Attribute<Decimal>>) -> Lines {
    with { $0.discount = Line.name(of: discount) }
  }

  /// An amount of the record that comes on top of its lines.
  public func adding(_ extra: KeyPath<Owner, Attribute<Decimal>>) -> Lines {
    with { $0.extras.append(Owner.name(of: extra)) }
  }

  /// The record's attribute with the tax, in percent, on the lines and on what comes on top of them.
  public func taxed(by rate: KeyPath<Owner, Attribute<Decimal>>) -> Lines {
    with { $0.taxRate = Owner.name(of: rate) }
  }

  /// Shows an attribute of an item beside its title.
  public func showing<V>(_ path: KeyPath<Item, Attribute<V>>) -> Lines {
    with { $0.shown.append(Item.name(of: path)) }
  }

  /// Declares the stock of an item, so that a line that asks for more says so.
  /// - Parameters:
  ///   - stock: the attribute with the number of pieces.
  ///   - condition: the lines of which records reserve their items.
  public func stocked(_ stock: KeyPath<Item, Attribute<Int>>, reservedWhile condition: Condition<Owner>) -> Lines {
    with {
      $0.stock = Item.name(of: stock)
      $0.reserving = condition.predicate
    }
  }

  /// Items that can't be chosen any more.
  public func hiding(_ flag: KeyPath<Item, Attribute<Bool>>) -> Lines {
    with { $0.hidden = Item.name(of: flag) }
  }

  /// The fields of the record that are asked first.
  public func asking<each P: ColumnProperty>(_ paths: repeat KeyPath<Owner, each P>) -> Lines {
    var names: [String] = []
    for path in repeat each paths { names.append(Owner.name(of: path)) }
    return with { $0.fields += names }
  }

  /// Further fields of the record, under a heading that opens and closes.
  public func folding<each P: ColumnProperty>(_ title: String, _ paths: repeat KeyPath<Owner, each P>) -> Lines {
    var names: [String] = []
    for path in repeat each paths { names.append(Owner.name(of: path)) }
    return with { $0.folds.append(.init(title: title, fields: names)) }
  }

  /// A new record needs a related record that the entity leaves optional, unless a yes-or-no attribute says that there is
  /// none. It holds for the form, the API, imports and code. Records that lacked it before stay as they are.
  ///
  /// ```swift
  /// .needing(\.customer, unless: \.cashSale, "Choose the customer, or mark this as a cash sale.")
  /// ```
  /// - Parameters:
  ///   - field: the relationship to that record.
  ///   - exception: the attribute that makes it optional.
  ///   - reason: the message where both are empty, a key into the catalogue.
  public func needing<Target: Entity>(
    _ field: KeyPath<Owner, ToOne<Target>>, unless exception: KeyPath<Owner, Attribute<Bool>>, _ reason: String
  ) -> Lines {
    with {
      $0.needed = .init(field: Owner.name(of: field), exception: Owner.name(of: exception), reason: reason)
    }
  }

  /// The verb on the button that saves a new record.
  public func saving(as verb: String) -> Lines {
    with { $0.verb = verb }
  }
}
