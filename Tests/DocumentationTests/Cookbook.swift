import Foundation
import Kartoteka

// The code of docs/COOKBOOK.md: bills of a small firm.

struct Client: Entity {
  /// No two clients of a city have the same name.
  static let uniqueKeys = [UniqueKey(\Client.name, \.city)]

  let name = Attribute<String>("Name", .required, .title, .renamed(from: "company"))
  let city = Attribute<String>("City", .required, .title)
  let country = Attribute<String>("Country", .required)
  let bills = ToMany<Bill>("Bills", inverse: \.client)

  let owed = Computed<Client, Decimal>("Owed", .currency("PLN")) { .formula("sum(bills: amount, not(isPaid))") }
}

enum PaidBy: String, ChoiceValue {
  case transfer, card, cash

  /// The words of other programs, in any language.
  var aliases: [String] {
    switch self {
    case .transfer: ["bank", "Überweisung"]
    case .card: ["Visa", "Karte"]
    case .cash: ["bar"]
    }
  }
}

struct Bill: Entity {
  /// Numbers without gaps. A bill that has one is closed: people can't delete it.
  let number = Attribute<Int>(
    "Number", .sequence, .atLeast(1), .title, .closesRecord(by: "send", "This bill is sent: it can't be deleted."))
  let sent = Attribute<CalendarDate>("Sent on", .set(by: "send"))
  let due = Attribute<CalendarDate>("Due on", .required, .default(.today))
  let paidBy = Attribute<PaidBy>("Paid by")
  let isPaid = Attribute<Bool>("Paid", .required, .default(false))
  let amount = Attribute<Decimal>("Amount", .required, .currency("PLN"), .atLeast(0))
  let client = ToOne<Client>("Client", .required, .onDelete(.deny))

  static let paid = StateDescription("paid", "Paid", tone: .good, when: \Bill.isPaid == true)
  static let late = StateDescription("late", "Late", tone: .bad, when: \Bill.due < .today)
  static let open = StateDescription("open", "Open")
  /// The first one that applies is the record's state.
  static let states = [paid, late, open]
}

private let lateBills = Subset(state: Bill.late, of: Bill.self)

let lateTab = Tab("Overview", symbol: .chart) {
  Overview {
    Figure("Late bills", counting: lateBills, tone: .bad).since(\.due)
    Figure("Late amounts", sum: \Bill.amount, of: lateBills)
    Figure("Average bill", average: \Bill.amount)
    Figure("Late", share: lateBills)
    Chart("Bills by month", of: Series(Calculation(\Bill.amount), on: \.due), months: 12)
    Watch("Late bills", lateBills, earliest: \.due).telling(\.amount)
  }
}

extension Action {
  static let send = Action("send", title: "Send", on: Bill.self) { call, bill in
    let days = try await call.store.value(of: daysToPay)
    return try await call.change(bill) { transaction, bill in
      bill.number = try transaction.next(\Bill.number)
      bill.sent = transaction.today
      bill.due = transaction.today.adding(days: days)
      return Phrase("Sent bill {number}", ["number": .text(String(bill.number ?? 0))])
    }
  }
}

/// Who owes how much, from one fetch: it brings the clients of all bills with it.
func reminders(from store: Store) async throws -> [String] {
  let bills = try await store.fetch(
    Bill.all.where(\.isPaid == false && \.due < .today).sorted(by: \.due).including(\.client).limit(100))
  return try bills.map { try "\($0[\.client][\.name]): \($0[\.amount]) PLN" }
}

/// Whoever owes something, from two statements.
func debts(from store: Store) async throws -> [String] {
  let clients = try await store.fetch(Client.all.where(\.owed > 0).sorted(by: \.name).computing(\.owed).limit(100))
  return try clients.map { try "\($0[\.name]): \($0[\.owed]) PLN" }
}

/// The bills of whoever owes more than a bill, with what they owe.
func doubtful(from store: Store) async throws -> [String] {
  let bills = try await store.fetch(Bill.all.where(\.isPaid == false).computing(\.client, \.owed).limit(100))
  return try bills.filter { try $0[\.client][\.owed] > $0[\.amount] }.map { bill in
    "\(try bill[\.client][\.name]): \(try bill[\.client][\.owed]) PLN"
  }
}

/// What a client owes, for the screen at the counter: `/bills/pages/owed/4`.
let owed = OwnPage("owed/{client}", title: "Owed", symbol: .receipt) { call in
  let client = try await call.record(Client.self, at: "client")
  let amount = try await call.store.computed(\.owed, of: client) ?? 0
  return Markup { html in
    html.heading(client.name ?? "")
    html.element(.paragraph, style: .large) { $0.plain("\(amount) PLN") }
  }
}
.withoutFrame()

let daysToPay = Setting("daysToPay", "Days to pay", 0...365, default: 14)

let mailKey = Secret("mailKey", "Key of the mail service", environment: "MAIL_KEY", hint: "In your account there")

let settingsTab = Tab("Settings", symbol: .gear) {
  SettingsScreen {
    SettingsGroup("Bills") { daysToPay }
    SettingsGroup("Mail", note: "Without a key nothing is sent.") { mailKey }
  }
}

/// What is to be sent to the bookkeeper.
struct Notice: Entity {
  let text = Attribute<String>("Text", .required, .title)
  let written = Attribute<CalendarDate>("Written on", .required, .default(.today))
}

/// A job has a record, which a deleted bill no longer is: a hook adds one.
let noticeOfDeletion = Hook.afterDeleting(Bill.self) { change in
  var notice = Record<Notice>()
  notice.text = "A bill of \(change.record.amount ?? 0) was deleted"
  try change.transaction.insert(&notice)
}

let sendNotice = Job(
  "send-notice", title: "Send", doing: "Sending", failure: "The notice could not be sent", on: Notice.self,
  startsWithRecord: true
) { _, notice in
  print(notice.text ?? "")
  return "Sent the notice"
}

let clearNotices = Job("clear-notices", every: .day(at: 3, 30)) { run in
  _ = try await run.store.perform(.code) { transaction in
    for notice in try transaction.fetch(Notice.all.where(\.written < .today - 30.days).limit(10_000)) {
      try transaction.delete(notice)
    }
  }
}

let fillCountries = MigrationStep("fill-countries", filling: \Client.country) { client in
  client[\.city] == "Lwów" ? "Ukraine" : "Poland"
}

/// `clients.full_name` was removed from the model; its values are in the archive of the database.
let splitNames = MigrationStep("split-names") { migration in
  for (id, value) in try migration.archived("clients", "full_name") {
    guard case .text(let text) = value, var client = try migration.transaction.record(Client.self, id: id) else {
      continue
    }
    client.name = text.split(separator: ",").first.map(String.init) ?? text
    try migration.transaction.update(client)
  }
}

let firstClients = Seed(
  Client.self, file: "clients.json",
  json: Data("[{\"name\": \"Anna Kowalska\", \"city\": \"Kraków\", \"country\": \"Poland\"}]".utf8))

let bills = App(
  "bills", title: "Bills", symbol: .receipt, hue: 150, entities: [Bill.self, Client.self, Notice.self],
  seed: firstClients, actions: [.send], jobs: [sendNotice, clearNotices], hooks: [noticeOfDeletion], pages: [owed],
  migrations: [fillCountries, splitNames]
) {
  lateTab
  Tab("Bills", symbol: .receipt) {
    List(Bill.self, title: \.number, subtitle: \.client, \.due).showing(\.amount).narrowing(to: lateBills)
      .sorted(descendingBy: \.due)
  }
  Tab("Clients", symbol: .people) {
    List(Client.self, title: \.name, subtitle: \.city).searching(\.name).sorted(by: \.name)
      .withSection(\.bills, offersNew: true)
  }
  settingsTab
}
