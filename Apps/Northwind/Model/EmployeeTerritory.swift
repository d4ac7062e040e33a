import Kartoteka

/// That an employee looks after a territory.
public struct EmployeeTerritory: Entity {
  let employee = ToOne<Employee>("Employee", required: true, onDelete: .cascade)
  let territory = ToOne<Territory>("Territory", required: true, onDelete: .cascade)

  /// An employee looks after a territory once.
  public static let uniqueKeys = [UniqueKey(\EmployeeTerritory.employee, \.territory)]

  /// The declaration; records are `Record<EmployeeTerritory>`.
  public init() {}
}
