import Foundation
import HTTPTypes
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Figures of lists in the API")
struct AggregateQueryTests {
  private static let courses = "/api/school/courses"

  @Test(
    "has the figures of all matching records, typed and exact",
    arguments: [
      (
        "aggregate=count,sum:price,avg:price,min:price,max:price,sum:seats,avg:seats",
        #"{"items":[{"group":{},"values":{"count":4,"sum:price":62.00,"avg:price":15.50,"min:price":0.50,"max:price":30.50,"#
          + #""sum:seats":100,"avg:seats":25.00}}],"complete":true}"#
      ),
      (
        "aggregate=min:starts,max:starts,empty:rating,distinct:teacher,empty:teacher,distinct:teacher.name,avg:rating",
        #""values":{"min:starts":"2026-09-01","max:starts":"2026-09-04","empty:rating":4,"distinct:teacher":1,"#
          + #""empty:teacher":1,"distinct:teacher.name":1,"avg:rating":null}"#
      ),
      ("aggregate=sum:price&where=seats:lt:30", #""values":{"sum:price":11.00}"#),
      ("aggregate=sum:price&filter[seats][gte]=30", #""values":{"sum:price":51.00}"#),
      ("aggregate=sum:price&search=lodz", #""values":{"sum:price":30.50}"#),
      ("aggregate=count,sum:price&search=lodz&where=seats:lt:30", #""values":{"count":0,"sum:price":0.00}"#),
      ("group=state", #"[{"group":{"state":"planned"},"values":{"count":3}},{"group":{"state":"running"},"#),
      (
        "aggregate=sum:seats&group=teacher&sort=-sum:seats",
        #"[{"group":{"teacher":1},"values":{"sum:seats":60}},{"group":{"teacher":null},"values":{"sum:seats":40}}]"#
      ),
      ("group=month:starts", #"{"group":{"month:starts":"2026-09"},"values":{"count":4}}"#),
      ("group=quarter:starts", #"{"group":{"quarter:starts":"2026-Q3"},"values":{"count":4}}"#),
      ("group=year:starts", #"{"group":{"year:starts":"2026"},"values":{"count":4}}"#),
      ("group=week:starts", #"{"group":{"week:starts":"2026-W36"},"values":{"count":4}}"#),
      ("group=day:starts&limit=1", #"[{"group":{"day:starts":"2026-09-01"},"values":{"count":1}}],"complete":false"#),
      (
        "group=isOpen,month:starts&aggregate=max:seats",
        #"{"group":{"isOpen":true,"month:starts":"2026-09"},"values":{"max:seats":40}}"#
      ),
      ("group=starts&where=seats:gt:1000", #"{"items":[],"complete":true}"#),
    ])
  func figures(_ query: String, _ answer: String) async throws {
    try await check([.get("\(Self.courses)?\(query)", has: [answer])])
  }

  @Test(
    "refuses what it does not know, with the parameter and what is known",
    arguments: [
      ("aggregate=sum:nothing", "aggregate", "price"), ("aggregate=sum:name", "aggregate", "distinct:name"),
      ("aggregate=total:price", "aggregate", "sum:…"), ("aggregate=", "aggregate", "count"),
      ("aggregate=count,count", "aggregate", "more than once"), ("aggregate=sum:poster", "aggregate", "empty:poster"),
      ("aggregate=sum:students", "aggregate", "price"), ("aggregate=count&aggregate=count", "aggregate", ""),
      ("group=nothing", "group", "price"), ("group=month:price", "group", "starts"), ("group=poster", "group", "price"),
      ("group=name,name", "group", "more than once"), ("group=name,code,price,seats", "group", ""),
      ("group=students.name", "group", ""), ("group=name&sort=price", "sort", "count"),
      ("group=name&sort=name,name", "sort", "more than once"),
      ("group=name&sort=" + Array(repeating: "name", count: 2_100).joined(separator: ","), "sort", "at most"),
      ("group=name&limit=0", "limit", ""),
      ("aggregate=count&cursor=x", "cursor", ""), ("aggregate=count&include=teacher", "include", ""),
      ("aggregate=count&as-of=2026-01-01T00:00:00Z", "as-of", ""), ("aggregate=count&columns=name", "columns", ""),
    ])
  func refused(_ query: String, _ parameter: String, _ words: String) async throws {
    let has = [#""parameter":"\#(parameter)""#] + (words.isEmpty ? [] : [words])
    try await check([.get("\(Self.courses)?\(query)", 400, has: has)])
  }

  @Test("says that a sum does not fit, and goes on")
  func tooLarge() async throws {
    let school = try await School.open()
    _ = try await school.store.perform(.code) { transaction in
      let grade = try #require(school.description.model.entity(named: "grade"))
      for _ in 0..<1_100 {
        try transaction.insert(AnyRecord(grade, id: nil, values: [.integer(1 << 53), .integer(1), .integer(2)]))
      }
    }
    let server = Server(testing: school)
    try await server.application().test { client in
      _ = try await APICase.get("/api/school/grades?aggregate=sum:points", 409, has: ["too large"]).run(client)
      _ = try await APICase.get("/api/school/grades?aggregate=max:points,avg:points", has: ["9007199254740992"]).run(
        client)
    }
  }
}
