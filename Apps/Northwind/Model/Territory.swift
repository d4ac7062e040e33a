import Kartoteka

/// A territory of a region, identified by its postal code.
public struct Territory: Entity {
  let code = Attribute<String>("Territory code", .required, .unique, .title, .length(1...20), .aliases("TerritoryID"))
  let description = Attribute<String>("Territory description", .required, .title, .length(1...60))
  let region = ToOne<Region>("Region", required: true, onDelete: .deny)
  let employees = ToMany<EmployeeTerritory>("Employees", inverse: \.territory)

  /// The declaration; records are `Record<Territory>`.
  public init() {}
}
