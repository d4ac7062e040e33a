import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Courses

@Suite("Courses: how much SQL a page takes")
struct StatementTests {
  // Everybody teaches a course and takes the first one; the first user takes all.
  private func school(_ size: Int, on store: Store) async throws -> Site {
    let site = try Site(courses, on: store)
    let (user, course) = (Site.entity("user"), Site.entity("course"))
    let students = try #require(course.relationship("students"))
    _ = try await site.store.perform(.code) { transaction in
      for number in 1...size {
        var person = AnyRecord(user)
        person["firstName"] = .text("First \(number)")
        person["lastName"] = .text(String(UnicodeScalar(UInt8(65 + number % 26))) + " \(number)")
        person["email"] = .text("mail\(number)@school.example")
        _ = try transaction.insert(person)
      }
      for number in 1...size {
        var lesson = AnyRecord(course)
        lesson["name"] = .text("Course \(number)")
        lesson["subject"] = .text("Subject \(number % 30)")
        lesson["teacher"] = .integer(RecordID(number))
        let id = try transaction.insert(lesson).id ?? 0
        try transaction.link(course, students, of: id, to: 1)
        if number > 1 { try transaction.link(course, students, of: 1, to: RecordID(number)) }
      }
    }
    return site
  }

  // What one look takes after a commit; what was made once for all looks is there already.
  private func cost(
    _ site: Site, _ statements: Statements, _ look: (Site) async throws -> Answer
  ) async throws -> [String] {
    #expect(try await look(site).status == 200)
    try await site.add(user: "One", "More")
    _ = statements.taken()
    // Nothing is kept from whoever wants to see the statements.
    let recorder = StatementRecorder()
    #expect(try await StatementRecorder.$current.withValue(recorder) { try await look(site).status } == 200)
    return (statements.taken() + recorder.statements.map(\.sql)).filter {
      // FTS5 reads its own tables: as often as its index has segments, whose number grows with the logarithm of the rows.
      // Background work looks for something to do at times of its own.
      !["BEGIN DEFERRED", "COMMIT", "ROLLBACK"].contains($0) && !$0.contains("'main'.'kartoteka_search_")
        && !$0.hasPrefix("SELECT value FROM kartoteka_meta WHERE key ")
    }
  }

  @Test("a page takes as many statements for a thousand rows as for sixty")
  func pages() async throws {
    try await expectSame(
      [
        "/users", "/users?search=first", "/users?selected=7", "/courses", "/courses/1", "/users/1",
        "/users/2?via=teachers", "/users/2?via=courses/1", "/teachers", "/teachers?search=subject",
        "/teachers?part=list", "/courses/1/students",
      ].map { path in (path, { try await $0.page(path) }) })
  }

  // Of fewer rows than a page has, nobody counts how many there are in all. To make a school takes longer than to look at it.
  private func expectSame(_ looks: [(name: String, look: (Site) async throws -> Answer)]) async throws {
    var costs: [[[String]]] = []
    for size in [10, 60, 1_000] {
      let statements = Statements()
      let site = try await school(size, on: statements.store())
      var ofSize: [[String]] = []
      for (_, look) in looks { ofSize.append(try await cost(site, statements, look)) }
      costs.append(ofSize)
    }
    for (place, look) in looks.enumerated() {
      let (few, more, many) = (costs[0][place], costs[1][place], costs[2][place])
      #expect(few.count <= more.count, "\(look.name): \(few.filter { !more.contains($0) })")
      #expect(more.count == many.count, "\(look.name): \(many.filter { !more.contains($0) })")
      #expect(!few.isEmpty)
    }
  }

  @Test("the sheets that choose take as many statements for a thousand rows as for sixty")
  func sheets() async throws {
    func ticks(_ site: Site) async throws -> Answer {
      try await site.submit(
        "/courses/1/students", ["_deed": "find", "_find": "mail", "_added": "2,3", "_shown": "2,3"])
    }
    func pick(_ site: Site) async throws -> Answer {
      try await site.submit("/courses/2", ["_deed": "choose:teacher", "name": "Course 2", "_find": "mail"])
    }
    try await expectSame([("ticks", ticks), ("pick", pick)])
  }

  @Test("the API takes as many statements for a thousand students as for sixty")
  func api() async throws {
    try await expectSame(
      ["/users?limit=50&sort=lastName", "/courses?include=teacher&limit=50", "/courses/1/students"].map { path in
        (path, { try await $0.api(.get, path) })
      })
  }
}
