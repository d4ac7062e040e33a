import Kartoteka

/// The sample records of all entities, made by `Sample/generate.py`.
let sampleFiles = [
  SampleFile(Category.self, file: "categories.csv", Embedded.data("sample/categories.csv")),
  SampleFile(
    CustomerDemographic.self, file: "customer-demographics.csv", Embedded.data("sample/customer-demographics.csv")),
  SampleFile(Customer.self, file: "customers.csv", Embedded.data("sample/customers.csv")),
  SampleFile(
    EmployeeTerritory.self, file: "employee-territories.csv", Embedded.data("sample/employee-territories.csv")),
  SampleFile(Employee.self, file: "employees.csv", Embedded.data("sample/employees.csv")),
  SampleFile(OrderDetail.self, file: "order-details.csv", Embedded.data("sample/order-details.csv")),
  SampleFile(Order.self, file: "orders.csv", Embedded.data("sample/orders.csv")),
  SampleFile(Product.self, file: "products.csv", Embedded.data("sample/products.csv")),
  SampleFile(Region.self, file: "regions.csv", Embedded.data("sample/regions.csv")),
  SampleFile(Shipper.self, file: "shippers.csv", Embedded.data("sample/shippers.csv")),
  SampleFile(Supplier.self, file: "suppliers.csv", Embedded.data("sample/suppliers.csv")),
  SampleFile(Territory.self, file: "territories.csv", Embedded.data("sample/territories.csv")),
]
