import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

@Suite("Rules, required fields and defaults that are formulas, in imports")
struct FormulaRuleImportTests {
  struct Client: Entity {
    let name = Attribute<String>("Name", .required, .title, .unique)
    let credit = Attribute<Int>("Credit")
    let bills = ToMany<Bill>("Bills", inverse: \.client)
    static var rules: [RuleDescription] {
      [RuleDescription("withinCredit", "sum(bills: amount) <= credit", "The bills are more than the credit")]
    }
  }

  struct Bill: Entity {
    let number = Attribute<Int>("Number", .required, .title, .unique)
    let amount = Attribute<Int>("Amount")
    let due = Attribute<CalendarDate>("Due", .default(formula: "date(\"2026-01-31\") + number"))
    let reason = Attribute<String>("Reason", .required(if: "amount > client.credit"))
    let client = ToOne<Client>("Client", onDelete: .nullify)
    static var rules: [RuleDescription] {
      [RuleDescription("positive", "amount > 0", "An amount is more than zero")]
    }
  }

  private static let model = ModelDescription([Client.self, Bill.self])

  @Test(
    "Rows that break a rule are refused one by one, with records of the same files in mind, and the preview says the same",
    arguments: [ChangeSet.Origin.import, .screen]
  )
  func rows(origin: ChangeSet.Origin) async throws {
    let desk = try Desk(Self.model)
    let files: KeyValuePairs = [
      "clients.csv": "name,credit\nAnna,100\nJan,5\n",
      "bills.csv":
        "number,amount,reason,client\n1,60,,Anna\n2,60,,Anna\n3,0,,Anna\n4,9,,Jan\n5,3,,Jan\n6,30,,Anna\n",
    ]
    let trial = try await desk.take(files) { ($0.isDryRun, $0.origin) = (true, origin) }
    let report = try await desk.take(files) { $0.origin = origin }
    for report in [trial, report] {
      #expect(report.files.map { $0.rejected } == [0, 3])
      let reasons = report.files[1].rejects.flatMap { $0.faults.map { Localizer.english($0.reason) } }
      #expect(reasons.contains { $0.contains("The bills are more than the credit") })
      #expect(reasons.contains { $0.contains("An amount is more than zero") })
      #expect(reasons.contains { $0.contains("This can't be empty") })
    }
    let numbers = try await desk.column("bill", "number")
    #expect(numbers == ["1", "5", "6"])
    let days = try await desk.column("bill", "due")
    #expect(days == ["2026-02-01", "2026-02-05", "2026-02-06"])
  }

  @Test("The preview keeps rules over records that an earlier row changes")
  func changed() async throws {
    let desk = try Desk(Self.model)
    try await desk.take(["clients.csv": "name,credit\nAnna,100\nJan,100\n"])
    let files: KeyValuePairs = [
      "clients.csv": "name,credit\nAnna,500\nJan,5\n", "bills.csv": "number,amount,client\n1,300,Anna\n2,50,Jan\n",
    ]
    let trial = try await desk.take(files) { $0.isDryRun = true }
    let report = try await desk.take(files)
    for report in [trial, report] { #expect(report.files.map { $0.rejected } == [0, 1]) }
    let numbers = try await desk.column("bill", "number")
    #expect(numbers == ["1"])
  }

  struct Owner: Entity {
    let name = Attribute<String>("Name", .required, .title, .unique)
    let rate = Attribute<Int>("Rate")
    let tags = ManyToMany<Tag>("Tags")
    static var rules: [RuleDescription] {
      [RuleDescription("fewTags", "count(tags) <= 2", "At most two tags")]
    }
  }

  struct Tag: Entity {
    let name = Attribute<String>("Name", .required, .title, .unique)
  }

  struct Visit: Entity {
    let number = Attribute<Int>("Number", .required, .title, .unique)
    let rate = Attribute<Int>("Rate", .required, .default(formula: "owner.rate"))
    let owner = ToOne<Owner>("Owner", onDelete: .nullify)
  }

  private static let others = ModelDescription([Owner.self, Tag.self, Visit.self])

  @Test("The preview computes defaults over records that are new in the same files")
  func defaultsOverNew() async throws {
    let desk = try Desk(Self.others)
    let files: KeyValuePairs = [
      "owners.csv": "name,rate\nAnna,7\nJan,\n", "visits.csv": "number,owner\n1,Anna\n2,Jan\n",
    ]
    let trial = try await desk.take(files) { $0.isDryRun = true }
    let report = try await desk.take(files)
    for report in [trial, report] { #expect(report.files.map { $0.rejected } == [0, 1]) }
    let rates = try await desk.column("visit", "rate")
    #expect(rates == ["7"])
  }

  @Test("Links that a file replaces are not asked about one by one")
  func links() async throws {
    let desk = try Desk(Self.others)
    try await desk.take(["tags.csv": "name\nred\ngreen\nblue\ngrey\n"])
    try await desk.take(["owners.csv": "name,tags\nAnna,red;green\n"])
    let report = try await desk.take(["owners.csv": "name,tags\nAnna,blue;grey\n"])
    #expect(report.files.map { $0.rejected } == [0])
    #expect(try await desk.links("owner", "tags") == [1: [3, 4]])
  }

  @Test("A column that is missing has the default, an empty cell none")
  func absent() async throws {
    let desk = try Desk(Self.model)
    try await desk.take(["bills.csv": "number,amount,due\n1,60,\n2,60,2026-09-09\n"])
    let days = try await desk.column("bill", "due")
    #expect(days == ["", "2026-09-09"])
  }
}
