import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Courses

@Suite("Courses: deleting")
struct DeletionTests {
  @Test("CO-10 deleting a user who teaches leaves the course without a teacher, and undo gives it back")
  func teacher() async throws {
    let site = try await Site.withExamples()
    let course = try #require(try await site.store.record(Course.self, id: 5))
    let students = try await site.related("course", "students", of: 5)
    let studied = try await site.related("user", "studies", of: 3)
    #expect(studied == [7, 11])
    let deleted = try await site.store.perform(.screen) { try $0.delete(Site.entity("user"), id: 3) }
    let orphan = try #require(try await site.store.record(Course.self, id: 5))
    var expected = course
    expected.teacher = nil
    #expect(orphan == expected)
    #expect(try await site.related("course", "students", of: 5) == students)
    for id in studied { #expect(try await site.related("course", "students", of: id).contains(3) == false) }
    #expect(try await site.store.count(Course.all) == 12)
    try await site.store.undo(try #require(deleted.changeSet), .screen)
    #expect(try await site.store.record(Course.self, id: 5) == course)
    #expect(try await site.related("user", "teaches", of: 3) == [5, 6])
    #expect(try await site.related("user", "studies", of: 3) == studied)
  }

  @Test("CO-10 deleting a course takes its enrolments along and nothing else, and undo brings them back")
  func course() async throws {
    let site = try await Site.withExamples()
    let students = try await site.related("course", "students", of: 1)
    let studied = try await site.related("user", "studies", of: 1)
    let deleted = try await site.store.perform(.screen) { try $0.delete(Site.entity("course"), id: 1) }
    #expect(try await site.store.record(Course.self, id: 1) == nil)
    #expect(try await site.store.count(Courses.User.all) == 30)
    #expect(try await site.store.count(Course.all) == 11)
    #expect(try await site.related("user", "studies", of: 1) == studied.filter { $0 != 1 })
    #expect(try await site.related("user", "teaches", of: 4) == [8])
    try await site.store.undo(try #require(deleted.changeSet), .screen)
    #expect(try await site.related("course", "students", of: 1) == students)
    #expect(try await site.store.record(Course.self, id: 1)?.teacher == 4)
  }

  @Test("CO-10 a page asks before a teacher goes, deletes, says whom, and offers to undo it")
  func screen() async throws {
    let site = try await Site.withExamples()
    let question = try await site.submit("/users/3/delete", ["_via": "teachers"])
    #expect(question.status == 200)
    #expect(question.text.contains("In 2 courses, “Teacher” becomes empty"))
    #expect(Self.cancel(in: question.text) == "/courses/users/3?via=teachers")
    #expect(try await site.store.record(Courses.User.self, id: 3) != nil)
    let answer = try await site.submit("/users/3/delete", ["_confirmed": "yes", "_via": "teachers"])
    #expect(answer.location?.hasPrefix("/courses/teachers") == true)
    #expect(answer.status == 303)
    #expect(answer.cookie?.hasPrefix("undo-courses=") == true)
    #expect(try await site.store.record(Course.self, id: 6)?.teacher == nil)
    let changeSet = try #require(try await site.store.lastChangeSet())
    #expect(changeSet.name == Phrase("Deleted {title}", ["title": .text("Grace Hopper")]))
    #expect(try await site.submit("/changesets/\(changeSet.id)/undo", [:]).status == 303)
    #expect(try await site.store.record(Course.self, id: 6)?.teacher == 3)
  }

  @Test("CO-10 the API deletes both, and what led to them is gone from both sides")
  func byTheAPI() async throws {
    let site = try await Site.withExamples()
    #expect(try await site.api(.delete, "/users/21").status == 204)
    #expect(try await site.api(.get, "/courses/11").json["teacher"] == .null)
    #expect(try await site.api(.get, "/courses/1/students").json.numbers("ids").contains(21) == false)
    #expect(try await site.api(.delete, "/courses/1").status == 204)
    #expect(try await site.api(.get, "/courses/1/students").status == 404)
    #expect(try await site.api(.get, "/users/1/studies").json.numbers("ids") == [5, 7, 9])
  }

  private static func cancel(in page: String) -> String? {
    page.firstMatch(of: #/<a [^>]*href="([^"]*)"[^>]*>Cancel</#).map { String($0.1) }
  }

  @Test("CO-10 cancelling the question about a row's deletion leads back to the row, with the list's search")
  func cancelled() async throws {
    let site = try await Site.withExamples()
    let list = try await site.page("/users?search=hop").text
    #expect(list.contains("name=\"_on\" value=\"list\""))
    let asked = try await site.submit("/users/3/delete", ["_on": "list", "_search": "hop"])
    #expect(Self.cancel(in: asked.text) == "/courses/users?search=hop&amp;selected=3")
    let onCard = try await site.submit("/users/3/delete", ["_search": "hop"])
    #expect(Self.cancel(in: onCard.text) == "/courses/users/3?search=hop")
  }

  @Test("CO-2 an undo that a later change stands in the way of leads to what stays, with both values")
  func undoRefused() async throws {
    let site = try await Site.withExamples()
    func rename(_ name: String) async throws -> Int64 {
      let outcome = try await site.store.perform(.screen) { transaction in
        guard var course = try transaction.record(Course.self, id: 1) else { return }
        course.name = name
        try transaction.update(course)
      }
      return try #require(outcome.changeSet)
    }
    let first = try await rename("Rings")
    _ = try await rename("Fields")
    let page = try await site.submit("/changesets/\(first)/undo", ["returnTo": "/courses/teachers"])
    let path = "/courses/changesets/\(first)"
    #expect(page.status == 303 && page.location == path)
    #expect(try await site.page("/changesets/\(first)").text.contains("Now Fields, before"))
  }
}
