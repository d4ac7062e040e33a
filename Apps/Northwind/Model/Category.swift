import Kartoteka

/// A category of products.
public struct Category: Entity {
  let name = Attribute<String>("Category name", .required, .title, .unique, .length(1...60), .aliases("CategoryName"))
  let description = Attribute<String>("Description", .multiline)
  let picture = Attribute<Data>("Picture", as: .picture)
  let products = ToMany<Product>("Products", inverse: \.category)

  /// The declaration; records are `Record<Category>`.
  public init() {}
}
