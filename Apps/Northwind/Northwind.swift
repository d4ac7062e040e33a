import Kartoteka

/// A wholesaler that sells by phone: products, orders, customers, suppliers and employees.
public let northwind = App(
  "northwind", title: "Northwind", summary: "Products and orders of a wholesaler",
  purpose: "Keeps a wholesaler's products and stock, customers, orders and invoices.", symbol: .box, hue: 150,
  entities: [
    Product.self, Category.self, Supplier.self, Order.self, OrderDetail.self, Customer.self, Employee.self,
    Shipper.self, Region.self, Territory.self, EmployeeTerritory.self, CustomerDemographic.self,
  ],
  catalogues: [
    .polish: Embedded.data("pl.json"), .russian: Embedded.data("ru.json"), "de": Embedded.data("de.json"),
    "uk": Embedded.data("uk.json"),
  ],
  samples: sampleFiles,
  actions: [.ship, .takeBack, .cancel, .reopen, .makeInvoice, .orderMore, .receive],
  welcome: Welcome("What would you like to work on?")
) {
  Tab("Overview", symbol: .chart) { ShopOverview.screen }
  Tab("Products", symbol: .box) {
    List(Product.self, title: \.name, subtitle: \.quantityPerUnit)
      .telling(\.unitsInStock, as: "{value} in stock").telling(\.free, as: "{value} free").showing(\.unitPrice)
      .narrowing(to: ShopOverview.belowReorderLevel)
      .searching(\.name).searching(\.supplier, \.companyName).searching(\.category, \.name).sorted(by: \.name)
      .withFields(nil, \.name, \.category, \.supplier, \.quantityPerUnit, \.unitPrice)
      .withFields("Stock", \.unitsInStock, \.unitsOnOrder, \.reorderLevel, \.discontinued)
      .withNewest(\.orderLines)
  }
  Tab("Orders", symbol: .receipt) {
    List(Order.self, title: \.customer, subtitle: \.orderDate).numbered().fallbackTitle(\.shipName).showing(\.total)
      .searching(\.shipName).searching(\.customer, \.companyName).searching(\.employee, \.firstName)
      .searching(\.employee, \.lastName).searching(\.lines, \.product, \.name).searching(\.orderDate)
      .sorted(descendingBy: \.orderDate)
      .withLines(orderLines).withDocument(invoice)
  }
  Tab("Categories", symbol: .tag) {
    List(Category.self, title: \.name, subtitle: \.description).searching(\.name, \.description).sorted(by: \.name)
      .withPictures(\.picture).withSection(\.products, offersNew: true)
  }
  Tab("Suppliers", symbol: .folder) {
    List(Supplier.self, title: \.companyName, subtitle: \.city)
      .searching(\.companyName, \.contactName, \.city, \.country).sorted(by: \.companyName)
      .withFields(nil, \.companyName, \.homePage)
      .withFields("Contact", \.contactName, \.contactTitle, \.phone, \.fax)
      .withFields("Address", \.address, \.city, \.region, \.postalCode, \.country)
      .calling(\.phone).locating(by: \.address, \.postalCode, \.city, \.country)
      .withSection(\.products, offersNew: true)
  }
  .underMore()
  Tab("Customers", symbol: .people) {
    List(Customer.self, title: \.companyName, subtitle: \.city)
      .searching(\.companyName, \.code, \.contactName, \.city, \.country).sorted(by: \.companyName)
      .withFields(nil, \.companyName, \.code)
      .withFields("Contact", \.contactName, \.contactTitle, \.phone, \.fax)
      .withFields("Address", \.address, \.city, \.region, \.postalCode, \.country)
      .calling(\.phone).locating(by: \.address, \.postalCode, \.city, \.country)
      .withSection(\.demographics, adding: "Choose demographics").withSection(\.orders, offersNew: true)
  }
  .underMore()
  Tab("Employees", symbol: .person) {
    List(Employee.self, title: \.firstName, \.lastName, subtitle: \.jobTitle)
      .searching(\.firstName, \.lastName, \.jobTitle, \.city).sorted(by: \.lastName, \.firstName).withPictures(\.photo)
      .withFields(nil, \.titleOfCourtesy, \.firstName, \.lastName, \.photo)
      .withFields("Employment", \.jobTitle, \.reportsTo, \.hireDate, \.extension)
      .withFields("Address", \.address, \.city, \.region, \.postalCode, \.country, \.homePhone)
      .withFields("About", \.birthDate, \.notes, \.photoPath)
      .calling(\.homePhone).locating(by: \.address, \.postalCode, \.city, \.country)
      .withSection(\.territories, through: \.territory, adding: "Choose territories")
      .withSection(\.orders, offersNew: true)
  }
  .underMore()
  Tab("Shippers", symbol: .truck) {
    List(Shipper.self, title: \.companyName, subtitle: \.phone).searching(\.companyName, \.phone).sorted(
      by: \.companyName
    )
    .calling(\.phone)
    .withSection(\.orders, offersNew: true)
  }
  .underMore()
  Tab("Regions", symbol: .map) {
    List(Region.self, title: \.description).searching(\.description).sorted(by: \.description)
      .withSection(\.territories, offersNew: true)
  }
  .underMore()
  Tab("Territories", symbol: .pin) {
    List(Territory.self, title: \.description, subtitle: \.code).searching(\.description, \.code)
      .sorted(by: \.description).withSection(\.employees, offersNew: true)
  }
  .underMore()
  Tab("Employee territories", symbol: .city) {
    List(EmployeeTerritory.self, title: \.employee, subtitle: \.territory)
      .searching(\.employee, \.firstName).searching(\.employee, \.lastName)
      .searching(\.territory, \.code).searching(\.territory, \.description)
  }
  .underMore()
  Tab("Demographics", symbol: .card) {
    List(CustomerDemographic.self, title: \.code, subtitle: \.description).searching(\.code, \.description).sorted(
      by: \.code
    )
    .withSection(\.customers, adding: "Choose customers")
  }
  .underMore()
  Tab("Order lines", symbol: .list) {
    List(OrderDetail.self, title: \.product, subtitle: \.order).showing(\.amount)
      .searching(\.product, \.name).searching(\.order, \.shipName)
      .withFields(nil, \.order, \.product, \.unitPrice, \.quantity, \.discount)
  }
  .underMore()
}
