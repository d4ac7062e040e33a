import Kartoteka

/// An employee of the wholesaler.
public struct Employee: Entity {
  let firstName = Attribute<String>("First name", .required, .title, .length(1...60))
  let lastName = Attribute<String>("Last name", .required, .title, .length(1...60))
  let jobTitle = Attribute<String>("Title", .length(0...80), .aliases("JobTitle"))
  let titleOfCourtesy = Attribute<String>("Title of courtesy", .length(0...40))
  let birthDate = Attribute<CalendarDate>("Birth date")
  let hireDate = Attribute<CalendarDate>("Hire date")
  let address = Attribute<String>("Address", .length(0...120))
  let city = Attribute<String>("City", .length(0...60))
  let region = Attribute<String>("Region", .length(0...60))
  let postalCode = Attribute<String>("Postal code", .length(0...20))
  let country = Attribute<String>("Country", .length(0...60))
  let homePhone = Attribute<String>("Home phone", .length(0...40))
  let `extension` = Attribute<String>("Extension", .length(0...10))
  let photo = Attribute<Data>("Photo", as: .picture)
  let notes = Attribute<String>("Notes", .multiline)
  let reportsTo = ToOne<Employee>("Reports to", placeholder: "Nobody", onDelete: .nullify)
  let photoPath = Attribute<String>("Photo path", .length(0...200))
  let orders = ToMany<Order>("Orders", inverse: \.employee)
  let territories = ToMany<EmployeeTerritory>("Territories", inverse: \.employee)

  /// The declaration; records are `Record<Employee>`.
  public init() {}
}
