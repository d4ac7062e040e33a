import HTTPTypes
import Testing

@testable import KartotekaWeb

@Suite struct CreateTests {
  private static let courses = "/api/school/courses"

  @Test
  func addsRecords() async throws {
    try await check(
      [
        .send(
          .post, Self.courses, #"{"name":"Drawing"}"#, 201,
          has: [#"{"id":5,"name":"Drawing","code":null,"price":null,"seats":20,"rating":null,"isOpen":true,"#]
        ).answering(.location, "/api/school/courses/5").answering(.eTag, "\""),
        .send(
          .post, Self.courses,
          """
          {"name":"  English ","code":"EN101","price":18.50,"seats":"1 50","rating":4.25,"isOpen":false,
           "starts":"2026-12-24","changed":"2026-11-21T10:12:00+01:00","state":"Running","site":"example.org/x",
           "place":{"latitude":52.2297,"longitude":21.0122},"poster":"iVBORw0KGgo=","teacher":2}
          """, 422, has: [#""errors":{"seats":["#]),
        .send(
          .post, Self.courses,
          """
          {"name":"  English ","code":"EN101","price":18.5,"seats":150,"rating":4.25,"isOpen":false,
           "starts":"2026-12-24","changed":"2026-11-21T10:12:00+01:00","state":"running","site":"example.org/x",
           "place":{"latitude":52.2297,"longitude":21.0122},"poster":"iVBORw0KGgo=","teacher":2}
          """, 201,
          has: [
            #""name":"English","code":"EN101","price":18.50,"seats":150,"rating":4.25,"isOpen":false,"#,
            #""starts":"2026-12-24","changed":"2026-11-21T09:12:00.000Z","state":"running","#,
            #""site":"https://example.org/x","place":{"latitude":52.2297,"longitude":21.0122},"#,
            #""poster":"/api/school/courses/6/poster","score":null,"teacher":2}"#,
          ]),
        .get(Self.courses, has: [#""total":6"#]),
      ])
  }

  @Test("A new record is saved with its related records or not at all; changes have their own address")
  func relatesRecords() async throws {
    try await check([
      .send(.post, Self.courses, #"{"name":"Yoga","students":[2,1,2]}"#, 201, has: [#""id":5"#]),
      .get(Self.courses + "/5/students", has: [#""ids":[1,2]"#]),
      .send(.post, Self.courses, #"{"name":"Judo","students":[1,99]}"#, 409, has: ["students", "99"]),
      .send(.patch, Self.courses + "/5", #"{"students":[1]}"#, 422, has: ["This has its own address"]),
      .send(.post, "/api/school/people", #"{"name":"Olga","teaches":[2],"studies":[5]}"#, 201, has: [#""id":5"#]),
      .get(Self.courses + "/2", has: [#""teacher":5"#]), .get(Self.courses + "/5/students", has: [#""ids":[1,2,5]"#]),
      .get(Self.courses, has: [#""total":5"#]),
    ])
  }

  @Test(arguments: [
    (#"{"name":"","price":"cheap"}"#, ["name", "price"]), (#"{}"#, ["name"]), (#"{"name":null}"#, ["name"]),
    (#"{"name":"   "}"#, ["name"]), (#"{"name":"x"}"#, ["name"]), (#"{"name":"a\u0000b"}"#, ["name"]),
    (#"{"name":"two\nlines"}"#, ["name"]), (#"{"name":17}"#, ["name"]), (#"{"name":["x"]}"#, ["name"]),
    (#"{"name":"Yoga","nothing":1,"Name":"x"}"#, ["nothing", "Name"]), (#"{"id":7,"name":"Yoga"}"#, ["id"]),
    (#"{"name":"Yoga","code":"e1"}"#, ["code"]), (#"{"name":"Yoga","score":5}"#, ["score"]),
    (#"{"name":"Yoga","price":1.234}"#, ["price"]), (#"{"name":"Yoga","price":-1}"#, ["price"]),
    (#"{"name":"Yoga","price":1e30}"#, ["price"]), (#"{"name":"Yoga","price":10000}"#, ["price"]),
    (#"{"name":"Yoga","seats":0}"#, ["seats"]), (#"{"name":"Yoga","seats":null}"#, ["seats"]),
    (#"{"name":"Yoga","seats":1.5}"#, ["seats"]), (#"{"name":"Yoga","seats":9223372036854775808}"#, ["seats"]),
    (#"{"name":"Yoga","rating":"NaN"}"#, ["rating"]), (#"{"name":"Yoga","rating":1e999}"#, ["rating"]),
    (#"{"name":"Yoga","isOpen":"true"}"#, ["isOpen"]), (#"{"name":"Yoga","isOpen":1}"#, ["isOpen"]),
    (#"{"name":"Yoga","starts":"2026-02-31"}"#, ["starts"]), (#"{"name":"Yoga","starts":20260901}"#, ["starts"]),
    (#"{"name":"Yoga","changed":"yesterday"}"#, ["changed"]), (#"{"name":"Yoga","state":"lost"}"#, ["state"]),
    (#"{"name":"Yoga","site":"javascript:alert(1)"}"#, ["site"]), (#"{"name":"Yoga","place":"here"}"#, ["place"]),
    (#"{"name":"Yoga","place":{"latitude":91,"longitude":0}}"#, ["place"]),
    (#"{"name":"Yoga","poster":"no base64"}"#, ["poster"]), (#"{"name":"Yoga","teacher":"Nora"}"#, ["teacher"]),
    (#"{"name":"Yoga","teacher":0}"#, ["teacher"]), (#"{"name":"Yoga","teacher":{"id":1}}"#, ["teacher"]),
    (#"{"name":"Yoga","students":1}"#, ["students"]), (#"{"name":"Yoga","students":[0]}"#, ["students"]),
    (#"{"name":"Yoga","students":["1"]}"#, ["students"]),
  ])
  func reportsAllFaultsTogether(_ body: String, _ fields: [String]) async throws {
    try await check([
      .send(
        .post, Self.courses, body, 422, has: [#"problem:invalid"#, #""errors":{"#] + fields.map { "\"\($0)\":[\"" }),
      .get(Self.courses, has: [#""total":4"#]),
    ])
  }

  @Test func namesTheFields() async throws {
    try await check([
      .send(
        .post, Self.courses, #"{"name":"","price":"cheap","zoo":1}"#, 422,
        has: [
          #""detail":"Nothing was saved. Look at: price, zoo, name.""#,
          #""errors":{"price":["This has to be a number"],"zoo":["There is no such field"],"name":["This can't be empty"]}"#,
        ])
    ])
  }

  @Test(arguments: [
    ("", "line 1, column 1"), ("{", "line 1, column 2"), (#"{"name":"Yoga",}"#, "line 1, column 15"),
    ("{\n  name: 1\n}", "line 2, column 3"), (#"{"name":"Yoga"} x"#, "column 17"),
    (#"{"name":"a","name":"b"}"#, "name"),
    (#"{"name":"\ud800"}"#, "half a character"), ("{\"name\":\"a\u{0}b\"}", "U+0000"), ("name=Yoga", "line 1"),
    (String(repeating: "[", count: 100), "64 levels"),
  ])
  func saysWhereItIsNotJSON(_ body: String, _ place: String) async throws {
    try await check([.send(.post, Self.courses, body, 400, has: ["malformed-json", place])])
  }

  @Test(arguments: ["[]", "1", #""x""#, "null", #"[{"name":"Yoga"}]"#])
  func wantsAnObject(_ body: String) async throws {
    try await check([.send(.post, Self.courses, body, 422, has: ["JSON object"])])
  }

  @Test func wantsJSON() async throws {
    let yoga = #"{"name":"Yoga"}"#
    func typed(_ type: String, _ status: Int) -> APICase {
      .send(.post, Self.courses, yoga, status, headers: [.contentType: type])
    }
    try await check([
      typed("text/plain", 415), typed("application/x-www-form-urlencoded", 415), typed("application/jsonx", 415),
      typed("multipart/form-data; boundary=x", 415), typed("", 415),
      APICase(method: .post, path: Self.courses, body: yoga, status: 415, has: ["Content-Type: application/json"]),
      typed("Application/JSON; charset=utf-8", 201), .delete(Self.courses + "/5"),
      typed("application/vnd.school+json", 201),
      .send(.post, Self.courses + "?force=true", yoga, 400, has: [#""parameter":"force""#]),
    ])
  }

  @Test func keepsConstraints() async throws {
    try await check([
      .send(
        .post, Self.courses, #"{"name":"Algebra"}"#, 409,
        has: ["not-unique", #""constraint":"unique","field":"name""#, #""errors":{"name":["#]),
      .send(
        .post, Self.courses, #"{"name":"Yoga","teacher":99}"#, 409,
        has: ["missing-target", #""constraint":"foreign-key","field":"teacher","id":99"#, "record 99 of the people"]),
      .send(.post, "/api/school/grades", #"{"points":1,"course":1,"person":1}"#, 201),
      .send(.post, "/api/school/grades", #"{"points":1}"#, 422, has: [#""course":["#, #""person":["#]),
      .get(Self.courses, has: [#""total":4"#]),
    ])
  }

  /// Whatever is typed comes back as it was, and does nothing.
  @Test(arguments: [
    "שלום עולם", "مرحبا", "👩‍👩‍👧‍👦 family", "🇵🇱", "<script>alert(1)</script>", "'; DROP TABLE courses;--", "\" OR 1=1", "%00",
    "{id}", "e\u{301}", "null", "-0", "../../etc/passwd", "a\tb",
  ])
  func takesAnyText(_ text: String) async throws {
    let quoted =
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\t", with: "\\t") + "\""
    try await check([
      .send(.post, Self.courses, "{\"name\":\(quoted)}", 201, has: [#""name":\#(quoted)"#]),
      .get(Self.courses + "/5", has: [#""name":\#(quoted)"#]),
      .get(Self.courses, has: [#""total":5"#]),
    ])
  }

  @Test func measuresLengthsAsTheDatabaseDoes() async throws {
    let family = "👩‍👩‍👧‍👦"
    try await check([
      .send(.post, Self.courses, "{\"name\":\"\(String(repeating: "x", count: 40))\"}", 201),
      .send(.post, Self.courses, "{\"name\":\"\(String(repeating: "x", count: 41))\"}", 422, has: ["at most 40"]),
      .send(.post, Self.courses, "{\"name\":\"\(String(repeating: "Ł", count: 40))\"}", 201),
      .send(.post, Self.courses, "{\"name\":\"\(String(repeating: "🎓", count: 41))\"}", 422, has: [#""name":["#]),
      .send(.post, Self.courses, "{\"name\":\"\(String(repeating: family, count: 10))\"}", 422, has: [#""name":["#]),
      .send(.post, Self.courses, "{\"name\":\"\(String(repeating: "x", count: 100_000))\"}", 422, has: ["at most 40"]),
    ])
  }
}
