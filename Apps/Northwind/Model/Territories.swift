import Kartoteka

/// A sales region.
public struct Region: Entity {
  let description = Attribute<String>("Region description", .required, .title, .unique, .length(1...60))
  let territories = ToMany<Territory>("Territories", inverse: \.region)

  /// The declaration; records are `Record<Region>`.
  public init() {}
}

/// A territory of a region, identified by its postal code.
public struct Territory: Entity {
  let code = Attribute<String>("Territory code", .required, .unique, .title, .length(1...20), .aliases("TerritoryID"))
  let description = Attribute<String>("Territory description", .required, .title, .length(1...60))
  let region = ToOne<Region>("Region", required: true, onDelete: .deny)
  let employees = ToMany<EmployeeTerritory>("Employees", inverse: \.territory)

  /// The declaration; records are `Record<Territory>`.
  public init() {}
}

/// The assignment of an employee to a territory.
public struct EmployeeTerritory: Entity {
  let employee = ToOne<Employee>("Employee", required: true, onDelete: .cascade)
  let territory = ToOne<Territory>("Territory", required: true, onDelete: .cascade)

  /// Each assignment exists once.
  public static let uniqueKeys = [UniqueKey(\EmployeeTerritory.employee, \.territory)]

  /// The declaration; records are `Record<EmployeeTerritory>`.
  public init() {}
}
