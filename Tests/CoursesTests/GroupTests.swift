import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Courses

@Suite("Courses: teachers by subject")
struct GroupTests {
  private func names(_ groups: RecordGroups, _ group: String) -> [RecordID] {
    groups.members.filter { groups.names[$0.group] == group }.map(\.id)
  }

  @Test("CO-8 without courses, the teachers' screen leads to them and offers the examples")
  func empty() async throws {
    let page = try await Site().page("/teachers").text
    #expect(page.contains("No teachers yet") && page.contains("Rows come here by themselves."))
    #expect(page.contains("<a class=\"btn main\" href=\"/courses/courses\">") && page.contains("/courses/actions/"))
  }

  @Test("CO-9 everyone who teaches stands under each of their subjects, with the number of their courses there")
  func grouped() async throws {
    let site = try await Site.withExamples()
    let groups = try await site.teachers()
    #expect(groups.names == ["Biology", "Chemistry", "Computing", "Mathematics"])
    #expect(groups.sizes == [2, 1, 3, 4])
    // Emmy Noether teaches Mathematics and Computing, and is one of nine.
    #expect(groups.members.filter { $0.id == 4 }.map { groups.names[$0.group] } == ["Computing", "Mathematics"])
    #expect(groups.count == 9)
    let computing = groups.members.filter { groups.names[$0.group] == "Computing" }
    #expect(computing.map(\.id) == [5, 3, 4])
    #expect(computing.map(\.count) == [1, 2, 1])
  }

  @Test("CO-9 subjects that differ in case or accents are one group, under the name that most courses have")
  func folded() async throws {
    let site = try Site()
    let (ada, bo) = (try await site.add(user: "Ada", "Lovelace"), try await site.add(user: "Bo", "Adams"))
    for (name, subject, teacher) in [
      ("A", "Géometry", ada), ("B", "GEOMETRY", ada), ("C", "Geometry", bo), ("D", "Geometry", ada),
      ("E", "geometry", ada),
    ] { try await site.add(course: name, subject, by: teacher) }
    let groups = try await site.teachers()
    #expect(groups.names == ["Geometry"])
    #expect(groups.members.map(\.id) == [bo, ada])
    #expect(groups.members.map(\.count) == [1, 4])
  }

  @Test("CO-9 groups and the people in them stand in the order of the language")
  func order() async throws {
    let site = try Site()
    for (first, last) in [("Wen", "Li"), ("Zofia", "Łoś"), ("Ann", "lange"), ("Bo", "Lutz")] {
      let id = try await site.add(user: first, last)
      for subject in ["Mathematics", "Łacina", "Logika"] { try await site.add(course: subject, subject, by: id) }
    }
    let english = try await site.teachers(.root)
    #expect(english.names == ["Łacina", "Logika", "Mathematics"])
    #expect(names(english, "Logika") == [3, 1, 2, 4])
    let polish = try await site.teachers(.polish)
    #expect(polish.names == ["Logika", "Łacina", "Mathematics"])
    #expect(names(polish, "Logika") == [3, 1, 4, 2])
    #expect(polish.start(from: "m", .polish) == 8)
    #expect(english.start(from: "l", .root) == 0)
    #expect(english.start(from: "zz", .root) == 11)
  }

  @Test(
    "CO-9 a search finds people by every word, in their names or their subject's, whatever the case or accents",
    arguments: [
      ("noether", [4, 4]), ("EMMY computing", [4]), ("biology", [7, 6]),
      ("  ", [7, 6, 21, 5, 3, 4, 14, 29, 4, 30]), ("noether biology", []), ("МЕНДЕЛЕЕВ", [21]),
    ])
  func search(text: String, ids: [RecordID]) async throws {
    let site = try await Site.withExamples()
    let found = try await site.teachers().searching(text)
    #expect(Set(found.members.map(\.id)) == Set(ids))
    #expect(found.members.count == ids.count)
    #expect(found.sizes.allSatisfy { $0 > 0 })
    #expect(found.names.count == found.sizes.count)
  }

  @Test("CO-11 groups are worked out once for each state of the data, and anew after a commit")
  func kept() async throws {
    let statements = Statements()
    let site = try await Site.withExamples(on: statements.store())
    func isAsked() async throws -> Bool {
      _ = statements.taken()
      _ = try await site.teachers()
      return statements.taken().contains { $0.contains("GROUP BY") }
    }
    #expect(try await isAsked())
    #expect(try await isAsked() == false)
    try await site.add(course: "Databases", "Computing", by: 3)
    #expect(try await isAsked())
    let counts = try await site.teachers().members.filter { $0.id == 3 }.map(\.count)
    #expect(counts == [3])
  }

  @Test("CO-9 a course without a teacher shows nobody, and without any there are no groups")
  func none() async throws {
    let site = try Site()
    try await site.add(user: "Ada", "Lovelace")
    try await site.add(course: "Algebra", "Mathematics")
    let groups = try await site.teachers()
    #expect(groups.names.isEmpty && groups.members.isEmpty && groups.count == 0)
    let page = try await site.page("/teachers")
    #expect(page.status == 200)
    #expect(page.text.contains("No teachers yet"))
  }
}
