import Kartoteka

/// Something that is sold.
public struct Product: Entity {
  let name = Attribute<String>("Product name", .required, .title, .length(1...80), .aliases("ProductName"))
  let supplier = ToOne<Supplier>("Supplier", placeholder: "Choose a supplier", onDelete: .deny, aliases: ["SupplierID"])
  let category = ToOne<Category>("Category", placeholder: "Choose a category", onDelete: .deny, aliases: ["CategoryID"])
  let quantityPerUnit = Attribute<String>("Quantity per unit", .length(0...60))
  let unitPrice = Attribute<Decimal>("Unit price", .required, .scale(2), .atLeast(0), .default(0))
  let unitsInStock = Attribute<Int>("Units in stock", .required, .atLeast(0), .default(0))
  let unitsOnOrder = Attribute<Int>("Units on order", .required, .atLeast(0), .default(0))
  let reorderLevel = Attribute<Int>("Reorder level", .required, .atLeast(0), .default(0))
  let discontinued = Attribute<Bool>("Discontinued", .required, .default(false))

  /// The declaration; records are `Record<Product>`.
  public init() {}
}
