// swift-format-ignore-file
import Foundation
import Kartoteka

enum GeneratedNorthwind {
  // Not declared here, because it is code: ship, take-back, cancel, reopen, make-invoice, order-more, receive.

  struct Product: Entity {
    static let hasNotes = true

    let name = Attribute<String>("Product name", .required, .title, .length(1...80), .aliases("ProductName"))
    let quantityPerUnit = Attribute<String>("Quantity per unit", .length(0...60))
    let unitPrice = Attribute<Decimal>("Unit price", .required, .scale(2), .currency("USD"), .default(0), .atLeast(0))
    let unitsInStock = Attribute<Int>("Units in stock", .required, .default(0), .range((0)...(1000000000)))
    let unitsOnOrder = Attribute<Int>("Units on order", .required, .default(0), .range((0)...(1000000000)))
    let reorderLevel = Attribute<Int>("Reorder level", .required, .default(0), .atLeast(0))
    let discontinued = Attribute<Bool>("Discontinued", .required, .default(false))
    let supplier = ToOne<Supplier>("Supplier", placeholder: "Choose a supplier", aliases: ["SupplierID"])
    let category = ToOne<Category>("Category", placeholder: "Choose a category", aliases: ["CategoryID"])
    let orderLines = ToMany<OrderDetail>("Order lines", inverse: \.product)
    let reserved = Computed<Product, Int>("Reserved") {
      .sum(\Product.orderLines, of: Calculation(\OrderDetail.quantity), where: Condition(\OrderDetail.order, to: (\Order.shippedDate == nil && \Order.cancelledDate == nil)))
    }
    let free = Computed<Product, Int>("Free") {
      (.of(Calculation(\Product.unitsInStock)) - .sum(\Product.orderLines, of: Calculation(\OrderDetail.quantity), where: Condition(\OrderDetail.order, to: (\Order.shippedDate == nil && \Order.cancelledDate == nil))))
    }
  }

  struct Category: Entity {
    let name = Attribute<String>("Category name", .required, .unique, .title, .length(1...60), .aliases("CategoryName"))
    let description = Attribute<String>("Description", .multiline)
    let picture = Attribute<Data>("Picture", as: .picture)
    let products = ToMany<Product>("Products", inverse: \.category)
  }

  struct Supplier: Entity {
    let companyName = Attribute<String>("Company name", .required, .title, .length(1...80))
    let contactName = Attribute<String>("Contact name", .length(0...80))
    let contactTitle = Attribute<String>("Contact title", .length(0...80))
    let address = Attribute<String>("Address", .length(0...120))
    let city = Attribute<String>("City", .length(0...60))
    let region = Attribute<String>("Region", .length(0...60))
    let postalCode = Attribute<String>("Postal code", .length(0...20))
    let country = Attribute<String>("Country", .length(0...60))
    let phone = Attribute<String>("Phone", .length(0...40))
    let fax = Attribute<String>("Fax", .length(0...40))
    let homePage = Attribute<String>("Home page", .length(0...200))
    let products = ToMany<Product>("Products", inverse: \.supplier)
  }

  struct Order: Entity {
    static let numberedTitle: String? = "Order {number}"
    static let hasNotes = true

    let cashSale = Attribute<Bool>("Cash sale", .required, .default(false))
    let orderDate = Attribute<CalendarDate>("Order date", .required, .default(.today))
    let requiredDate = Attribute<CalendarDate>("Required date")
    let shippedDate = Attribute<CalendarDate>("Shipped date")
    let cancelledDate = Attribute<CalendarDate>("Cancelled on")
    let cancelReason = Attribute<String>("Reason for cancelling", .length(0...200))
    let freight = Attribute<Decimal>("Freight", .required, .scale(2), .currency("USD"), .default(0), .atLeast(0))
    let shipName: Attribute<String> = Attribute("Ship name", .default(from: \Order.customer, \Customer.companyName), .length(0...80))
    let shipAddress: Attribute<String> = Attribute("Ship address", .default(from: \Order.customer, \Customer.address), .length(0...120))
    let shipCity: Attribute<String> = Attribute("Ship city", .default(from: \Order.customer, \Customer.city), .length(0...60))
    let shipRegion: Attribute<String> = Attribute("Ship region", .default(from: \Order.customer, \Customer.region), .length(0...60))
    let shipPostalCode: Attribute<String> = Attribute("Ship postal code", .default(from: \Order.customer, \Customer.postalCode), .length(0...20))
    let shipCountry: Attribute<String> = Attribute("Ship country", .default(from: \Order.customer, \Customer.country), .length(0...60))
    let taxRate = Attribute<Decimal>("Tax rate, %", .required, .scale(2), .default(0), .range((0)...(100)))
    let paymentDays = Attribute<Int>("Payment terms in days", .required, .default(30), .range((0)...(365)))
    let invoiceNumber = Attribute<Int>("Invoice number", .sequence, .atLeast(1))
    let invoiceDate = Attribute<CalendarDate>("Invoice date")
    let dueDate = Attribute<CalendarDate>("Due date")
    let creditNoteNumber = Attribute<Int>("Credit note number", .sequence, .atLeast(1))
    let customer = ToOne<Customer>("Customer", placeholder: "Choose a customer")
    let employee = ToOne<Employee>("Employee", placeholder: "Choose an employee", onDelete: .nullify)
    let shipper = ToOne<Shipper>("Shipper", placeholder: "Choose a shipper", onDelete: .nullify, aliases: ["ShipVia"])
    let lines = ToMany<OrderDetail>("Order lines", inverse: \.order, atLeast: 1)
    let tax = Computed<Order, Decimal>("Tax", .scale(2), .currency("USD")) {
      (((.sum(\Order.lines, of: (((Calculation(\OrderDetail.unitPrice) * Calculation(\OrderDetail.quantity)) * (Calculation<OrderDetail>.constant(1, scale: 0) - Calculation(\OrderDetail.discount)))).rounded(2)) + .of(Calculation(\Order.freight))) * .of((Calculation(\Order.taxRate) * Calculation<Order>.constant(1, scale: 2))))).rounded(2)
    }
    let total = Computed<Order, Decimal>("Total", .scale(2), .currency("USD")) {
      ((.sum(\Order.lines, of: (((Calculation(\OrderDetail.unitPrice) * Calculation(\OrderDetail.quantity)) * (Calculation<OrderDetail>.constant(1, scale: 0) - Calculation(\OrderDetail.discount)))).rounded(2)) + .of(Calculation(\Order.freight))) + (((.sum(\Order.lines, of: (((Calculation(\OrderDetail.unitPrice) * Calculation(\OrderDetail.quantity)) * (Calculation<OrderDetail>.constant(1, scale: 0) - Calculation(\OrderDetail.discount)))).rounded(2)) + .of(Calculation(\Order.freight))) * .of((Calculation(\Order.taxRate) * Calculation<Order>.constant(1, scale: 2))))).rounded(2))
    }

    static var states: [StateDescription] {
      [
        StateDescription("cancelled", "Cancelled", tone: .void, when: \Order.cancelledDate != nil),
        StateDescription("shipped", "Shipped", tone: .good, when: \Order.shippedDate != nil),
        StateDescription("late", "Late", tone: .bad, when: \Order.requiredDate < .today),
        StateDescription("new", "New"),
      ]
    }
  }

  struct OrderDetail: Entity {
    static let nouns = Nouns("order line", "order lines")
    static var uniqueKeys: [UniqueKey<Self>] { [UniqueKey(\OrderDetail.order, \.product)] }

    let unitPrice: Attribute<Decimal> = Attribute("Unit price", .required, .scale(2), .currency("USD"), .default(from: \OrderDetail.product, \Product.unitPrice), .atLeast(0))
    let quantity = Attribute<Int>("Quantity", .required, .range((1)...(1000000)))
    let discount = Attribute<Decimal>("Discount", .required, .scale(2), .default(0), .range((0)...(1)))
    let order = ToOne<Order>("Order", required: true, onDelete: .cascade)
    let product = ToOne<Product>("Product", required: true)
    let amount = Computed<OrderDetail, Decimal>("Amount", .scale(2), .currency("USD")) {
      .of((((Calculation(\OrderDetail.unitPrice) * Calculation(\OrderDetail.quantity)) * (Calculation<OrderDetail>.constant(1, scale: 0) - Calculation(\OrderDetail.discount)))).rounded(2))
    }
  }

  struct Customer: Entity {
    static let hasNotes = true

    let code = Attribute<String>("Code", .unique, .length(0...10), .aliases("CustomerCode"))
    let companyName = Attribute<String>("Company name", .required, .title, .length(1...80))
    let contactName = Attribute<String>("Contact name", .length(0...80))
    let contactTitle = Attribute<String>("Contact title", .length(0...80))
    let address = Attribute<String>("Address", .length(0...120))
    let city = Attribute<String>("City", .length(0...60))
    let region = Attribute<String>("Region", .length(0...60))
    let postalCode = Attribute<String>("Postal code", .length(0...20))
    let country = Attribute<String>("Country", .length(0...60))
    let phone = Attribute<String>("Phone", .length(0...40))
    let fax = Attribute<String>("Fax", .length(0...40))
    let orders = ToMany<Order>("Orders", inverse: \.customer)
    let demographics = ManyToMany<CustomerDemographic>("Demographics", inverse: \.customers)
  }

  struct Employee: Entity {
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
    let photoPath = Attribute<String>("Photo path", .length(0...200))
    let reportsTo = ToOne<Employee>("Reports to", placeholder: "Nobody", onDelete: .nullify)
    let orders = ToMany<Order>("Orders", inverse: \.employee)
    let territories = ToMany<EmployeeTerritory>("Territories", inverse: \.employee)
  }

  struct Shipper: Entity {
    let companyName = Attribute<String>("Company name", .required, .title, .length(1...80))
    let phone = Attribute<String>("Phone", .length(0...40))
    let orders = ToMany<Order>("Orders", inverse: \.shipper)
  }

  struct Region: Entity {
    let description = Attribute<String>("Region description", .required, .unique, .title, .length(1...60))
    let territories = ToMany<Territory>("Territories", inverse: \.region)
  }

  struct Territory: Entity {
    let code = Attribute<String>("Territory code", .required, .unique, .title, .length(1...20), .aliases("TerritoryID"))
    let description = Attribute<String>("Territory description", .required, .title, .length(1...60))
    let region = ToOne<Region>("Region", required: true)
    let employees = ToMany<EmployeeTerritory>("Employees", inverse: \.territory)
  }

  struct EmployeeTerritory: Entity {
    static var uniqueKeys: [UniqueKey<Self>] { [UniqueKey(\EmployeeTerritory.employee, \.territory)] }

    let employee = ToOne<Employee>("Employee", required: true, onDelete: .cascade)
    let territory = ToOne<Territory>("Territory", required: true, onDelete: .cascade)
  }

  struct CustomerDemographic: Entity {
    static let nouns = Nouns("demographic", "demographics")

    let code = Attribute<String>("Customer type", .required, .unique, .title, .length(1...20), .aliases("CustomerTypeID"))
    let description = Attribute<String>("Description", .multiline, .aliases("CustomerDesc"))
    let customers = ManyToMany<Customer>("Customers")
  }

  static let northwind = App(
    "northwind", title: "Northwind",
    summary: "Products and orders of a wholesaler",
    purpose: "Keeps a wholesaler's products and stock, customers, orders and invoices.",
    symbol: .box, hue: 150,
    entities: [Product.self, Category.self, Supplier.self, Order.self, OrderDetail.self, Customer.self, Employee.self, Shipper.self, Region.self, Territory.self, EmployeeTerritory.self, CustomerDemographic.self],
    catalogues: [
      .polish: Data(
        #"""
        {
          "About": "O osobie",
          "Add a product": "Dodaj produkt",
          "Address": "Adres",
          "All that is on order": "Wszystko, co zamówiono",
          "Amount": "Wartość",
          "Below reorder level": "Poniżej progu zamawiania",
          "Bill to": "Nabywca",
          "Birth date": "Data urodzenia",
          "Cancel the order": "Anuluj zamówienie",
          "Cancelled": "Anulowane",
          "Cancelled on": "Anulowano dnia",
          "Cancelled {title}": "Anulowano: {title}",
          "Cash sale": "Sprzedaż za gotówkę",
          "Categories": "Kategorie",
          "Category": "Kategoria",
          "Category name": "Nazwa kategorii",
          "Choose a category": "Wybierz kategorię",
          "Choose a customer": "Wybierz klienta",
          "Choose a shipper": "Wybierz spedytora",
          "Choose a supplier": "Wybierz dostawcę",
          "Choose an employee": "Wybierz pracownika",
          "Choose customers": "Wybierz klientów",
          "Choose demographics": "Wybierz typy",
          "Choose territories": "Wybierz obszary",
          "Choose the customer, or mark the order as a cash sale.": "Wybierz klienta albo zaznacz sprzedaż za gotówkę.",
          "City": "Miasto",
          "Code": "Kod",
          "Company name": "Nazwa firmy",
          "Contact": "Kontakt",
          "Contact name": "Osoba kontaktowa",
          "Contact title": "Stanowisko",
          "Country": "Kraj",
          "Credit note": "Faktura korygująca",
          "Credit note number": "Numer faktury korygującej",
          "Customer": "Klient",
          "Customer type": "Typ klientów",
          "Customers": "Klienci",
          "Demographics": "Typy klientów",
          "Description": "Opis",
          "Discontinued": "Wycofany",
          "Discount": "Rabat",
          "Due date": "Termin płatności",
          "Employee": "Pracownik",
          "Employee territories": "Obszary pracowników",
          "Employees": "Pracownicy",
          "Employment": "Zatrudnienie",
          "Extension": "Numer wewnętrzny",
          "Fax": "Faks",
          "First name": "Imię",
          "Free": "Wolne",
          "Freight": "Koszt wysyłki",
          "Hire date": "Data zatrudnienia",
          "Home page": "Strona internetowa",
          "Home phone": "Telefon domowy",
          "Invoice": "Faktura",
          "Invoice date": "Data wystawienia",
          "Invoice number": "Numer faktury",
          "Invoice {number} of {title}": "Faktura {number}: {title}",
          "Keeps a wholesaler's products and stock, customers, orders and invoices.": "Prowadzi hurtownię: produkty i zapasy, klientów, zamówienia i faktury.",
          "Last name": "Nazwisko",
          "Late": "Spóźnione",
          "Late orders": "Spóźnione zamówienia",
          "Make the invoice": "Wystaw fakturę",
          "New": "Nowe",
          "New category": "Nowa kategoria",
          "New customer": "Nowy klient",
          "New demographic": "Nowy typ klientów",
          "New employee": "Nowy pracownik",
          "New employee territory": "Nowy obszar pracownika",
          "New order": "Nowe zamówienie",
          "New order line": "Nowa pozycja zamówienia",
          "New orders": "Nowe zamówienia",
          "New product": "Nowy produkt",
          "New region": "Nowy region",
          "New shipper": "Nowy spedytor",
          "New supplier": "Nowy dostawca",
          "New territory": "Nowy obszar",
          "No categories yet": "Nie ma jeszcze kategorii",
          "No customers yet": "Nie ma jeszcze klientów",
          "No demographics yet": "Nie ma jeszcze typów klientów",
          "No employee territories yet": "Nikt nie ma jeszcze obszaru",
          "No employees yet": "Nie ma jeszcze pracowników",
          "No order lines yet": "Nie ma jeszcze pozycji zamówień",
          "No orders yet": "Nie ma jeszcze zamówień",
          "No products yet": "Nie ma jeszcze produktów",
          "No regions yet": "Nie ma jeszcze regionów",
          "No shippers yet": "Nie ma jeszcze spedytorów",
          "No suppliers yet": "Nie ma jeszcze dostawców",
          "No territories yet": "Nie ma jeszcze obszarów",
          "Nobody": "Nikt",
          "Northwind": "Northwind",
          "Not cancelled": "Nieanulowane",
          "Not enough is in stock: {products}": "Za mało w magazynie: {products}",
          "Not enough is left of what is no longer on sale: {products}": "Za mało zostało wycofanych produktów: {products}",
          "Notes": "Notatki",
          "On order: {count} ({title})": "Zamówione u dostawcy: {count} ({title})",
          "Order": "Zamówienie",
          "Order date": "Data zamówienia",
          "Order lines": "Pozycje zamówień",
          "Order more": "Zamów więcej",
          "Order {number}": "Zamówienie {number}",
          "Ordered {count} more: {title}": "Zamówiono jeszcze {count}: {title}",
          "Orders": "Zamówienia",
          "Overview": "Przegląd",
          "Payment terms in days": "Termin płatności w dniach",
          "Phone": "Telefon",
          "Photo": "Zdjęcie",
          "Photo path": "Ścieżka zdjęcia",
          "Picture": "Obraz",
          "Postal code": "Kod pocztowy",
          "Pro forma invoice": "Faktura pro forma",
          "Product": "Produkt",
          "Product name": "Nazwa produktu",
          "Products": "Produkty",
          "Products and orders of a wholesaler": "Produkty i zamówienia hurtowni",
          "Put into stock": "Przyjmij na stan",
          "Put {count} into stock: {title}": "Przyjęto na stan {count}: {title}",
          "Quantity": "Ilość",
          "Quantity per unit": "Ilość w opakowaniu",
          "Reason for cancelling": "Powód anulowania",
          "Region": "Region",
          "Region description": "Nazwa regionu",
          "Regions": "Regiony",
          "Reopen the order": "Otwórz zamówienie ponownie",
          "Reopened {title}": "Otwarto ponownie: {title}",
          "Reorder level": "Stan minimalny",
          "Reports to": "Przełożony",
          "Required date": "Termin",
          "Reserved": "Zarezerwowane",
          "Sales by category": "Sprzedaż według kategorii",
          "Sales by month": "Sprzedaż według miesięcy",
          "Sales in {month}": "Sprzedaż: {month}",
          "Ship": "Wyślij",
          "Ship address": "Adres dostawy",
          "Ship city": "Miasto dostawy",
          "Ship country": "Kraj dostawy",
          "Ship name": "Odbiorca",
          "Ship postal code": "Kod pocztowy dostawy",
          "Ship region": "Region dostawy",
          "Ship to": "Wysyłka do",
          "Shipped": "Wysłane",
          "Shipped date": "Data wysyłki",
          "Shipped {title}": "Wysłano: {title}",
          "Shipper": "Spedytor",
          "Shippers": "Spedytorzy",
          "Stock": "Stan",
          "Supplier": "Dostawca",
          "Suppliers": "Dostawcy",
          "Take back": "Przyjmij zwrot",
          "Take order": "Przyjmij zamówienie",
          "Tax": "Podatek",
          "Tax rate, %": "Stawka podatku, %",
          "Territories": "Obszary",
          "Territory": "Obszar",
          "Territory code": "Kod obszaru",
          "Territory description": "Nazwa obszaru",
          "Thank you for your order.": "Dziękujemy za zamówienie.",
          "The customer changed their mind": "Klient się rozmyślił",
          "The invoice has this amount already": "Ta kwota jest już na fakturze",
          "The longest overdue first": "Najdłużej zaległe na początku",
          "The mark is the level at which to order": "Kreska to poziom, przy którym trzeba zamówić",
          "There is no category No. {number}": "Nie ma kategorii nr {number}",
          "There is no category called “{title}”": "Nie ma kategorii o nazwie „{title}”",
          "There is no customer No. {number}": "Nie ma klienta nr {number}",
          "There is no customer called “{title}”": "Nie ma klienta o nazwie „{title}”",
          "There is no demographic No. {number}": "Nie ma typu klientów nr {number}",
          "There is no demographic called “{title}”": "Nie ma typu klientów o nazwie „{title}”",
          "There is no employee No. {number}": "Nie ma pracownika nr {number}",
          "There is no employee called “{title}”": "Nikt nie nazywa się „{title}”",
          "There is no employee territory No. {number}": "Nie ma obszaru pracownika nr {number}",
          "There is no employee territory called “{title}”": "Nie ma obszaru pracownika „{title}”",
          "There is no order No. {number}": "Nie ma zamówienia nr {number}",
          "There is no order called “{title}”": "Nie ma zamówienia „{title}”",
          "There is no order line No. {number}": "Nie ma pozycji zamówienia nr {number}",
          "There is no order line called “{title}”": "Nie ma pozycji zamówienia „{title}”",
          "There is no product No. {number}": "Nie ma produktu nr {number}",
          "There is no product called “{title}”": "Nie ma produktu o nazwie „{title}”",
          "There is no region No. {number}": "Nie ma regionu nr {number}",
          "There is no region called “{title}”": "Nie ma regionu o nazwie „{title}”",
          "There is no shipper No. {number}": "Nie ma spedytora nr {number}",
          "There is no shipper called “{title}”": "Nie ma spedytora o nazwie „{title}”",
          "There is no supplier No. {number}": "Nie ma dostawcy nr {number}",
          "There is no supplier called “{title}”": "Nie ma dostawcy o nazwie „{title}”",
          "There is no territory No. {number}": "Nie ma obszaru nr {number}",
          "There is no territory called “{title}”": "Nie ma obszaru o nazwie „{title}”",
          "This can't be before the order date": "To nie może być wcześniej niż data zamówienia",
          "This order has an invoice: it can't be changed or deleted.": "Do tego zamówienia wystawiono fakturę: nie można go zmienić ani usunąć.",
          "This order is cancelled: its lines can't be changed, and it can't be deleted.": "To zamówienie jest anulowane: jego pozycji nie można zmienić, a jego samego usunąć.",
          "This order is shipped: its lines can't be changed any more, and it can't be deleted.": "To zamówienie jest wysłane: jego pozycji nie można już zmienić, a jego samego usunąć.",
          "Title": "Stanowisko",
          "Title of courtesy": "Forma grzecznościowa",
          "Took back {title}": "Przyjęto zwrot: {title}",
          "Top customers": "Najlepsi klienci",
          "Top products": "Najlepsze produkty",
          "Total": "Razem",
          "Unit price": "Cena jednostkowa",
          "Units in stock": "Na stanie",
          "Units on order": "Zamówione u dostawcy",
          "What was shipped is put back into stock, and the order is open again. You can undo it.": "To, co wysłano, wróci do magazynu, a zamówienie będzie znów otwarte. Można to cofnąć.",
          "What would you like to work on?": "Czym chcesz się zająć?",
          "by category name": "według nazwy kategorii",
          "by company name": "według nazwy firmy",
          "by customer type": "według typu",
          "by last name": "według nazwiska",
          "by order date": "według daty zamówienia",
          "by product name": "według nazwy produktu",
          "by region description": "według nazwy regionu",
          "by territory description": "według nazwy obszaru",
          "categories": "kategorie",
          "category": "kategoria",
          "customer": "klient",
          "customers": "klienci",
          "demographic": "typ klientów",
          "demographics": "typy klientów",
          "employee": "pracownik",
          "employee territories": "obszary pracowników",
          "employee territory": "obszar pracownika",
          "employees": "pracownicy",
          "nothing on order": "nic nie zamówiono",
          "of {count} products on sale": {
            "few": "z {count} produktów w sprzedaży",
            "many": "z {count} produktów w sprzedaży",
            "one": "z {count} produktu w sprzedaży"
          },
          "order": "zamówienie",
          "order line": "pozycja zamówienia",
          "order lines": "pozycje zamówień",
          "orders": "zamówienia",
          "product": "produkt",
          "products": "produkty",
          "region": "region",
          "regions": "regiony",
          "reorder at {count}": "próg {count}",
          "required by {value}": "termin: {value}",
          "shipper": "spedytor",
          "shippers": "spedytorzy",
          "supplier": "dostawca",
          "suppliers": "dostawcy",
          "territories": "obszary",
          "territory": "obszar",
          "{count} categories": { "few": "{count} kategorie", "many": "{count} kategorii", "one": "{count} kategoria" },
          "{count} customers": { "few": "{count} klientów", "many": "{count} klientów", "one": "{count} klient" },
          "{count} demographics": {
            "few": "{count} typy klientów",
            "many": "{count} typów klientów",
            "one": "{count} typ klientów"
          },
          "{count} employee territories": {
            "few": "{count} obszary pracowników",
            "many": "{count} obszarów pracowników",
            "one": "{count} obszar pracownika"
          },
          "{count} employees": { "few": "{count} pracowników", "many": "{count} pracowników", "one": "{count} pracownik" },
          "{count} in stock": { "few": "{count} na stanie", "many": "{count} na stanie", "one": "{count} na stanie" },
          "{count} on order": "zamówiono {count}",
          "{count} order lines": {
            "few": "{count} pozycje zamówień",
            "many": "{count} pozycji zamówień",
            "one": "{count} pozycja zamówienia"
          },
          "{count} orders": { "few": "{count} zamówienia", "many": "{count} zamówień", "one": "{count} zamówienie" },
          "{count} products": { "few": "{count} produkty", "many": "{count} produktów", "one": "{count} produkt" },
          "{count} regions": { "few": "{count} regiony", "many": "{count} regionów", "one": "{count} region" },
          "{count} shippers": { "few": "{count} spedytorów", "many": "{count} spedytorów", "one": "{count} spedytor" },
          "{count} suppliers": { "few": "{count} dostawców", "many": "{count} dostawców", "one": "{count} dostawca" },
          "{count} territories": { "few": "{count} obszary", "many": "{count} obszarów", "one": "{count} obszar" },
          "{product} ({there} there, {needed} needed)": "{product} (jest {there}, potrzeba {needed})",
          "{title} has a credit note and can't be reopened. Take a new order.": "{title}: wystawiono fakturę korygującą, więc nie można go otworzyć ponownie. Przyjmij nowe zamówienie.",
          "{title} has an invoice already.": "{title}: faktura jest już wystawiona.",
          "{title} has no lines yet.": "{title}: nie ma jeszcze pozycji.",
          "{title} is cancelled.": "{title}: anulowane.",
          "{title} is not cancelled.": "{title}: nie jest anulowane.",
          "{title} is not shipped yet.": "{title}: jeszcze nie wysłane.",
          "{title} is shipped already and can't be cancelled.": "{title}: już wysłane, nie można go anulować.",
          "{title} is shipped already.": "{title}: już wysłane.",
          "{value} free": "{value} wolnych",
          "{value} in stock": "{value} na stanie"
        }
        """#.utf8), 
      .russian: Data(
        #"""
        {
          "About": "О человеке",
          "Add a product": "Добавить товар",
          "Address": "Адрес",
          "All that is on order": "Всё, что заказано",
          "Amount": "Сумма",
          "Below reorder level": "Ниже уровня дозаказа",
          "Bill to": "Покупатель",
          "Birth date": "Дата рождения",
          "Cancel the order": "Отменить заказ",
          "Cancelled": "Отменён",
          "Cancelled on": "Дата отмены",
          "Cancelled {title}": "Отменено: {title}",
          "Cash sale": "Продажа за наличные",
          "Categories": "Категории",
          "Category": "Категория",
          "Category name": "Название категории",
          "Choose a category": "Выберите категорию",
          "Choose a customer": "Выберите клиента",
          "Choose a shipper": "Выберите перевозчика",
          "Choose a supplier": "Выберите поставщика",
          "Choose an employee": "Выберите сотрудника",
          "Choose customers": "Выбрать клиентов",
          "Choose demographics": "Выбрать типы",
          "Choose territories": "Выбрать территории",
          "Choose the customer, or mark the order as a cash sale.": "Выберите клиента или отметьте продажу за наличные.",
          "City": "Город",
          "Code": "Код",
          "Company name": "Название фирмы",
          "Contact": "Контакт",
          "Contact name": "Контактное лицо",
          "Contact title": "Должность",
          "Country": "Страна",
          "Credit note": "Кредит-нота",
          "Credit note number": "Номер кредит-ноты",
          "Customer": "Клиент",
          "Customer type": "Тип клиентов",
          "Customers": "Клиенты",
          "Demographics": "Типы клиентов",
          "Description": "Описание",
          "Discontinued": "Снят с продажи",
          "Discount": "Скидка",
          "Due date": "Оплатить до",
          "Employee": "Сотрудник",
          "Employee territories": "Территории сотрудников",
          "Employees": "Сотрудники",
          "Employment": "Работа",
          "Extension": "Добавочный номер",
          "Fax": "Факс",
          "First name": "Имя",
          "Free": "Свободно",
          "Freight": "Стоимость доставки",
          "Hire date": "Дата приёма на работу",
          "Home page": "Сайт",
          "Home phone": "Домашний телефон",
          "Invoice": "Счёт",
          "Invoice date": "Дата счёта",
          "Invoice number": "Номер счёта",
          "Invoice {number} of {title}": "Счёт {number}: {title}",
          "Keeps a wholesaler's products and stock, customers, orders and invoices.": "Ведёт дела оптовой фирмы: товары и запасы, клиентов, заказы и счета.",
          "Last name": "Фамилия",
          "Late": "Просрочен",
          "Late orders": "Просроченные заказы",
          "Make the invoice": "Выставить счёт",
          "New": "Новый",
          "New category": "Новая категория",
          "New customer": "Новый клиент",
          "New demographic": "Новый тип клиентов",
          "New employee": "Новый сотрудник",
          "New employee territory": "Новая территория сотрудника",
          "New order": "Новый заказ",
          "New order line": "Новая строка заказа",
          "New orders": "Новые заказы",
          "New product": "Новый товар",
          "New region": "Новый регион",
          "New shipper": "Новый перевозчик",
          "New supplier": "Новый поставщик",
          "New territory": "Новая территория",
          "No categories yet": "Категорий пока нет",
          "No customers yet": "Клиентов пока нет",
          "No demographics yet": "Типов клиентов пока нет",
          "No employee territories yet": "Территорий ни у кого пока нет",
          "No employees yet": "Сотрудников пока нет",
          "No order lines yet": "Строк заказов пока нет",
          "No orders yet": "Заказов пока нет",
          "No products yet": "Товаров пока нет",
          "No regions yet": "Регионов пока нет",
          "No shippers yet": "Перевозчиков пока нет",
          "No suppliers yet": "Поставщиков пока нет",
          "No territories yet": "Территорий пока нет",
          "Nobody": "Никто",
          "Northwind": "Northwind",
          "Not cancelled": "Не отменённые",
          "Not enough is in stock: {products}": "Не хватает на складе: {products}",
          "Not enough is left of what is no longer on sale: {products}": "Не хватает товаров, снятых с продажи: {products}",
          "Notes": "Заметки",
          "On order: {count} ({title})": "Заказано у поставщика: {count} ({title})",
          "Order": "Заказ",
          "Order date": "Дата заказа",
          "Order lines": "Строки заказов",
          "Order more": "Заказать ещё",
          "Order {number}": "Заказ {number}",
          "Ordered {count} more: {title}": "Заказано ещё {count}: {title}",
          "Orders": "Заказы",
          "Overview": "Обзор",
          "Payment terms in days": "Срок оплаты в днях",
          "Phone": "Телефон",
          "Photo": "Фотография",
          "Photo path": "Путь к фотографии",
          "Picture": "Изображение",
          "Postal code": "Индекс",
          "Pro forma invoice": "Предварительный счёт",
          "Product": "Товар",
          "Product name": "Название товара",
          "Products": "Товары",
          "Products and orders of a wholesaler": "Товары и заказы оптовой фирмы",
          "Put into stock": "Принять на склад",
          "Put {count} into stock: {title}": "Принято на склад {count}: {title}",
          "Quantity": "Количество",
          "Quantity per unit": "Количество в упаковке",
          "Reason for cancelling": "Причина отмены",
          "Region": "Регион",
          "Region description": "Название региона",
          "Regions": "Регионы",
          "Reopen the order": "Открыть заказ снова",
          "Reopened {title}": "Открыт снова: {title}",
          "Reorder level": "Минимальный запас",
          "Reports to": "Руководитель",
          "Required date": "Нужен к дате",
          "Reserved": "Зарезервировано",
          "Sales by category": "Продажи по категориям",
          "Sales by month": "Продажи по месяцам",
          "Sales in {month}": "Продажи: {month}",
          "Ship": "Отправить",
          "Ship address": "Адрес доставки",
          "Ship city": "Город доставки",
          "Ship country": "Страна доставки",
          "Ship name": "Получатель",
          "Ship postal code": "Индекс доставки",
          "Ship region": "Регион доставки",
          "Ship to": "Доставка",
          "Shipped": "Отправлен",
          "Shipped date": "Дата отправки",
          "Shipped {title}": "Отправлено: {title}",
          "Shipper": "Перевозчик",
          "Shippers": "Перевозчики",
          "Stock": "Запас",
          "Supplier": "Поставщик",
          "Suppliers": "Поставщики",
          "Take back": "Принять возврат",
          "Take order": "Принять заказ",
          "Tax": "Налог",
          "Tax rate, %": "Ставка налога, %",
          "Territories": "Территории",
          "Territory": "Территория",
          "Territory code": "Код территории",
          "Territory description": "Название территории",
          "Thank you for your order.": "Спасибо за заказ.",
          "The customer changed their mind": "Клиент передумал",
          "The invoice has this amount already": "Эта сумма уже указана в счёте",
          "The longest overdue first": "Сначала самые давние",
          "The mark is the level at which to order": "Черта — уровень, при котором пора заказать",
          "There is no category No. {number}": "Категории № {number} нет",
          "There is no category called “{title}”": "Нет категории с названием «{title}»",
          "There is no customer No. {number}": "Клиента № {number} нет",
          "There is no customer called “{title}”": "Нет клиента с названием «{title}»",
          "There is no demographic No. {number}": "Типа клиентов № {number} нет",
          "There is no demographic called “{title}”": "Нет типа клиентов с названием «{title}»",
          "There is no employee No. {number}": "Сотрудника № {number} нет",
          "There is no employee called “{title}”": "Никого не зовут «{title}»",
          "There is no employee territory No. {number}": "Территории сотрудника № {number} нет",
          "There is no employee territory called “{title}”": "Нет территории сотрудника «{title}»",
          "There is no order No. {number}": "Заказа № {number} нет",
          "There is no order called “{title}”": "Нет заказа «{title}»",
          "There is no order line No. {number}": "Строки заказа № {number} нет",
          "There is no order line called “{title}”": "Нет строки заказа «{title}»",
          "There is no product No. {number}": "Товара № {number} нет",
          "There is no product called “{title}”": "Нет товара с названием «{title}»",
          "There is no region No. {number}": "Региона № {number} нет",
          "There is no region called “{title}”": "Нет региона с названием «{title}»",
          "There is no shipper No. {number}": "Перевозчика № {number} нет",
          "There is no shipper called “{title}”": "Нет перевозчика с названием «{title}»",
          "There is no supplier No. {number}": "Поставщика № {number} нет",
          "There is no supplier called “{title}”": "Нет поставщика с названием «{title}»",
          "There is no territory No. {number}": "Территории № {number} нет",
          "There is no territory called “{title}”": "Нет территории с названием «{title}»",
          "This can't be before the order date": "Это не может быть раньше даты заказа",
          "This order has an invoice: it can't be changed or deleted.": "По этому заказу выставлен счёт: его нельзя изменить или удалить.",
          "This order is cancelled: its lines can't be changed, and it can't be deleted.": "Этот заказ отменён: его позиции нельзя изменить, а сам заказ — удалить.",
          "This order is shipped: its lines can't be changed any more, and it can't be deleted.": "Этот заказ отправлен: его позиции уже нельзя изменить, а сам заказ — удалить.",
          "Title": "Должность",
          "Title of courtesy": "Обращение",
          "Took back {title}": "Принят возврат: {title}",
          "Top customers": "Лучшие клиенты",
          "Top products": "Лучшие товары",
          "Total": "Итого",
          "Unit price": "Цена за единицу",
          "Units in stock": "На складе",
          "Units on order": "Заказано у поставщика",
          "What was shipped is put back into stock, and the order is open again. You can undo it.": "Отправленное вернётся на склад, а заказ снова станет открытым. Это можно отменить.",
          "What would you like to work on?": "С чем вы хотите поработать?",
          "by category name": "по названию категории",
          "by company name": "по названию фирмы",
          "by customer type": "по типу",
          "by last name": "по фамилии",
          "by order date": "по дате заказа",
          "by product name": "по названию товара",
          "by region description": "по названию региона",
          "by territory description": "по названию территории",
          "categories": "категории",
          "category": "категория",
          "customer": "клиент",
          "customers": "клиенты",
          "demographic": "тип клиентов",
          "demographics": "типы клиентов",
          "employee": "сотрудник",
          "employee territories": "территории сотрудников",
          "employee territory": "территория сотрудника",
          "employees": "сотрудники",
          "nothing on order": "ничего не заказано",
          "of {count} products on sale": {
            "few": "из {count} товаров в продаже",
            "many": "из {count} товаров в продаже",
            "one": "из {count} товара в продаже"
          },
          "order": "заказ",
          "order line": "строка заказа",
          "order lines": "строки заказов",
          "orders": "заказы",
          "product": "товар",
          "products": "товары",
          "region": "регион",
          "regions": "регионы",
          "reorder at {count}": "дозаказ при {count}",
          "required by {value}": "срок: {value}",
          "shipper": "перевозчик",
          "shippers": "перевозчики",
          "supplier": "поставщик",
          "suppliers": "поставщики",
          "territories": "территории",
          "territory": "территория",
          "{count} categories": { "few": "{count} категории", "many": "{count} категорий", "one": "{count} категория" },
          "{count} customers": { "few": "{count} клиента", "many": "{count} клиентов", "one": "{count} клиент" },
          "{count} demographics": {
            "few": "{count} типа клиентов",
            "many": "{count} типов клиентов",
            "one": "{count} тип клиентов"
          },
          "{count} employee territories": {
            "few": "{count} территории сотрудников",
            "many": "{count} территорий сотрудников",
            "one": "{count} территория сотрудника"
          },
          "{count} employees": { "few": "{count} сотрудника", "many": "{count} сотрудников", "one": "{count} сотрудник" },
          "{count} in stock": { "few": "{count} на складе", "many": "{count} на складе", "one": "{count} на складе" },
          "{count} on order": "заказано {count}",
          "{count} order lines": {
            "few": "{count} строки заказов",
            "many": "{count} строк заказов",
            "one": "{count} строка заказа"
          },
          "{count} orders": { "few": "{count} заказа", "many": "{count} заказов", "one": "{count} заказ" },
          "{count} products": { "few": "{count} товара", "many": "{count} товаров", "one": "{count} товар" },
          "{count} regions": { "few": "{count} региона", "many": "{count} регионов", "one": "{count} регион" },
          "{count} shippers": { "few": "{count} перевозчика", "many": "{count} перевозчиков", "one": "{count} перевозчик" },
          "{count} suppliers": { "few": "{count} поставщика", "many": "{count} поставщиков", "one": "{count} поставщик" },
          "{count} territories": { "few": "{count} территории", "many": "{count} территорий", "one": "{count} территория" },
          "{product} ({there} there, {needed} needed)": "{product} (есть {there}, нужно {needed})",
          "{title} has a credit note and can't be reopened. Take a new order.": "{title}: выставлена кредит-нота, поэтому открыть снова нельзя. Примите новый заказ.",
          "{title} has an invoice already.": "{title}: счёт уже выставлен.",
          "{title} has no lines yet.": "{title}: пока нет позиций.",
          "{title} is cancelled.": "{title}: отменён.",
          "{title} is not cancelled.": "{title}: не отменён.",
          "{title} is not shipped yet.": "{title}: ещё не отправлен.",
          "{title} is shipped already and can't be cancelled.": "{title}: уже отправлен, отменить нельзя.",
          "{title} is shipped already.": "{title}: уже отправлен.",
          "{value} free": "свободно {value}",
          "{value} in stock": "на складе {value}"
        }
        """#.utf8), 
      "de": Data(
        #"""
        {
          "About": "Zur Person",
          "Add a product": "Produkt hinzufügen",
          "Address": "Adresse",
          "All that is on order": "Alles, was bestellt ist",
          "Amount": "Betrag",
          "Below reorder level": "Unter dem Meldebestand",
          "Bill to": "Rechnung an",
          "Birth date": "Geburtsdatum",
          "Cancel the order": "Auftrag stornieren",
          "Cancelled": "Storniert",
          "Cancelled on": "Storniert am",
          "Cancelled {title}": "{title} storniert",
          "Cash sale": "Barverkauf",
          "Categories": "Kategorien",
          "Category": "Kategorie",
          "Category name": "Name der Kategorie",
          "Choose a category": "Kategorie wählen",
          "Choose a customer": "Kunden wählen",
          "Choose a shipper": "Spediteur wählen",
          "Choose a supplier": "Lieferanten wählen",
          "Choose an employee": "Mitarbeiter wählen",
          "Choose customers": "Kunden wählen",
          "Choose demographics": "Kundentypen wählen",
          "Choose territories": "Gebiete wählen",
          "Choose the customer, or mark the order as a cash sale.": "Wählen Sie den Kunden oder kennzeichnen Sie den Auftrag als Barverkauf.",
          "City": "Ort",
          "Code": "Code",
          "Company name": "Firmenname",
          "Contact": "Kontakt",
          "Contact name": "Kontaktperson",
          "Contact title": "Position der Kontaktperson",
          "Country": "Land",
          "Credit note": "Gutschrift",
          "Credit note number": "Nummer der Gutschrift",
          "Customer": "Kunde",
          "Customer type": "Kundentyp",
          "Customers": "Kunden",
          "Demographics": "Kundentypen",
          "Description": "Beschreibung",
          "Discontinued": "Ausgelaufen",
          "Discount": "Rabatt",
          "Due date": "Fälligkeit",
          "Employee": "Mitarbeiter",
          "Employee territories": "Gebiete der Mitarbeiter",
          "Employees": "Mitarbeiter",
          "Employment": "Beschäftigung",
          "Extension": "Durchwahl",
          "Fax": "Fax",
          "First name": "Vorname",
          "Free": "Frei",
          "Freight": "Fracht",
          "Hire date": "Einstellungsdatum",
          "Home page": "Website",
          "Home phone": "Privattelefon",
          "Invoice": "Rechnung",
          "Invoice date": "Rechnungsdatum",
          "Invoice number": "Rechnungsnummer",
          "Invoice {number} of {title}": "Rechnung {number} zu {title}",
          "Keeps a wholesaler's products and stock, customers, orders and invoices.": "Bewahrt Produkte und Bestände, Kunden, Aufträge und Rechnungen eines Großhändlers auf.",
          "Last name": "Nachname",
          "Late": "Verspätet",
          "Late orders": "Verspätete Aufträge",
          "Make the invoice": "Rechnung ausstellen",
          "New": "Neu",
          "New category": "Neue Kategorie",
          "New customer": "Neuer Kunde",
          "New demographic": "Neuer Kundentyp",
          "New employee": "Neuer Mitarbeiter",
          "New employee territory": "Neues Gebiet eines Mitarbeiters",
          "New order": "Neuer Auftrag",
          "New order line": "Neue Auftragsposition",
          "New orders": "Neue Aufträge",
          "New product": "Neues Produkt",
          "New region": "Neue Region",
          "New shipper": "Neuer Spediteur",
          "New supplier": "Neuer Lieferant",
          "New territory": "Neues Gebiet",
          "No categories yet": "Noch keine Kategorien",
          "No customers yet": "Noch keine Kunden",
          "No demographics yet": "Noch keine Kundentypen",
          "No employee territories yet": "Noch keine Gebiete von Mitarbeitern",
          "No employees yet": "Noch keine Mitarbeiter",
          "No order lines yet": "Noch keine Auftragspositionen",
          "No orders yet": "Noch keine Aufträge",
          "No products yet": "Noch keine Produkte",
          "No regions yet": "Noch keine Regionen",
          "No shippers yet": "Noch keine Spediteure",
          "No suppliers yet": "Noch keine Lieferanten",
          "No territories yet": "Noch keine Gebiete",
          "Nobody": "Niemand",
          "Northwind": "Northwind",
          "Not cancelled": "Nicht storniert",
          "Not enough is in stock: {products}": "Nicht genug auf Lager: {products}",
          "Not enough is left of what is no longer on sale: {products}": "Von Ausgelaufenem ist nicht genug übrig: {products}",
          "Notes": "Notizen",
          "On order: {count} ({title})": "Bestellt: {count} ({title})",
          "Order": "Auftrag",
          "Order date": "Auftragsdatum",
          "Order lines": "Auftragspositionen",
          "Order more": "Nachbestellen",
          "Order {number}": "Auftrag {number}",
          "Ordered {count} more: {title}": "{count} nachbestellt: {title}",
          "Orders": "Aufträge",
          "Overview": "Übersicht",
          "Payment terms in days": "Zahlungsziel in Tagen",
          "Phone": "Telefon",
          "Photo": "Foto",
          "Photo path": "Pfad des Fotos",
          "Picture": "Bild",
          "Postal code": "Postleitzahl",
          "Pro forma invoice": "Proforma-Rechnung",
          "Product": "Produkt",
          "Product name": "Produktname",
          "Products": "Produkte",
          "Products and orders of a wholesaler": "Produkte und Aufträge eines Großhändlers",
          "Put into stock": "Einlagern",
          "Put {count} into stock: {title}": "{count} eingelagert: {title}",
          "Quantity": "Menge",
          "Quantity per unit": "Menge je Einheit",
          "Reason for cancelling": "Grund der Stornierung",
          "Region": "Region",
          "Region description": "Name der Region",
          "Regions": "Regionen",
          "Reopen the order": "Auftrag wieder öffnen",
          "Reopened {title}": "{title} wieder geöffnet",
          "Reorder level": "Meldebestand",
          "Reports to": "Vorgesetzte Person",
          "Required date": "Wunschtermin",
          "Reserved": "Reserviert",
          "Sales by category": "Umsatz nach Kategorien",
          "Sales by month": "Umsatz nach Monaten",
          "Sales in {month}": "Umsatz im {month}",
          "Ship": "Versenden",
          "Ship address": "Lieferadresse",
          "Ship city": "Lieferort",
          "Ship country": "Lieferland",
          "Ship name": "Empfänger",
          "Ship postal code": "Postleitzahl der Lieferung",
          "Ship region": "Region der Lieferung",
          "Ship to": "Lieferung an",
          "Shipped": "Versandt",
          "Shipped date": "Versanddatum",
          "Shipped {title}": "{title} versandt",
          "Shipper": "Spediteur",
          "Shippers": "Spediteure",
          "Stock": "Bestand",
          "Supplier": "Lieferant",
          "Suppliers": "Lieferanten",
          "Take back": "Zurücknehmen",
          "Take order": "Auftrag annehmen",
          "Tax": "Steuer",
          "Tax rate, %": "Steuersatz, %",
          "Territories": "Gebiete",
          "Territory": "Gebiet",
          "Territory code": "Code des Gebiets",
          "Territory description": "Name des Gebiets",
          "Thank you for your order.": "Vielen Dank für Ihren Auftrag.",
          "The customer changed their mind": "Der Kunde hat es sich anders überlegt",
          "The invoice has this amount already": "Die Rechnung hat diesen Betrag schon",
          "The longest overdue first": "Die am längsten überfälligen zuerst",
          "The mark is the level at which to order": "Die Marke ist der Meldebestand",
          "There is no category No. {number}": "Es gibt keine Kategorie Nr. {number}",
          "There is no category called “{title}”": "Keine Kategorie heißt „{title}“",
          "There is no customer No. {number}": "Es gibt keinen Kunden Nr. {number}",
          "There is no customer called “{title}”": "Kein Kunde heißt „{title}“",
          "There is no demographic No. {number}": "Es gibt keinen Kundentyp Nr. {number}",
          "There is no demographic called “{title}”": "Kein Kundentyp heißt „{title}“",
          "There is no employee No. {number}": "Es gibt keinen Mitarbeiter Nr. {number}",
          "There is no employee called “{title}”": "Kein Mitarbeiter heißt „{title}“",
          "There is no employee territory No. {number}": "Es gibt kein Gebiet eines Mitarbeiters Nr. {number}",
          "There is no employee territory called “{title}”": "Kein Gebiet eines Mitarbeiters heißt „{title}“",
          "There is no order No. {number}": "Es gibt keinen Auftrag Nr. {number}",
          "There is no order called “{title}”": "Kein Auftrag heißt „{title}“",
          "There is no order line No. {number}": "Es gibt keine Auftragsposition Nr. {number}",
          "There is no order line called “{title}”": "Keine Auftragsposition heißt „{title}“",
          "There is no product No. {number}": "Es gibt kein Produkt Nr. {number}",
          "There is no product called “{title}”": "Kein Produkt heißt „{title}“",
          "There is no region No. {number}": "Es gibt keine Region Nr. {number}",
          "There is no region called “{title}”": "Keine Region heißt „{title}“",
          "There is no shipper No. {number}": "Es gibt keinen Spediteur Nr. {number}",
          "There is no shipper called “{title}”": "Kein Spediteur heißt „{title}“",
          "There is no supplier No. {number}": "Es gibt keinen Lieferanten Nr. {number}",
          "There is no supplier called “{title}”": "Kein Lieferant heißt „{title}“",
          "There is no territory No. {number}": "Es gibt kein Gebiet Nr. {number}",
          "There is no territory called “{title}”": "Kein Gebiet heißt „{title}“",
          "This can't be before the order date": "Das darf nicht vor dem Auftragsdatum liegen",
          "This order has an invoice: it can't be changed or deleted.": "Dieser Auftrag hat eine Rechnung: Er kann nicht geändert oder gelöscht werden.",
          "This order is cancelled: its lines can't be changed, and it can't be deleted.": "Dieser Auftrag ist storniert: Seine Positionen können nicht geändert und er kann nicht gelöscht werden.",
          "This order is shipped: its lines can't be changed any more, and it can't be deleted.": "Dieser Auftrag ist versandt: Seine Positionen können nicht mehr geändert und er kann nicht gelöscht werden.",
          "Title": "Position",
          "Title of courtesy": "Anrede",
          "Took back {title}": "{title} zurückgenommen",
          "Top customers": "Beste Kunden",
          "Top products": "Beste Produkte",
          "Total": "Summe",
          "Unit price": "Einzelpreis",
          "Units in stock": "Auf Lager",
          "Units on order": "Bestellt",
          "What was shipped is put back into stock, and the order is open again. You can undo it.": "Das Versandte kommt zurück ins Lager, und der Auftrag ist wieder offen. Sie können es rückgängig machen.",
          "What would you like to work on?": "Woran möchten Sie arbeiten?",
          "by category name": "nach Name der Kategorie",
          "by company name": "nach Firmenname",
          "by customer type": "nach Kundentyp",
          "by last name": "nach Nachname",
          "by order date": "nach Auftragsdatum",
          "by product name": "nach Produktname",
          "by region description": "nach Name der Region",
          "by territory description": "nach Name des Gebiets",
          "categories": "Kategorien",
          "category": "Kategorie",
          "customer": "Kunde",
          "customers": "Kunden",
          "demographic": "Kundentyp",
          "demographics": "Kundentypen",
          "employee": "Mitarbeiter",
          "employee territories": "Gebiete der Mitarbeiter",
          "employee territory": "Gebiet eines Mitarbeiters",
          "employees": "Mitarbeiter",
          "nothing on order": "nichts bestellt",
          "of {count} products on sale": {
            "one": "von {count} Produkt im Verkauf",
            "other": "von {count} Produkten im Verkauf"
          },
          "order": "Auftrag",
          "order line": "Auftragsposition",
          "order lines": "Auftragspositionen",
          "orders": "Aufträge",
          "product": "Produkt",
          "products": "Produkte",
          "region": "Region",
          "regions": "Regionen",
          "reorder at {count}": "nachbestellen bei {count}",
          "required by {value}": "gewünscht bis {value}",
          "shipper": "Spediteur",
          "shippers": "Spediteure",
          "supplier": "Lieferant",
          "suppliers": "Lieferanten",
          "territories": "Gebiete",
          "territory": "Gebiet",
          "{count} categories": { "one": "{count} Kategorie", "other": "{count} Kategorien" },
          "{count} customers": { "one": "{count} Kunde", "other": "{count} Kunden" },
          "{count} demographics": { "one": "{count} Kundentyp", "other": "{count} Kundentypen" },
          "{count} employee territories": {
            "one": "{count} Gebiet eines Mitarbeiters",
            "other": "{count} Gebiete von Mitarbeitern"
          },
          "{count} employees": { "one": "{count} Mitarbeiter", "other": "{count} Mitarbeiter" },
          "{count} in stock": { "one": "{count} auf Lager", "other": "{count} auf Lager" },
          "{count} on order": "{count} bestellt",
          "{count} order lines": { "one": "{count} Auftragsposition", "other": "{count} Auftragspositionen" },
          "{count} orders": { "one": "{count} Auftrag", "other": "{count} Aufträge" },
          "{count} products": { "one": "{count} Produkt", "other": "{count} Produkte" },
          "{count} regions": { "one": "{count} Region", "other": "{count} Regionen" },
          "{count} shippers": { "one": "{count} Spediteur", "other": "{count} Spediteure" },
          "{count} suppliers": { "one": "{count} Lieferant", "other": "{count} Lieferanten" },
          "{count} territories": { "one": "{count} Gebiet", "other": "{count} Gebiete" },
          "{product} ({there} there, {needed} needed)": "{product} ({there} vorhanden, {needed} nötig)",
          "{title} has a credit note and can't be reopened. Take a new order.": "{title} hat eine Gutschrift und kann nicht wieder geöffnet werden. Nehmen Sie einen neuen Auftrag an.",
          "{title} has an invoice already.": "{title} hat schon eine Rechnung.",
          "{title} has no lines yet.": "{title} hat noch keine Positionen.",
          "{title} is cancelled.": "{title} ist storniert.",
          "{title} is not cancelled.": "{title} ist nicht storniert.",
          "{title} is not shipped yet.": "{title} ist noch nicht versandt.",
          "{title} is shipped already and can't be cancelled.": "{title} ist schon versandt und kann nicht storniert werden.",
          "{title} is shipped already.": "{title} ist schon versandt.",
          "{value} free": "{value} frei",
          "{value} in stock": "{value} auf Lager"
        }
        """#.utf8), 
      "uk": Data(
        #"""
        {
          "About": "Про людину",
          "Add a product": "Додати товар",
          "Address": "Адреса",
          "All that is on order": "Усе, що замовлено",
          "Amount": "Сума",
          "Below reorder level": "Нижче від рівня замовлення",
          "Bill to": "Платник",
          "Birth date": "Дата народження",
          "Cancel the order": "Анулювати замовлення",
          "Cancelled": "Анульоване",
          "Cancelled on": "Анульовано (дата)",
          "Cancelled {title}": "Анульовано: {title}",
          "Cash sale": "Продаж за готівку",
          "Categories": "Категорії",
          "Category": "Категорія",
          "Category name": "Назва категорії",
          "Choose a category": "Виберіть категорію",
          "Choose a customer": "Виберіть клієнта",
          "Choose a shipper": "Виберіть перевізника",
          "Choose a supplier": "Виберіть постачальника",
          "Choose an employee": "Виберіть працівника",
          "Choose customers": "Виберіть клієнтів",
          "Choose demographics": "Виберіть типи клієнтів",
          "Choose territories": "Виберіть території",
          "Choose the customer, or mark the order as a cash sale.": "Виберіть клієнта або позначте замовлення як продаж за готівку.",
          "City": "Місто",
          "Code": "Код",
          "Company name": "Назва фірми",
          "Contact": "Контакт",
          "Contact name": "Контактна особа",
          "Contact title": "Посада контактної особи",
          "Country": "Країна",
          "Credit note": "Коригувальний рахунок",
          "Credit note number": "Номер коригувального рахунку",
          "Customer": "Клієнт",
          "Customer type": "Тип клієнтів",
          "Customers": "Клієнти",
          "Demographics": "Типи клієнтів",
          "Description": "Опис",
          "Discontinued": "Знято з продажу",
          "Discount": "Знижка",
          "Due date": "Термін оплати",
          "Employee": "Працівник",
          "Employee territories": "Території працівників",
          "Employees": "Працівники",
          "Employment": "Зайнятість",
          "Extension": "Внутрішній номер",
          "Fax": "Факс",
          "First name": "Ім’я",
          "Free": "Вільно",
          "Freight": "Вартість доставки",
          "Hire date": "Дата прийняття на роботу",
          "Home page": "Вебсайт",
          "Home phone": "Домашній телефон",
          "Invoice": "Рахунок",
          "Invoice date": "Дата рахунку",
          "Invoice number": "Номер рахунку",
          "Invoice {number} of {title}": "Рахунок {number}: {title}",
          "Keeps a wholesaler's products and stock, customers, orders and invoices.": "Зберігає товари й запаси, клієнтів, замовлення та рахунки гуртового продавця.",
          "Last name": "Прізвище",
          "Late": "Прострочене",
          "Late orders": "Прострочені замовлення",
          "Make the invoice": "Виписати рахунок",
          "New": "Нове",
          "New category": "Нова категорія",
          "New customer": "Новий клієнт",
          "New demographic": "Новий тип клієнтів",
          "New employee": "Новий працівник",
          "New employee territory": "Нова територія працівника",
          "New order": "Нове замовлення",
          "New order line": "Нова позиція замовлення",
          "New orders": "Нові замовлення",
          "New product": "Новий товар",
          "New region": "Новий регіон",
          "New shipper": "Новий перевізник",
          "New supplier": "Новий постачальник",
          "New territory": "Нова територія",
          "No categories yet": "Категорій ще немає",
          "No customers yet": "Клієнтів ще немає",
          "No demographics yet": "Типів клієнтів ще немає",
          "No employee territories yet": "Територій працівників ще немає",
          "No employees yet": "Працівників ще немає",
          "No order lines yet": "Позицій замовлень ще немає",
          "No orders yet": "Замовлень ще немає",
          "No products yet": "Товарів ще немає",
          "No regions yet": "Регіонів ще немає",
          "No shippers yet": "Перевізників ще немає",
          "No suppliers yet": "Постачальників ще немає",
          "No territories yet": "Територій ще немає",
          "Nobody": "Ніхто",
          "Northwind": "Northwind",
          "Not cancelled": "Не анульовані",
          "Not enough is in stock: {products}": "На складі недостатньо: {products}",
          "Not enough is left of what is no longer on sale: {products}": "Знятого з продажу залишилося недостатньо: {products}",
          "Notes": "Нотатки",
          "On order: {count} ({title})": "Замовлено: {count} ({title})",
          "Order": "Замовлення",
          "Order date": "Дата замовлення",
          "Order lines": "Позиції замовлень",
          "Order more": "Замовити ще",
          "Order {number}": "Замовлення {number}",
          "Ordered {count} more: {title}": "Замовлено ще {count}: {title}",
          "Orders": "Замовлення",
          "Overview": "Огляд",
          "Payment terms in days": "Термін оплати в днях",
          "Phone": "Телефон",
          "Photo": "Фото",
          "Photo path": "Шлях до фото",
          "Picture": "Зображення",
          "Postal code": "Поштовий індекс",
          "Pro forma invoice": "Рахунок-проформа",
          "Product": "Товар",
          "Product name": "Назва товару",
          "Products": "Товари",
          "Products and orders of a wholesaler": "Товари та замовлення гуртового продавця",
          "Put into stock": "Прийняти на склад",
          "Put {count} into stock: {title}": "Прийнято на склад {count}: {title}",
          "Quantity": "Кількість",
          "Quantity per unit": "Кількість в одиниці",
          "Reason for cancelling": "Причина анулювання",
          "Region": "Регіон",
          "Region description": "Назва регіону",
          "Regions": "Регіони",
          "Reopen the order": "Знову відкрити замовлення",
          "Reopened {title}": "Знову відкрито: {title}",
          "Reorder level": "Рівень замовлення",
          "Reports to": "Керівник",
          "Required date": "Потрібно до",
          "Reserved": "Зарезервовано",
          "Sales by category": "Продажі за категоріями",
          "Sales by month": "Продажі за місяцями",
          "Sales in {month}": "Продажі: {month}",
          "Ship": "Відправити",
          "Ship address": "Адреса доставки",
          "Ship city": "Місто доставки",
          "Ship country": "Країна доставки",
          "Ship name": "Отримувач",
          "Ship postal code": "Поштовий індекс доставки",
          "Ship region": "Регіон доставки",
          "Ship to": "Доставити до",
          "Shipped": "Відправлене",
          "Shipped date": "Дата відправлення",
          "Shipped {title}": "Відправлено: {title}",
          "Shipper": "Перевізник",
          "Shippers": "Перевізники",
          "Stock": "Запас",
          "Supplier": "Постачальник",
          "Suppliers": "Постачальники",
          "Take back": "Прийняти повернення",
          "Take order": "Прийняти замовлення",
          "Tax": "Податок",
          "Tax rate, %": "Ставка податку, %",
          "Territories": "Території",
          "Territory": "Територія",
          "Territory code": "Код території",
          "Territory description": "Назва території",
          "Thank you for your order.": "Дякуємо за ваше замовлення.",
          "The customer changed their mind": "Клієнт передумав",
          "The invoice has this amount already": "Рахунок уже має цю суму",
          "The longest overdue first": "Найдовше прострочені спершу",
          "The mark is the level at which to order": "Позначка — рівень, за якого треба замовляти",
          "There is no category No. {number}": "Немає категорії № {number}",
          "There is no category called “{title}”": "Немає категорії з назвою «{title}»",
          "There is no customer No. {number}": "Немає клієнта № {number}",
          "There is no customer called “{title}”": "Немає клієнта з назвою «{title}»",
          "There is no demographic No. {number}": "Немає типу клієнтів № {number}",
          "There is no demographic called “{title}”": "Немає типу клієнтів з назвою «{title}»",
          "There is no employee No. {number}": "Немає працівника № {number}",
          "There is no employee called “{title}”": "Немає працівника на ім’я «{title}»",
          "There is no employee territory No. {number}": "Немає території працівника № {number}",
          "There is no employee territory called “{title}”": "Немає території працівника з назвою «{title}»",
          "There is no order No. {number}": "Немає замовлення № {number}",
          "There is no order called “{title}”": "Немає замовлення з назвою «{title}»",
          "There is no order line No. {number}": "Немає позиції замовлення № {number}",
          "There is no order line called “{title}”": "Немає позиції замовлення з назвою «{title}»",
          "There is no product No. {number}": "Немає товару № {number}",
          "There is no product called “{title}”": "Немає товару з назвою «{title}»",
          "There is no region No. {number}": "Немає регіону № {number}",
          "There is no region called “{title}”": "Немає регіону з назвою «{title}»",
          "There is no shipper No. {number}": "Немає перевізника № {number}",
          "There is no shipper called “{title}”": "Немає перевізника з назвою «{title}»",
          "There is no supplier No. {number}": "Немає постачальника № {number}",
          "There is no supplier called “{title}”": "Немає постачальника з назвою «{title}»",
          "There is no territory No. {number}": "Немає території № {number}",
          "There is no territory called “{title}”": "Немає території з назвою «{title}»",
          "This can't be before the order date": "Не може бути раніше за дату замовлення",
          "This order has an invoice: it can't be changed or deleted.": "Це замовлення має рахунок: його не можна змінити або видалити.",
          "This order is cancelled: its lines can't be changed, and it can't be deleted.": "Це замовлення анульовано: його позицій не можна змінити, і його не можна видалити.",
          "This order is shipped: its lines can't be changed any more, and it can't be deleted.": "Це замовлення відправлено: його позицій більше не можна змінити, і його не можна видалити.",
          "Title": "Посада",
          "Title of courtesy": "Звертання",
          "Took back {title}": "Прийнято повернення: {title}",
          "Top customers": "Найкращі клієнти",
          "Top products": "Найкращі товари",
          "Total": "Разом",
          "Unit price": "Ціна за одиницю",
          "Units in stock": "На складі",
          "Units on order": "Замовлено",
          "What was shipped is put back into stock, and the order is open again. You can undo it.": "Відправлене повертається на склад, а замовлення знову відкрите. Це можна скасувати.",
          "What would you like to work on?": "Над чим ви хочете працювати?",
          "by category name": "за назвою категорії",
          "by company name": "за назвою фірми",
          "by customer type": "за типом клієнтів",
          "by last name": "за прізвищем",
          "by order date": "за датою замовлення",
          "by product name": "за назвою товару",
          "by region description": "за назвою регіону",
          "by territory description": "за назвою території",
          "categories": "категорії",
          "category": "категорія",
          "customer": "клієнт",
          "customers": "клієнти",
          "demographic": "тип клієнтів",
          "demographics": "типи клієнтів",
          "employee": "працівник",
          "employee territories": "території працівників",
          "employee territory": "територія працівника",
          "employees": "працівники",
          "nothing on order": "нічого не замовлено",
          "of {count} products on sale": {
            "few": "з {count} товарів у продажу",
            "many": "з {count} товарів у продажу",
            "one": "з {count} товару в продажу"
          },
          "order": "замовлення",
          "order line": "позиція замовлення",
          "order lines": "позиції замовлень",
          "orders": "замовлення",
          "product": "товар",
          "products": "товари",
          "region": "регіон",
          "regions": "регіони",
          "reorder at {count}": "замовляти за {count}",
          "required by {value}": "потрібно до {value}",
          "shipper": "перевізник",
          "shippers": "перевізники",
          "supplier": "постачальник",
          "suppliers": "постачальники",
          "territories": "території",
          "territory": "територія",
          "{count} categories": { "few": "{count} категорії", "many": "{count} категорій", "one": "{count} категорія" },
          "{count} customers": { "few": "{count} клієнти", "many": "{count} клієнтів", "one": "{count} клієнт" },
          "{count} demographics": {
            "few": "{count} типи клієнтів",
            "many": "{count} типів клієнтів",
            "one": "{count} тип клієнтів"
          },
          "{count} employee territories": {
            "few": "{count} території працівників",
            "many": "{count} територій працівників",
            "one": "{count} територія працівника"
          },
          "{count} employees": { "few": "{count} працівники", "many": "{count} працівників", "one": "{count} працівник" },
          "{count} in stock": { "few": "{count} на складі", "many": "{count} на складі", "one": "{count} на складі" },
          "{count} on order": "замовлено {count}",
          "{count} order lines": {
            "few": "{count} позиції замовлень",
            "many": "{count} позицій замовлень",
            "one": "{count} позиція замовлення"
          },
          "{count} orders": { "few": "{count} замовлення", "many": "{count} замовлень", "one": "{count} замовлення" },
          "{count} products": { "few": "{count} товари", "many": "{count} товарів", "one": "{count} товар" },
          "{count} regions": { "few": "{count} регіони", "many": "{count} регіонів", "one": "{count} регіон" },
          "{count} shippers": { "few": "{count} перевізники", "many": "{count} перевізників", "one": "{count} перевізник" },
          "{count} suppliers": {
            "few": "{count} постачальники",
            "many": "{count} постачальників",
            "one": "{count} постачальник"
          },
          "{count} territories": { "few": "{count} території", "many": "{count} територій", "one": "{count} територія" },
          "{product} ({there} there, {needed} needed)": "{product} (є {there}, потрібно {needed})",
          "{title} has a credit note and can't be reopened. Take a new order.": "{title} має коригувальний рахунок, і його не можна відкрити знову. Прийміть нове замовлення.",
          "{title} has an invoice already.": "{title} уже має рахунок.",
          "{title} has no lines yet.": "{title}: позицій ще немає.",
          "{title} is cancelled.": "{title}: анульовано.",
          "{title} is not cancelled.": "{title}: не анульовано.",
          "{title} is not shipped yet.": "{title}: ще не відправлено.",
          "{title} is shipped already and can't be cancelled.": "{title}: уже відправлено, анулювати не можна.",
          "{title} is shipped already.": "{title}: уже відправлено.",
          "{value} free": "вільно {value}",
          "{value} in stock": "на складі {value}"
        }
        """#.utf8)],
    welcome: Welcome("What would you like to work on?")
  ) {
    Tab("Overview", symbol: .chart) {
      Overview {
        Figure("Sales in {month}", latestMonthOf: Series<OrderDetail>((((Calculation(\OrderDetail.unitPrice) * Calculation(\OrderDetail.quantity)) * (Calculation<OrderDetail>.constant(1, scale: 0) - Calculation(\OrderDetail.discount)))).rounded(2), on: \.order, \.orderDate, among: Subset<Order>("in-force", "Not cancelled", where: \Order.cancelledDate == nil)))
        Figure("New orders", counting: Subset(state: "new", of: Order.self)).amongAll("of {count}")
        Figure("Late orders", counting: Subset(state: "late", of: Order.self), tone: .bad).since(\.requiredDate)
        Figure("Below reorder level", counting: Subset<Product>("below-reorder-level", "Below reorder level", where: (Calculation(\Product.unitsInStock) < Calculation(\Product.reorderLevel) && \Product.discontinued == false)), tone: .warning).among(\Product.discontinued == false, "of {count} products on sale")
        Chart("Sales by month", of: Series<OrderDetail>((((Calculation(\OrderDetail.unitPrice) * Calculation(\OrderDetail.quantity)) * (Calculation<OrderDetail>.constant(1, scale: 0) - Calculation(\OrderDetail.discount)))).rounded(2), on: \.order, \.orderDate, among: Subset<Order>("in-force", "Not cancelled", where: \Order.cancelledDate == nil)), months: 12)
        Chart("Sales by category", of: Series<OrderDetail>((((Calculation(\OrderDetail.unitPrice) * Calculation(\OrderDetail.quantity)) * (Calculation<OrderDetail>.constant(1, scale: 0) - Calculation(\OrderDetail.discount)))).rounded(2), on: \.order, \.orderDate, among: Subset<Order>("in-force", "Not cancelled", where: \Order.cancelledDate == nil)), by: \.product, \.category)
        Watch("Below reorder level", Subset<Product>("below-reorder-level", "Below reorder level", where: (Calculation(\Product.unitsInStock) < Calculation(\Product.reorderLevel) && \Product.discontinued == false)), subtitle: "The mark is the level at which to order", least: (Calculation(\Product.unitsInStock) - Calculation(\Product.reorderLevel)))
          .telling("{count} in stock", \.unitsInStock, isBadWithout: true)
          .telling("reorder at {count}", \.reorderLevel)
          .telling("{count} on order", \.unitsOnOrder, none: "nothing on order")
          .drawing(\.unitsInStock, mark: \.reorderLevel)
        Chart("Top products", of: Series<OrderDetail>((((Calculation(\OrderDetail.unitPrice) * Calculation(\OrderDetail.quantity)) * (Calculation<OrderDetail>.constant(1, scale: 0) - Calculation(\OrderDetail.discount)))).rounded(2), on: \.order, \.orderDate, among: Subset<Order>("in-force", "Not cancelled", where: \Order.cancelledDate == nil)), by: \.product)
        Chart("Top customers", of: Series<OrderDetail>((((Calculation(\OrderDetail.unitPrice) * Calculation(\OrderDetail.quantity)) * (Calculation<OrderDetail>.constant(1, scale: 0) - Calculation(\OrderDetail.discount)))).rounded(2), on: \.order, \.orderDate, among: Subset<Order>("in-force", "Not cancelled", where: \Order.cancelledDate == nil)), by: \.order, \.customer)
        Watch("Late orders", Subset(state: "late", of: Order.self), subtitle: "The longest overdue first", earliest: \.requiredDate)
          .telling(\.customer)
          .telling("required by {value}", \.requiredDate)
      }
    }
    Tab("Products", symbol: .box) {
      List(Product.self, title: \.name, subtitle: \.quantityPerUnit)
        .telling(\.unitsInStock, as: "{value} in stock")
        .telling(\.free, as: "{value} free")
        .showing(\.unitPrice)
        .searching(\.name)
        .searching(\.supplier, \.companyName)
        .searching(\.category, \.name)
        .sorted(by: \.name)
        .narrowing(to: Subset<Product>("below-reorder-level", "Below reorder level", where: (Calculation(\Product.unitsInStock) < Calculation(\Product.reorderLevel) && \Product.discontinued == false)))
        .withFields(nil, \.name, \.category, \.supplier, \.quantityPerUnit, \.unitPrice)
        .withFields("Stock", \.unitsInStock, \.unitsOnOrder, \.reorderLevel, \.discontinued)
        .withNewest(\.orderLines)
    }
    Tab("Orders", symbol: .receipt) {
      List(Order.self, title: \.customer, subtitle: \.orderDate)
        .fallbackTitle(\.shipName)
        .numbered()
        .showing(\.total)
        .searching(\.shipName)
        .searching(\.customer, \.companyName)
        .searching(\.employee, \.firstName)
        .searching(\.employee, \.lastName)
        .searching(\.lines, \.product, \.name)
        .searching(\.orderDate)
        .sorted(descendingBy: \.orderDate)
        .withLines(
          Lines<Order, OrderDetail, Product>(\.lines, choosing: \.product, quantity: \.quantity)
            .priced(\.unitPrice, from: \.unitPrice)
            .discounted(by: \.discount)
            .adding(\.freight)
            .taxed(by: \.taxRate)
            .showing(\.quantityPerUnit)
            .stocked(\.unitsInStock, reservedWhile: (\Order.shippedDate == nil && \Order.cancelledDate == nil))
            .hiding(\.discontinued)
            .asking(\.customer, \.cashSale, \.employee, \.orderDate, \.requiredDate, \.paymentDays)
            .folding("Ship to", \.shipName, \.shipAddress, \.shipCity, \.shipRegion, \.shipPostalCode, \.shipCountry)
            .needing(\.customer, unless: \.cashSale, "Choose the customer, or mark the order as a cash sale.")
            .saving(as: "Take order"))
        .withDocument(
          Document<Order>("invoice", title: "Invoice", from: "Northwind Traders", "One Portals Way", "Twin Points WA 98156")
            .addressed("Bill to", \.customer, \.shipName, \.shipAddress)
            .line(\.shipCity, \.shipRegion, \.shipPostalCode)
            .line(\.shipCountry)
            .stating(\.invoiceDate, \.dueDate, \.cancelledDate, \.orderDate, \.shippedDate, \.shipper, \.employee)
            .reversed(by: \.creditNoteNumber, title: "Credit note")
            .ending("Thank you for your order."))
    }
    Tab("Categories", symbol: .tag) {
      List(Category.self, title: \.name, subtitle: \.description)
        .searching(\.name)
        .searching(\.description)
        .sorted(by: \.name)
        .withPictures(\.picture)
        .withSection(\.products, offersNew: true)
    }
    Tab("Suppliers", symbol: .folder) {
      List(Supplier.self, title: \.companyName, subtitle: \.city)
        .searching(\.companyName)
        .searching(\.contactName)
        .searching(\.city)
        .searching(\.country)
        .sorted(by: \.companyName)
        .withFields(nil, \.companyName, \.homePage)
        .withFields("Contact", \.contactName, \.contactTitle, \.phone, \.fax)
        .withFields("Address", \.address, \.city, \.region, \.postalCode, \.country)
        .withSection(\.products, offersNew: true)
        .calling(\.phone)
        .locating(by: \.address, \.postalCode, \.city, \.country)
    }.underMore()
    Tab("Customers", symbol: .people) {
      List(Customer.self, title: \.companyName, subtitle: \.city)
        .searching(\.companyName)
        .searching(\.code)
        .searching(\.contactName)
        .searching(\.city)
        .searching(\.country)
        .sorted(by: \.companyName)
        .withFields(nil, \.companyName, \.code)
        .withFields("Contact", \.contactName, \.contactTitle, \.phone, \.fax)
        .withFields("Address", \.address, \.city, \.region, \.postalCode, \.country)
        .withSection(\.demographics, adding: "Choose demographics")
        .withSection(\.orders, offersNew: true)
        .calling(\.phone)
        .locating(by: \.address, \.postalCode, \.city, \.country)
    }.underMore()
    Tab("Employees", symbol: .person) {
      List(Employee.self, title: \.firstName, \.lastName, subtitle: \.jobTitle)
        .searching(\.firstName)
        .searching(\.lastName)
        .searching(\.jobTitle)
        .searching(\.city)
        .sorted(by: \.lastName)
        .sorted(by: \.firstName)
        .withPictures(\.photo)
        .withFields(nil, \.titleOfCourtesy, \.firstName, \.lastName, \.photo)
        .withFields("Employment", \.jobTitle, \.reportsTo, \.hireDate, \.`extension`)
        .withFields("Address", \.address, \.city, \.region, \.postalCode, \.country, \.homePhone)
        .withFields("About", \.birthDate, \.notes, \.photoPath)
        .withSection(\.territories, through: \.territory, adding: "Choose territories")
        .withSection(\.orders, offersNew: true)
        .calling(\.homePhone)
        .locating(by: \.address, \.postalCode, \.city, \.country)
    }.underMore()
    Tab("Shippers", symbol: .truck) {
      List(Shipper.self, title: \.companyName, subtitle: \.phone)
        .searching(\.companyName)
        .searching(\.phone)
        .sorted(by: \.companyName)
        .withSection(\.orders, offersNew: true)
        .calling(\.phone)
    }.underMore()
    Tab("Regions", symbol: .map) {
      List(Region.self, title: \.description)
        .searching(\.description)
        .sorted(by: \.description)
        .withSection(\.territories, offersNew: true)
    }.underMore()
    Tab("Territories", symbol: .pin) {
      List(Territory.self, title: \.description, subtitle: \.code)
        .searching(\.description)
        .searching(\.code)
        .sorted(by: \.description)
        .withSection(\.employees, offersNew: true)
    }.underMore()
    Tab("Employee territories", symbol: .city) {
      List(EmployeeTerritory.self, title: \.employee, subtitle: \.territory)
        .searching(\.employee, \.firstName)
        .searching(\.employee, \.lastName)
        .searching(\.territory, \.code)
        .searching(\.territory, \.description)
    }.underMore()
    Tab("Demographics", symbol: .card) {
      List(CustomerDemographic.self, title: \.code, subtitle: \.description)
        .searching(\.code)
        .searching(\.description)
        .sorted(by: \.code)
        .withSection(\.customers, adding: "Choose customers")
    }.underMore()
    Tab("Order lines", symbol: .list) {
      List(OrderDetail.self, title: \.product, subtitle: \.order)
        .showing(\.amount)
        .searching(\.product, \.name)
        .searching(\.order, \.shipName)
        .withFields(nil, \.order, \.product, \.unitPrice, \.quantity, \.discount)
    }.underMore()
  }
}
