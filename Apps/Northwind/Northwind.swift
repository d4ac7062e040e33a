import Kartoteka

/// A shop that sells by phone: products, orders and everybody who has to do with them.
public let northwind = App(
  "northwind", title: "Northwind", summary: "Products and orders of a wholesaler", symbol: .box, hue: 150,
  entities: [
    Product.self, Category.self, Supplier.self, Order.self, OrderDetail.self, Customer.self, Employee.self,
    Shipper.self, Region.self, Territory.self, EmployeeTerritory.self, CustomerDemographic.self,
  ],
  catalogues: [.polish: Embedded.data("pl.json"), .russian: Embedded.data("ru.json")]
) {
  Tab("Products", symbol: .box) {
    List(Product.self, title: \.name, subtitle: \.quantityPerUnit).searching(\.name).sorted(by: \.name)
  }
  Tab("Orders", symbol: .receipt) {
    List(Order.self, title: \.shipName, subtitle: \.shipCity).searching(\.shipName).sorted(descendingBy: \.orderDate)
      .withSection(\.lines)
  }
  Tab("Categories", symbol: .tag) {
    List(Category.self, title: \.name, subtitle: \.description).searching(\.name).sorted(by: \.name)
      .withSection(\.products)
  }
  Tab("Suppliers", symbol: .folder) {
    List(Supplier.self, title: \.companyName, subtitle: \.city).searching(\.companyName).sorted(by: \.companyName)
      .withSection(\.products)
  }
  Tab("Customers", symbol: .people) {
    List(Customer.self, title: \.companyName, subtitle: \.city).searching(\.companyName).sorted(by: \.companyName)
      .withSection(\.orders).withSection(\.demographics, adding: "Choose demographics")
  }
  Tab("Employees", symbol: .person) {
    List(Employee.self, title: \.firstName, \.lastName, subtitle: \.jobTitle)
      .searching(\.firstName, \.lastName).sorted(by: \.lastName, \.firstName).withMonograms()
      .withSection(\.orders).withSection(\.territories)
  }
  Tab("Shippers", symbol: .upload) {
    List(Shipper.self, title: \.companyName, subtitle: \.phone).searching(\.companyName).sorted(by: \.companyName)
      .withSection(\.orders)
  }
  Tab("Regions", symbol: .map) {
    List(Region.self, title: \.description).searching(\.description).sorted(by: \.description)
      .withSection(\.territories)
  }
  Tab("Territories", symbol: .pin) {
    List(Territory.self, title: \.description, subtitle: \.code).searching(\.description, \.code)
      .sorted(by: \.description).withSection(\.employees)
  }
  Tab("Territories of employees", symbol: .city) {
    Table(EmployeeTerritory.self, columns: \.employee, \.territory)
  }
  Tab("Demographics", symbol: .card) {
    List(CustomerDemographic.self, title: \.code, subtitle: \.description).searching(\.code).sorted(by: \.code)
      .withSection(\.customers, adding: "Choose customers")
  }
  Tab("Order lines", symbol: .list) {
    Table(OrderDetail.self, columns: \.order, \.product, \.unitPrice, \.quantity, \.discount)
  }
}
