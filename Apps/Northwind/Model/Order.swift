import Kartoteka

/// An order of a customer with its dates and its delivery.
public struct Order: Entity {
  let customer = ToOne<Customer>("Customer", placeholder: "Choose a customer", onDelete: .deny)
  let cashSale = Attribute<Bool>("Cash sale", .required, .default(false))
  let employee = ToOne<Employee>("Employee", placeholder: "Choose an employee", onDelete: .nullify)
  let orderDate = Attribute<CalendarDate>("Order date", .required, .default(.today))
  let requiredDate = Attribute<CalendarDate>("Required date")
  let shippedDate = Attribute<CalendarDate>(
    "Shipped date",
    .closesRecord(
      by: "ship", reopenedBy: "take-back",
      "This order is shipped: its lines can't be changed any more, and it can't be deleted."))
  let cancelledDate = Attribute<CalendarDate>(
    "Cancelled on",
    .closesRecord(
      by: "cancel", reopenedBy: "reopen",
      "This order is cancelled: its lines can't be changed, and it can't be deleted."))
  let cancelReason = Attribute<String>("Reason for cancelling", .length(0...200), .set(by: "cancel"))
  let shipper = ToOne<Shipper>("Shipper", placeholder: "Choose a shipper", onDelete: .nullify, aliases: ["ShipVia"])
  let freight = Attribute<Decimal>("Freight", .required, .scale(2), .currency("USD"), .atLeast(0), .default(0))
  let shipName = Attribute<String>("Ship name", .length(0...80), .default(from: \Order.customer, \Customer.companyName))
  let shipAddress = Attribute<String>(
    "Ship address", .length(0...120), .default(from: \Order.customer, \Customer.address))
  let shipCity = Attribute<String>("Ship city", .length(0...60), .default(from: \Order.customer, \Customer.city))
  let shipRegion = Attribute<String>("Ship region", .length(0...60), .default(from: \Order.customer, \Customer.region))
  let shipPostalCode = Attribute<String>(
    "Ship postal code", .length(0...20), .default(from: \Order.customer, \Customer.postalCode))
  let shipCountry = Attribute<String>(
    "Ship country", .length(0...60), .default(from: \Order.customer, \Customer.country))
  let taxRate = Attribute<Decimal>("Tax rate, %", .required, .scale(2), .range(0...100), .default(0))
  let paymentDays = Attribute<Int>("Payment terms in days", .required, .range(0...365), .default(30))
  let invoiceNumber = Attribute<Int>(
    "Invoice number", .sequence, .atLeast(1),
    .closesRecord(
      by: "make-invoice", isSealing: true,
      "This order has an invoice: it can't be changed or deleted."))
  let invoiceDate = Attribute<CalendarDate>("Invoice date", .set(by: "make-invoice"))
  let dueDate = Attribute<CalendarDate>("Due date", .set(by: "make-invoice"))
  let creditNoteNumber = Attribute<Int>("Credit note number", .sequence, .atLeast(1), .set(by: "cancel"))
  let lines = ToMany<OrderDetail>("Order lines", inverse: \.order, atLeast: 1)
  let tax = Computed<Order, Decimal>("Tax", .scale(2), .currency("USD")) { Order.tax }
  let total = Computed<Order, Decimal>("Total", .scale(2), .currency("USD")) { Order.net + Order.tax }

  /// The sum of the lines and the freight.
  private static var net: Computation<Order> { .sum(\.lines, of: OrderDetail.amount) + .of(\.freight) }
  /// The tax, in cents.
  private static var tax: Computation<Order> {
    (net * .of(Calculation(\Order.taxRate) * .constant(1, scale: 2))).rounded(2)
  }

  /// Orders whose lines reserve products: they are neither shipped nor cancelled.
  static let isOpen: Condition<Order> = \Order.shippedDate == nil && \Order.cancelledDate == nil
  /// Orders that count in sales.
  static let isInForce: Condition<Order> = \Order.cancelledDate == nil

  /// The title of an order contains its number.
  public static let numberedTitle: String? = "Order {number}"

  static let cancelled = StateDescription("cancelled", "Cancelled", tone: .void, when: \Order.cancelledDate != nil)
  static let shipped = StateDescription("shipped", "Shipped", tone: .good, when: \Order.shippedDate != nil)
  static let late = StateDescription("late", "Late", tone: .bad, when: \Order.requiredDate < .today)
  static let new = StateDescription("new", "New")
  /// The states of an order.
  public static let states = [cancelled, shipped, late, new]

  /// Orders have notes and files.
  public static let hasNotes = true

  /// The declaration; records are `Record<Order>`.
  public init() {}
}
