import Kartoteka

/// A product that is sold.
public struct Product: Entity {
  let name = Attribute<String>("Product name", .required, .title, .length(1...80), .aliases("ProductName"))
  let supplier = ToOne<Supplier>("Supplier", placeholder: "Choose a supplier", onDelete: .deny, aliases: ["SupplierID"])
  let category = ToOne<Category>("Category", placeholder: "Choose a category", onDelete: .deny, aliases: ["CategoryID"])
  let quantityPerUnit = Attribute<String>("Quantity per unit", .length(0...60))
  let unitPrice = Attribute<Decimal>("Unit price", .required, .scale(2), .currency("USD"), .atLeast(0), .default(0))
  let unitsInStock = Attribute<Int>("Units in stock", .required, .range(0...1_000_000_000), .default(0))
  let unitsOnOrder = Attribute<Int>("Units on order", .required, .range(0...1_000_000_000), .default(0))
  let reorderLevel = Attribute<Int>("Reorder level", .required, .atLeast(0), .default(0))
  let discontinued = Attribute<Bool>("Discontinued", .required, .default(false))
  let orderLines = ToMany<OrderDetail>("Order lines", inverse: \.product)
  let reserved = Computed<Product, Int>("Reserved") { Product.reserved }
  let free = Computed<Product, Int>("Free") { .of(\.unitsInStock) - Product.reserved }

  /// The units that open orders reserve.
  private static var reserved: Computation<Product> {
    .sum(
      \.orderLines, of: Calculation(\.quantity), where: Condition(\.order, to: Order.isOpen))
  }

  /// Products have notes and files.
  public static let hasNotes = true

  /// The declaration; records are `Record<Product>`.
  public init() {}
}
