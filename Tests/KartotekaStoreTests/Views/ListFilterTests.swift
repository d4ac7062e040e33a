import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Filters of lists, on records")
struct ListFilterTests {
  private let scratch: Scratch

  init() async throws {
    scratch = try Scratch()
    let today = CalendarDate.today
    let anna = try await scratch.person("Anna", "Łódzka", email: "anna@example.com")
    let bob = try await scratch.person("Bob", "Jones")
    let month = DayPeriod.relative(.lastMonth).range(on: today)
    let rows:
      [(
        name: String, subject: String?, fee: Decimal?, seats: Int?, begins: CalendarDate?, isOpen: Bool, teacher: Int64?
      )] = [
        ("Chess", "Games", 10, 4, month.from, true, anna.id),
        ("Déjà vu", "Mind", 9.5, 12, month.through, false, bob.id),
        ("Go", "games", nil, nil, today, true, nil), ("Poker", nil, 100, 9, today.adding(days: -6), true, anna.id),
        ("50% off", "Mind, games", 0, 0, today.adding(days: 7), false, nil),
        ("Early", "Mind", 2, 1, month.from?.adding(days: -1), true, bob.id),
      ]
    for row in rows {
      var course = Record<Course>()
      course.name = row.name
      course.subject = row.subject
      course.fee = row.fee
      course.seats = row.seats
      course.begins = row.begins
      course.isOpen = row.isOpen
      course.teacher = row.teacher
      try await scratch.store.save(&course)
    }
    _ = try await scratch.store.perform(.code) { transaction in
      let students = try #require(entity("course").relationship("students"))
      try transaction.link(entity("course"), students, of: 1, to: 2)
    }
  }

  private func names(_ filter: String) async throws -> [String] {
    var fetch = AnyFetchRequest("course")
    fetch.predicate = try ListFilter(text: filter).predicate(of: entity("course"), in: school)
    fetch.sort = [FetchSort("id")]
    let page = try await scratch.store.fetch(fetch)
    #expect(page.total == page.records.count)
    return page.records.compactMap { if case .text(let name) = $0["name"] { name } else { nil } }
  }

  @Test(
    "Text is compared without case and accents, and with every character as itself",
    arguments: [
      ("name:contains:%25", ["50% off"]), ("name:contains:E", ["Chess", "Déjà vu", "Poker", "Early"]),
      ("name:prefix:dej", ["Déjà vu"]), ("subject:is:GAMES", ["Chess", "Go"]), ("subject:eq:games", ["Go"]),
      ("subject:ne:Mind", ["Chess", "Go", "Poker", "50% off"]),
      ("subject:in:Mind%2c games,Games", ["Chess", "50% off"]),
      ("subject:null:true", ["Poker"]), ("subject:null:false;name:prefix:g", ["Go"]),
    ])
  func texts(_ filter: String, _ expected: [String]) async throws {
    #expect(try await names(filter) == expected)
  }

  @Test(
    "Relationships to several records: to one of them, and to any",
    arguments: [
      ("students:in:2", ["Chess"]), ("students:null:false", ["Chess"]), ("students:ne:2;fee:gt:9.5", ["Poker"]),
      ("students:null:true", ["Déjà vu", "Go", "Poker", "50% off", "Early"]),
    ])
  func several(_ filter: String, _ expected: [String]) async throws {
    #expect(try await names(filter) == expected)
  }

  @Test(
    "Numbers, choices of yes and no, and missing values",
    arguments: [
      ("fee:eq:9.50", ["Déjà vu"]), ("fee:gt:9.5", ["Chess", "Poker"]), ("fee:gte:9.5", ["Chess", "Déjà vu", "Poker"]),
      ("fee:lt:2", ["50% off"]), ("fee:lte:2", ["50% off", "Early"]),
      ("fee:between:2,10", ["Chess", "Déjà vu", "Early"]),
      ("fee:ne:0", ["Chess", "Déjà vu", "Go", "Poker", "Early"]), ("fee:null:true", ["Go"]),
      ("seats:in:0,1,4", ["Chess", "50% off", "Early"]), ("id:between:2,3", ["Déjà vu", "Go"]),
      ("isOpen:eq:false", ["Déjà vu", "50% off"]),
    ])
  func numbers(_ filter: String, _ expected: [String]) async throws {
    #expect(try await names(filter) == expected)
  }

  @Test("Days are compared, and with periods relative to today")
  func days() async throws {
    let today = CalendarDate.today
    // The day six days ago may be in last month too.
    let poker = DayPeriod.relative(.lastMonth).range(on: today).through.map { $0 >= today.adding(days: -6) } ?? false
    #expect(try await names("begins:during:last-month") == ["Chess", "Déjà vu"] + (poker ? ["Poker"] : []))
    #expect(try await names("begins:during:today") == ["Go"])
    #expect(try await Set(names("begins:during:last-7-days")).isSuperset(of: ["Go", "Poker"]))
    #expect(try await !names("begins:during:last-6-days").contains("Poker"))
    #expect(try await names("begins:during:next-8-days") == ["Go", "50% off"])
    #expect(try await names("begins:during:next-7-days") == ["Go"])
    #expect(try await names("begins:gt:\(today)") == ["50% off"])
    #expect(try await names("begins:eq:\(today)") == ["Go"])
    #expect(try await names("begins:during:\(today)..") == ["Go", "50% off"])
    #expect(try await names("begins:null:true") == [])
  }

  @Test(
    "Relationships, and fields of related records, of which a missing record has none",
    arguments: [
      ("teacher:in:1,2", ["Chess", "Déjà vu", "Poker", "Early"]),
      ("teacher:ne:1", ["Déjà vu", "Go", "50% off", "Early"]),
      ("teacher:null:true", ["Go", "50% off"]), ("teacher.lastName:is:lodzka", ["Chess", "Poker"]),
      ("teacher.lastName:ne:Jones", ["Chess", "Go", "Poker", "50% off"]),
      ("teacher.email:null:true", ["Déjà vu", "Go", "50% off", "Early"]), ("students:in:2", ["Chess"]),
      ("students:ne:2", ["Déjà vu", "Go", "Poker", "50% off", "Early"]),
    ])
  func related(_ filter: String, _ expected: [String]) async throws {
    #expect(try await names(filter) == expected)
  }

  @Test(
    "Groups of all and any, one within the other",
    arguments: [
      ("any(seats:lt:1;name:is:go)", ["Go", "50% off"]),
      ("isOpen:eq:true;any(fee:gt:50;name:prefix:e)", ["Poker", "Early"]),
      ("any(name:is:chess;all(subject:is:mind;fee:lt:5))", ["Chess", "Early"]),
      ("any(all(isOpen:eq:true;fee:lt:5);all(isOpen:eq:false;fee:lt:5))", ["50% off", "Early"]),
    ])
  func groups(_ filter: String, _ expected: [String]) async throws {
    #expect(try await names(filter) == expected)
  }
}
