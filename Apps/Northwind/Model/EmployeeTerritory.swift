import Kartoteka

/// The assignment of an employee to a territory.
public struct EmployeeTerritory: Entity {
  let employee = ToOne<Employee>("Employee", required: true, onDelete: .cascade)
  let territory = ToOne<Territory>("Territory", required: true, onDelete: .cascade)

  /// Each assignment exists once.
  public static let uniqueKeys = [UniqueKey(\EmployeeTerritory.employee, \.territory)]

  /// The declaration; records are `Record<EmployeeTerritory>`.
  public init() {}
}
