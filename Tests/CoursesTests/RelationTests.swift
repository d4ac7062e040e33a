import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Courses

@Suite("Courses: who takes and who teaches, by the API")
struct RelationTests {
  @Test("CO-3 a course's students are read, replaced, added and taken off")
  func students() async throws {
    let site = try await Site.withExamples()
    let path = "/courses/1/students"
    let read = try await site.api(.get, path)
    #expect(read.status == 200)
    #expect(try read.json.numbers("ids") == [1, 8, 10, 12, 19, 21, 23, 30])
    #expect(try read.json.number("total") == 8)
    #expect(try await site.api(.put, path, #"{"ids":[3,1]}"#).status == 204)
    #expect(try await site.related("course", "students", of: 1) == [1, 3])
    #expect(try await site.api(.post, path, #"{"id":4}"#).status == 204)
    #expect(try await site.api(.delete, path + "/1").status == 204)
    #expect(try await site.related("course", "students", of: 1) == [3, 4])
    #expect(try await site.related("user", "studies", of: 4).contains(1))
    #expect(try await site.api(.delete, path + "/1").status == 404)
    #expect(try await site.api(.get, "/users/1").status == 200)
    #expect(try await site.api(.put, path, #"{"ids":[]}"#).status == 204)
    #expect(try await site.related("course", "students", of: 1) == [])
    #expect(try await site.store.count(Courses.User.all) == 30)
  }

  @Test("CO-3 students come in whatever order is asked for, found by whatever is searched")
  func order() async throws {
    let site = try await Site.withExamples()
    let sorted = try await site.api(.get, "/courses/1/students?sort=lastName,firstName&limit=3")
    #expect(try sorted.items.map { $0.text("lastName") } == ["Church", "Franklin", "Lovelace"])
    let found = try await site.api(.get, "/courses/1/students?search=love")
    #expect(try found.items.map { $0.number("id") } == [1])
  }

  @Test("CO-6 and CO-8 what a user teaches and studies is the same seen from the other side")
  func otherSide() async throws {
    let site = try await Site.withExamples()
    #expect(try await site.api(.get, "/users/4/teaches").json.numbers("ids") == [1, 8])
    #expect(try await site.api(.put, "/users/4/studies", #"{"ids":[12]}"#).status == 204)
    #expect(try await site.related("course", "students", of: 12).contains(4))
    #expect(try await site.related("course", "students", of: 2).contains(4) == false)
    // Who takes a course over takes it from who had it.
    #expect(try await site.api(.post, "/users/4/teaches", #"{"id":5}"#).status == 204)
    #expect(try await site.api(.get, "/courses/5").json.number("teacher") == 4)
    #expect(try await site.related("user", "teaches", of: 3) == [6])
    #expect(try await site.api(.delete, "/users/4/teaches/5").status == 204)
    #expect(try await site.api(.get, "/courses/5").json["teacher"] == .null)
  }

  @Test("CO-5 an enrolment twice is one enrolment")
  func twice() async throws {
    let site = try await Site.withExamples()
    for _ in 1...2 { #expect(try await site.api(.post, "/courses/1/students", #"{"id":2}"#).status == 204) }
    #expect(try await site.api(.put, "/courses/2/students", #"{"ids":[2,2,6,2]}"#).status == 204)
    #expect(try await site.related("course", "students", of: 1) == [1, 2, 8, 10, 12, 19, 21, 23, 30])
    #expect(try await site.related("course", "students", of: 2) == [2, 6])
    #expect(try await site.related("user", "studies", of: 2) == [1, 2, 4, 8, 10, 12])
  }

  @Test("CO-5 an enrolment of somebody who doesn't exist is refused, and nothing of the request is kept")
  func nobody() async throws {
    let site = try await Site.withExamples()
    let before = try await site.related("course", "students", of: 1)
    for (method, body) in [("post", #"{"id":99}"#), ("put", #"{"ids":[2,99]}"#)] {
      let answer = try await site.api(method == "post" ? .post : .put, "/courses/1/students", body)
      #expect(answer.status == 409)
      #expect(try answer.json.text("constraint") == "foreign-key", "\(answer.text)")
    }
    #expect(try await site.related("course", "students", of: 1) == before)
    #expect(try await site.api(.post, "/courses/99/students", #"{"id":1}"#).status == 404)
    #expect(try await site.api(.delete, "/courses/1/students/99").status == 404)
  }
}
