import Foundation
import HTTPTypes
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite struct ListTests {
  private static let courses = "/api/school/courses"

  @Test
  func pagesHaveItemsTotalAndNext() async throws {
    try await check(
      [
        .get(Self.courses, has: [#""items":[{"id":1,"name":"Algebra""#, #""total":4,"next":null}"#]),
        .get(Self.courses + "?limit=1", has: [#""total":4"#, #""next":""#], lacks: ["Biology"]),
        .get(Self.courses + "?limit=1000", has: [#""next":null"#]),
        .get("/api/school/grades", has: [#"[{"id":1,"points":5,"course":1,"person":2}]"#]),
        .get("/api/school/courses/", has: [#""total":4"#]),
      ])
  }

  private static let queries: [(query: String, names: [String])] = [
    ("search=alg", ["Algebra"]), ("search=lodz", ["Łódź in pictures"]), ("search=%C5%81%C3%93D", ["Łódź in pictures"]),
    ("search=", ["Algebra", "Biology", "Chemistry", "Łódź in pictures"]), ("search=nothing", []),
    ("search=%25", []), ("search=%22", []), ("search=a%00b", []),
    ("sort=-name", ["Łódź in pictures", "Chemistry", "Biology", "Algebra"]),
    ("sort=state,-price", ["Łódź in pictures", "Chemistry", "Biology", "Algebra"]),
    ("sort=teacher,-id", ["Łódź in pictures", "Chemistry", "Biology", "Algebra"]),
    ("filter[name]=Biology", ["Biology"]), ("filter[name]=biology", []), ("filter%5Bname%5D=Biology", ["Biology"]),
    ("filter[name][ne]=Biology", ["Algebra", "Chemistry", "Łódź in pictures"]),
    ("filter[name][contains]=O", ["Biology", "Łódź in pictures"]), ("filter[name][prefix]=lod", ["Łódź in pictures"]),
    ("filter[name][in]=Algebra,Biology,Sports", ["Algebra", "Biology"]),
    ("filter[seats][lt]=20", ["Algebra"]), ("filter[seats][lte]=20", ["Algebra", "Biology"]),
    ("filter[seats][gt]=30", ["Łódź in pictures"]), ("filter[seats][gte]=30&filter[seats][lt]=40", ["Chemistry"]),
    ("filter[price]=10.50", ["Biology"]), ("filter[price]=10.5", ["Biology"]),
    ("filter[price][gt]=20", ["Chemistry", "Łódź in pictures"]),
    ("filter[starts]=2026-09-02", ["Biology"]), ("filter[starts][lt]=2026-09-02", ["Algebra"]),
    ("filter[state]=running", ["Algebra"]), ("filter[isOpen]=true&limit=1", ["Algebra"]), ("filter[isOpen]=false", []),
    ("filter[teacher]=1", ["Algebra", "Biology", "Chemistry"]), ("filter[teacher][null]=true", ["Łódź in pictures"]),
    ("filter[teacher][null]=false&sort=-id&limit=1", ["Chemistry"]), ("filter[teacher]=", ["Łódź in pictures"]),
    ("filter[rating]=", ["Algebra", "Biology", "Chemistry", "Łódź in pictures"]), ("filter[poster][null]=false", []),
    ("filter[id][in]=2,3", ["Biology", "Chemistry"]), ("filter[id]=99", []),
    ("filter[students]=2", ["Algebra"]), ("filter[students][in]=2,3", ["Algebra"]),
    ("filter[students][ne]=2", ["Biology", "Chemistry", "Łódź in pictures"]), ("filter[grades]=1", ["Algebra"]),
    ("sort=-teacher.name,-name", ["Chemistry", "Biology", "Algebra", "Łódź in pictures"]),
    ("sort=teacher.name,name", ["Łódź in pictures", "Algebra", "Biology", "Chemistry"]),
    ("sort=-teacher.id,name", ["Algebra", "Biology", "Chemistry", "Łódź in pictures"]),
    ("filter[teacher.name]=Nora", ["Algebra", "Biology", "Chemistry"]),
    ("filter[teacher.name][prefix]=nor", ["Algebra", "Biology", "Chemistry"]),
    // What has no teacher has no teacher's name.
    ("filter[teacher.name][ne]=Nora", ["Łódź in pictures"]), ("filter[teacher.name]=", ["Łódź in pictures"]),
    ("filter[teacher.name][in]=,Nora", ["Algebra", "Biology", "Chemistry", "Łódź in pictures"]),
    ("filter[teacher.name][null]=true", ["Łódź in pictures"]), ("filter[teacher.id]=2", []),
    ("filter[teacher.name][null]=false", ["Algebra", "Biology", "Chemistry"]),
    ("filter[teacher.teaches]=2", ["Algebra", "Biology", "Chemistry"]),
    ("filter[teacher.teaches][ne]=2", ["Łódź in pictures"]),
    ("filter[name]=%27%3B+DROP+TABLE+courses%3B--", []), ("filter[name]=%F0%9F%8E%93", []),
    ("&&filter[name]=Biology&", ["Biology"]),
  ]

  @Test func listsWhatIsAskedFor() async throws {
    let all = ["Algebra", "Biology", "Chemistry", "Łódź in pictures"]
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      for (query, names) in Self.queries {
        let response = try await APICase.get(
          "\(Self.courses)?\(query)", has: names, lacks: all.filter { !names.contains($0) }
        ).run(client)
        let text = String(buffer: response.body)
        let places = names.map { text.range(of: $0)?.lowerBound }
        #expect(places.compactMap { $0 }.count == names.count, "\(query)")
        #expect(
          zip(places, places.dropFirst()).allSatisfy { ($0 ?? text.startIndex) < ($1 ?? text.endIndex) },
          "\(query): \(text)")
      }
    }
  }

  private static let unusable: [(query: String, parameter: String)] = [
    ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=ten", "limit"), ("limit=-1", "limit"), ("limit=", "limit"),
    ("limit=99999999999999999999", "limit"), ("limit=1&limit=2", "limit"), ("limit=%2B5", "limit"),
    ("sort=nothing", "sort"), ("sort=", "sort"), ("sort=name,name", "sort"), ("sort=poster", "sort"),
    ("sort=students", "sort"), ("sort=students.name", "sort"), ("sort=teacher.teaches", "sort"),
    ("sort=teacher.", "sort"), ("sort=.name", "sort"), ("filter[students.name]=1", "filter[students.name]"),
    ("filter[teacher.nothing]=1", "filter[teacher.nothing]"),
    ("filter[a.b.c.d.e.f.g]=1", "filter[a.b.c.d.e.f.g]"), ("filter[teacher.id]=x", "filter[teacher.id]"),
    ("include=nobody", "include"), ("include=", "include"),
    ("cursor=xyz", "cursor"), ("cursor=", "cursor"), ("page=2", "page"), ("Limit=5", "Limit"),
    ("filter[nothing]=1", "filter[nothing]"), ("filter[name][like]=1", "filter[name][like]"), ("filter=1", "filter"),
    ("filter[]=1", "filter[]"), ("filter[name=1", "filter[name"), ("filter[seats]=many", "filter[seats]"),
    ("filter[seats][contains]=1", "filter[seats][contains]"), ("filter[seats][lt]=", "filter[seats][lt]"),
    ("filter[poster]=1", "filter[poster]"), ("filter[starts]=2026-02-31", "filter[starts]"),
    ("filter[teacher]=Nora", "filter[teacher]"), ("filter[teacher]=99999999999999999999", "filter[teacher]"),
    ("filter[name][null]=yes", "filter[name][null]"), ("filter[state]=lost", "filter[state]"),
    ("filter[name]][eq]=1", "filter[name]][eq]"),
  ]

  @Test func refusesWhatItCannotUse() async throws {
    try await check(
      Self.unusable.map { query, parameter in
        .get(
          "\(Self.courses)?\(query)", 400, has: [#""parameter":"\#(parameter)""#, "bad-parameter"], lacks: ["items"])
      })
  }

  @Test func refusesWhatIsNotEncoded() async throws {
    try await check([
      .get(Self.courses + "?search=%zz", 400, has: ["bad-request"]), .get(Self.courses + "?search=%ff", 400),
      .get(Self.courses + "?search=%", 400),
      .get("/api/school/grades?search=x", 400, has: ["can't be searched"]),
    ])
  }

  /// What SQLite would refuse, or take for ever over, is refused before.
  @Test func hasLimits() async throws {
    func ids(_ count: Int) -> String { (1...count).map(String.init).joined(separator: ",") }
    let filters = Array(repeating: "filter[seats][gt]=0", count: 100).joined(separator: "&")
    try await check([
      .get(Self.courses + "?filter[id][in]=" + ids(500), has: [#""total":4"#]),
      .get(Self.courses + "?filter[students][in]=" + ids(500), has: [#""total":1"#]),
      .get(Self.courses + "?filter[id][in]=" + ids(501), 400, has: ["at most 500"]),
      .get(Self.courses + "?" + filters, has: [#""total":4"#]),
      .get(Self.courses + "?" + filters + "&limit=1", 400, has: ["At most 100 parameters"]),
      .get(Self.courses + "?search=" + Array(repeating: "a", count: 200).joined(separator: "+"), has: [#""total":1"#]),
      .get(Self.courses + "?search=" + String(repeating: "a", count: 400), has: [#""total":0"#]),
      .get(Self.courses + "?search=" + String(repeating: "a", count: 401), 400, has: ["at most 400"]),
    ])
  }

  @Test func walksThroughAllPages() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      for sort in ["id", "-name", "state,-price", "teacher", "rating,-id", "teacher.name", "-teacher.id,name"] {
        var names: [String] = []
        var cursor = ""
        repeat {
          let path = "\(Self.courses)?limit=1&sort=\(sort)" + (cursor.isEmpty ? "" : "&cursor=\(cursor)")
          let response = try await APICase.get(path, has: [#""total":4"#]).run(client)
          let page = try JSONPage(response.body)
          names += page.items.map { $0["name"] ?? .null }.map { "\($0)" }
          cursor = page.next ?? ""
        } while !cursor.isEmpty
        #expect(Set(names).count == 4 && names.count == 4, "\(sort): \(names)")
      }
      let first = try JSONPage(try await APICase.get(Self.courses + "?limit=1&sort=name").run(client).body)
      // A cursor belongs to its order.
      try await APICase.get(
        "\(Self.courses)?sort=-name&cursor=\(first.next ?? "")", 400, has: [#""parameter":"cursor""#]
      ).run(client)
    }
  }

  @Test("text stands in the order of the language that is accepted, and on further pages in that of the first")
  func sortsByLanguage() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      for name in ["Lumen", "Mosaics"] {
        try await APICase.send(.post, Self.courses, #"{"name":"\#(name)"}"#, 201).run(client)
      }
      for (language, names) in [
        ("pl", ["Lumen", "Łódź in pictures", "Mosaics"]), ("pl-PL,en;q=0.5", ["Lumen", "Łódź in pictures", "Mosaics"]),
        ("en", ["Łódź in pictures", "Lumen", "Mosaics"]), (nil, ["Łódź in pictures", "Lumen", "Mosaics"]),
      ] {
        var path = "\(Self.courses)?limit=3&sort=name"
        var found: [String] = []
        var headers = HTTPFields()
        headers[.acceptLanguage] = language
        while true {
          let response = try await APICase.get(path).with(headers).answering(.vary, "Accept-Language").run(client)
          let page = try JSONPage(response.body)
          for case .string(let name)? in page.items.map({ $0["name"] }) { found.append(name) }
          guard let next = page.next else { break }
          path = "\(Self.courses)?limit=1&sort=name&cursor=\(next)"
          headers[.acceptLanguage] = language == "pl" ? "ru" : "pl"
        }
        #expect(found == ["Algebra", "Biology", "Chemistry"] + names, "\(language ?? "none")")
      }
    }
  }

  @Test func includesRelatedRecords() async throws {
    try await check([
      .get(
        Self.courses + "?include=teacher&sort=-id",
        has: [#""teacher":null"#, #""teacher":{"id":1,"name":"Nora","mail":"1@example.org""#]),
      .get(
        "/api/school/grades?include=course,person", has: [#""course":{"id":1,"name":"Algebra""#, #""person":{"id":2"#]),
      .get(Self.courses + "/1?include=teacher", has: [#""teacher":{"id":1"#]),
      .get(Self.courses + "/99?include=teacher", 404),
      .get(Self.courses + "/1?include=posters", 400, has: ["teacher, students, grades"]),
    ])
  }

  @Test("lists and records as they were, and why not")
  func pastRecords() async throws {
    let school = try await School.open()
    let server = Server(testing: school)
    try await server.application().test { client in
      let (before, after) = ("2020-01-01T00:00:00Z", "\(Timestamp.text(Date()))")
      for row in [
        APICase.get(Self.courses + "?as-of=\(before)", has: [#""items":[],"total":0"#]),
        .get(Self.courses + "/1?as-of=\(before)", 404),
        .get(Self.courses + "?as-of=\(after)&sort=-name&filter[teacher.name]=Nora", has: [#""total":3"#, "Chemistry"]),
        .get(Self.courses + "/1?as-of=\(after)&include=students", has: [#""studentsTotal":2"#]),
        .get(Self.courses + "?as-of=\(after)&search=alg", 400, has: [#""parameter":"search""#]),
        .get(Self.courses + "?as-of=2999-01-01T00:00:00Z", 400, has: [#""parameter":"as-of""#]),
        .get(Self.courses + "?as-of=yesterday", 400, has: [#""parameter":"as-of""#]),
        .get(Self.courses + "/1/students?as-of=\(after)", 400, has: [#""parameter":"as-of""#]),
      ] {
        try await row.run(client)
      }
      _ = try await school.store.pruneHistory(until: Date())
      try await APICase.get(Self.courses + "?as-of=\(before)", 410, has: ["history-gone", "no longer in the history"])
        .run(client)
      try await APICase.get(Self.courses + "?as-of=\(Timestamp.text(Date()))", has: [#""total":4"#]).run(client)
    }
  }

  @Test func includesTheFirstOfManyRelatedRecordsAndTheirNumber() async throws {
    try await check([
      .get(
        Self.courses + "?include=students,grades&sort=id",
        has: [
          #""students":[{"id":2,"#, #"{"id":3,"#, #""studentsTotal":2,"grades":[{"id":1,"points":5,"#,
          #""gradesTotal":1}"#,
          #""students":[],"studentsTotal":0,"grades":[],"gradesTotal":0}"#,
        ]),
      .get(Self.courses + "/1?include=students,teacher", has: [#""studentsTotal":2}"#, #""teacher":{"id":1,"#]),
      .get(
        "/api/school/people/1?include=teaches", has: [#""teaches":[{"id":1,"name":"Algebra""#, #""teachesTotal":3}"#]),
    ])
    let school = try await School.open()
    let server = Server(testing: school)
    let people = (1...120).map { #"{"create":"people","values":{"name":"Student \#($0)"}}"# }.joined(separator: ",")
    try await server.application().test { client in
      try await APICase.send(.post, "/api/school/batch", #"{"operations":[\#(people)]}"#, 200).run(client)
      let page = try JSONPage(
        try await APICase.get("/api/school/people?limit=1000&filter[name][prefix]=Student").run(client).body)
      let ids = page.items.compactMap { if case .number(let id)? = $0["id"] { id } else { nil } }
      #expect(ids.count == 120)
      try await APICase.send(
        .put, Self.courses + "/2/students", #"{"ids":[\#(ids.joined(separator: ","))]}"#, 204
      ).run(client)
      try await APICase.get(
        Self.courses + "/2?include=students",
        has: [#""name":"Student 1""#, #""name":"Student 100""#, #""studentsTotal":120}"#],
        lacks: [#""name":"Student 101""#]
      ).run(client)
      // The list is as of now, whatever was cached before.
      try await APICase.get(Self.courses + "?include=students&filter[id]=2", has: [#""studentsTotal":120}"#]).run(
        client)
      try await APICase.delete("/api/school/people/\(ids[0])").run(client)
      try await APICase.get(Self.courses + "?include=students&filter[id]=2", has: [#""studentsTotal":119}"#]).run(
        client)
    }
  }
}
