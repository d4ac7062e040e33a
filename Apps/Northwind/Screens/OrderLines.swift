import Kartoteka

/// The form of an order: the customer, the dates, the address and the products.
let orderLines = Lines(\Order.lines, choosing: \.product, quantity: \.quantity)
  .priced(\.unitPrice, from: \.unitPrice).discounted(by: \.discount).adding(\.freight).taxed(by: \.taxRate)
  .showing(\.quantityPerUnit).stocked(\.unitsInStock, reservedWhile: Order.isOpen).hiding(\.discontinued)
  .asking(\.customer, \.cashSale, \.employee, \.orderDate, \.requiredDate, \.paymentDays)
  .needing(\.customer, unless: \.cashSale, "Choose the customer, or mark the order as a cash sale.")
  .folding("Ship to", \.shipName, \.shipAddress, \.shipCity, \.shipRegion, \.shipPostalCode, \.shipCountry)
  .saving(as: "Take order")

/// The invoice.
let invoice = Document<Order>(
  "invoice", title: "Invoice", from: "Northwind Traders", "One Portals Way", "Twin Points WA 98156"
)
.addressed("Bill to", \.customer, \.shipName, \.shipAddress)
.line(\.shipCity, \.shipRegion, \.shipPostalCode).line(\.shipCountry)
.numbered(by: \.invoiceNumber, issuedBy: "make-invoice", draft: "Pro forma invoice")
.reversed(by: \.creditNoteNumber, title: "Credit note")
.stating(\.invoiceDate, \.dueDate, \.cancelledDate, \.orderDate, \.shippedDate, \.shipper, \.employee)
.ending("Thank you for your order.")
