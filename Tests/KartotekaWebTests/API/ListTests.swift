import HTTPTypes
import Testing

@testable import KartotekaWeb

@Suite struct ListTests {
  private static let courses = "/api/school/courses"

  @Test(arguments: Way.allCases)
  func pagesHaveItemsTotalAndNext(_ way: Way) async throws {
    try await check(
      [
        .get(Self.courses, has: [#""items":[{"id":1,"name":"Algebra""#, #""total":4,"next":null}"#]),
        .get(Self.courses + "?limit=1", has: [#""total":4"#, #""next":""#], lacks: ["Biology"]),
        .get(Self.courses + "?limit=1000", has: [#""next":null"#]),
        .get("/api/school/grades", has: [#"[{"id":1,"points":5,"course":1,"person":2}]"#]),
        .get("/api/school/courses/", has: [#""total":4"#]),
      ], over: way)
  }

  @Test(arguments: [
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
    ("filter[name]=%27%3B+DROP+TABLE+courses%3B--", []), ("filter[name]=%F0%9F%8E%93", []),
    ("&&filter[name]=Biology&", ["Biology"]),
  ])
  func listsWhatIsAskedFor(_ query: String, _ names: [String]) async throws {
    let all = ["Algebra", "Biology", "Chemistry", "Łódź in pictures"]
    let server = Server(testing: try await School.open())
    try await server.application().test(.router) { client in
      let response = try await APICase.get(
        "\(Self.courses)?\(query)", has: names, lacks: all.filter { !names.contains($0) }
      ).run(client)
      let text = String(buffer: response.body)
      let places = names.map { text.range(of: $0)?.lowerBound }
      #expect(places.compactMap { $0 }.count == names.count)
      #expect(zip(places, places.dropFirst()).allSatisfy { ($0 ?? text.startIndex) < ($1 ?? text.endIndex) }, "\(text)")
    }
  }

  @Test(arguments: [
    ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=ten", "limit"), ("limit=-1", "limit"), ("limit=", "limit"),
    ("limit=99999999999999999999", "limit"), ("limit=1&limit=2", "limit"), ("limit=%2B5", "limit"),
    ("sort=nothing", "sort"), ("sort=", "sort"), ("sort=name,name", "sort"), ("sort=poster", "sort"),
    ("sort=students", "sort"),
    ("include=students", "include"), ("include=nobody", "include"), ("include=", "include"),
    ("cursor=xyz", "cursor"), ("cursor=", "cursor"), ("page=2", "page"), ("Limit=5", "Limit"),
    ("filter[nothing]=1", "filter[nothing]"), ("filter[name][like]=1", "filter[name][like]"), ("filter=1", "filter"),
    ("filter[]=1", "filter[]"), ("filter[name=1", "filter[name"), ("filter[seats]=many", "filter[seats]"),
    ("filter[seats][contains]=1", "filter[seats][contains]"), ("filter[seats][lt]=", "filter[seats][lt]"),
    ("filter[poster]=1", "filter[poster]"), ("filter[starts]=2026-02-31", "filter[starts]"),
    ("filter[teacher]=Nora", "filter[teacher]"), ("filter[teacher]=99999999999999999999", "filter[teacher]"),
    ("filter[name][null]=yes", "filter[name][null]"), ("filter[state]=lost", "filter[state]"),
    ("filter[name]][eq]=1", "filter[name]][eq]"),
  ])
  func refusesWhatItCannotUse(_ query: String, _ parameter: String) async throws {
    try await check([
      .get("\(Self.courses)?\(query)", 400, has: [#""parameter":"\#(parameter)""#, "bad-parameter"], lacks: ["items"])
    ])
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
      .get(Self.courses + "?search=" + Array(repeating: "a", count: 200).joined(separator: "+"), has: [#""total":0"#]),
      .get(Self.courses + "?search=" + String(repeating: "a", count: 400), has: [#""total":0"#]),
      .get(Self.courses + "?search=" + String(repeating: "a", count: 401), 400, has: ["at most 400"]),
    ])
  }

  @Test func walksThroughAllPages() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test(.router) { client in
      for sort in ["id", "-name", "state,-price", "teacher", "rating,-id"] {
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
    try await server.application().test(.router) { client in
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
      .get(Self.courses + "/1?include=students", 400, has: ["teacher"]),
    ])
  }
}
