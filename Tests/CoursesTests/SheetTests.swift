import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Courses

@Suite("Courses: the sheets that choose")
struct SheetTests {
  /// Names, values and ticks of the controls in a page's sheet.
  private func inputs(_ page: Answer) -> [(name: String, value: String, isTicked: Bool)] {
    let sheet = page.text.components(separatedBy: "<dialog").first { $0.contains("id=\"choice\"") } ?? ""
    return sheet.matches(of: #/<input [^>]*>/#).compactMap { match in
      let tag = String(match.output)
      guard let name = attribute("name", tag) else { return nil }
      return (name, attribute("value", tag) ?? "", tag.contains(" checked"))
    }
  }

  private func attribute(_ name: String, _ tag: String) -> String? {
    guard let start = tag.range(of: " \(name)=")?.upperBound else { return nil }
    let rest = tag[start...]
    if rest.first == "\"" { return String(rest.dropFirst().prefix { $0 != "\"" }) }
    return String(rest.prefix { $0 != " " && $0 != ">" })
  }

  private func value(_ name: String, _ page: Answer) -> String? { inputs(page).first { $0.name == name }?.value }

  /// What the radio buttons of a page's sheet choose.
  private func chosen(_ page: Answer) -> String? {
    inputs(page).last { $0.name == "teacher" && $0.isTicked }?.value
  }

  /// The names and deeds of the controls that have the focus of a page: one at most.
  private func focused(_ page: Answer) -> [String] {
    page.text.matches(of: #/<(?:input|button|select|textarea) [^>]* autofocus[^>]*>/#).map { match in
      let tag = String(match.output)
      return attribute("value", tag).flatMap { $0.hasPrefix("choose:") ? $0 : nil } ?? attribute("name", tag) ?? ""
    }
    // The question that leaving asks has a focus of its own.
    .filter { !$0.isEmpty }
  }

  // MARK: One

  @Test("CO-6 the teacher row opens a sheet with everybody, who teaches first, and with none")
  func pick() async throws {
    let site = try await Site.withExamples()
    let page = try await site.submit("/courses/5", ["_deed": "choose:teacher", "name": "Programming I"])
    #expect(page.status == 200)
    #expect(page.text.contains("Search 30 users"))
    let choices = inputs(page).filter { $0.name == "teacher" }.map(\.value)
    #expect(choices.filter { !$0.isEmpty }.count == 30)
    #expect(choices.first { !$0.isEmpty } == "3")
    #expect(choices.contains(""))
    #expect(chosen(page) == "3")
    #expect(try await site.store.record(Course.self, id: 5)?.teacher == 3)
  }

  @Test("CO-6 Done brings the choice into the form, with everything that was typed there, and saves nothing yet")
  func done() async throws {
    let site = try await Site.withExamples()
    let page = try await site.submit(
      "/courses/5",
      ["_deed": "edit", "_choosing": "teacher", "_was": "3", "teacher": "4", "name": "Typed name", "_etag": "x"])
    #expect(page.status == 200)
    #expect(page.text.contains("Emmy Noether") && page.text.contains("Typed name"))
    #expect(focused(page) == ["choose:teacher"])
    let hidden = page.text.matches(of: #/<input type=["]?hidden[^>]*name="teacher"[^>]*>/#).map { String($0.output) }
    #expect(hidden.count == 1)
    #expect(hidden.allSatisfy { $0.contains(#"value="4""#) && $0.contains(#"data-stored="3""#) }, "\(hidden)")
    #expect(!page.text.contains("id=\"choice\""))
    #expect(try await site.store.record(Course.self, id: 5)?.teacher == 3)
    #expect(try await site.submit("/courses/5", ["teacher": "4", "name": "Typed name"]).status == 303)
    #expect(try await site.store.record(Course.self, id: 5)?.teacher == 4)
    #expect(try await site.submit("/courses/5", ["teacher": ""]).status == 303)
    #expect(try await site.store.record(Course.self, id: 5)?.teacher == nil)
  }

  @Test("CO-6 Cancel leads back to who was chosen before, also after a search in the sheet")
  func cancel() async throws {
    let site = try await Site.withExamples()
    let searched = try await site.submit(
      "/courses/5",
      [
        "_deed": "choose:teacher", "_choosing": "teacher", "_was": "3", "teacher": "4", "_find": "ulam",
        "name": "Typed",
      ])
    #expect(value("_was", searched) == "3")
    #expect(chosen(searched) == "4")
    let page = try await site.submit(
      "/courses/5", ["_deed": "cancel", "_choosing": "teacher", "_was": "3", "teacher": "8", "name": "Typed"])
    #expect(page.text.contains("Grace Hopper") && page.text.contains("Typed"))
    #expect(!page.text.contains("id=\"choice\""))
    #expect(focused(page) == ["choose:teacher"])
  }

  @Test("CO-6 none stays chosen while one searches")
  func none() async throws {
    let site = try await Site.withExamples()
    let page = try await site.submit(
      "/courses/5", ["_deed": "choose:teacher", "_choosing": "teacher", "_was": "3", "teacher": "", "_find": "ulam"])
    #expect(inputs(page).filter { $0.name == "teacher" }.map(\.value) == ["", "8"])
    #expect(chosen(page) == nil)
  }

  @Test("CO-6 more rows without scripts shows them and saves nothing")
  func more() async throws {
    let site = try await Site.withExamples()
    for number in 1...60 { try await site.add(user: "More", "User \(number)") }
    let page = try await site.submit("/courses/5", ["_deed": "choose:teacher"])
    #expect(inputs(page).filter { $0.name == "teacher" && !$0.value.isEmpty }.count == 51)
    let more = try await site.submit(
      "/courses/5", ["_more": "100", "_choosing": "teacher", "_was": "3", "teacher": "4", "name": "Typed"])
    #expect(more.status == 200)
    #expect(inputs(more).filter { $0.name == "teacher" && !$0.value.isEmpty }.count == 90)
    #expect(chosen(more) == "4")
    #expect(try await site.store.record(Course.self, id: 5)?.teacher == 3)
  }

  @Test("CO-7 the row shows first and last name, or says that one can be chosen")
  func row() async throws {
    let site = try await Site.withExamples()
    #expect(try await site.page("/courses/5").text.contains("Grace Hopper"))
    let astronomy = try await site.page("/courses/12")
    #expect(astronomy.text.contains("Choose a teacher"))
    #expect(try await site.page("/courses/new").text.contains("Choose a teacher"))
  }

  @Test("CO-6 a new course chooses its teacher in the same sheet and is added with them")
  func newCourse() async throws {
    let site = try await Site.withExamples()
    let sheet = try await site.submit(
      "/courses", ["_deed": "choose:teacher", "name": "Databases", "subject": "Computing"])
    #expect(sheet.status == 200)
    #expect(value("name", sheet) == "Databases")
    let form = try await site.submit(
      "/courses",
      ["_deed": "edit", "_choosing": "teacher", "teacher": "3", "name": "Databases", "subject": "Computing"])
    #expect(form.text.contains("Grace Hopper"))
    #expect(focused(form) == ["choose:teacher"])
    #expect(try await site.store.count(Course.all) == 12)
    let added = try await site.submit("/courses", ["teacher": "3", "name": "Databases", "subject": "Computing"])
    #expect(added.status == 303)
    #expect(try await site.store.record(Course.self, id: 13)?.teacher == 3)
  }

  @Test("CO-6 somebody who was deleted meanwhile is refused beside the row, and nothing typed is lost")
  func gone() async throws {
    let site = try await Site.withExamples()
    _ = try await site.api(.delete, "/users/8")
    let page = try await site.submit("/courses/5", ["teacher": "8", "name": "Typed"])
    #expect(page.status == 409)
    #expect(page.text.contains("f-teacher-e") && page.text.contains("Typed"))
    #expect(try await site.store.record(Course.self, id: 5)?.name == "Programming I")
  }

  // MARK: Several

  @Test("CO-5 the sheet has all users, those on the course ticked and first")
  func ticks() async throws {
    let site = try await Site.withExamples()
    let page = try await site.page("/courses/1/students")
    #expect(page.status == 200)
    let ticks = inputs(page).filter { $0.name.hasPrefix("tick-") }
    #expect(ticks.count == 30)
    #expect(ticks.prefix(8).allSatisfy(\.isTicked) && !ticks.dropFirst(8).contains(where: \.isTicked))
    // By last name, first name.
    #expect(ticks.prefix(3).map(\.name) == ["tick-23", "tick-12", "tick-1"])
  }

  @Test("CO-5 what was ticked and unticked stays so through searches, and Done saves all of it at once")
  func searching() async throws {
    let site = try await Site.withExamples()
    let searched = try await site.submit(
      "/courses/1/students",
      ["_deed": "find", "_find": "ulam", "_shown": "1,2,3,8", "_chosen": "1,8", "tick-2": "on", "tick-8": "on"])
    #expect(value("_added", searched) == "2")
    #expect(value("_removed", searched) == "1")
    #expect(value("_shown", searched) == "8")
    #expect(inputs(searched).filter { $0.name.hasPrefix("tick-") }.map(\.isTicked) == [true])
    let saved = try await site.submit(
      "/courses/1/students", ["_deed": "done", "_added": "2", "_removed": "1", "_shown": "8", "_chosen": "8"])
    #expect(saved.status == 303)
    #expect(saved.location == "/courses/courses/1")
    #expect(try await site.related("course", "students", of: 1) == [2, 10, 12, 19, 21, 23, 30])
    let changeSet = try #require(try await site.store.lastChangeSet())
    try await site.store.undo(changeSet.id, .screen)
    #expect(try await site.related("course", "students", of: 1) == [1, 8, 10, 12, 19, 21, 23, 30])
  }

  @Test("CO-5 Done without a change is no change set")
  func nothing() async throws {
    let site = try await Site.withExamples()
    let before = try await site.store.lastChangeSet()?.id
    let done = try await site.submit(
      "/courses/1/students", ["_deed": "done", "_shown": "1,2", "_chosen": "1", "tick-1": "on"])
    #expect(done.status == 303)
    #expect(try await site.store.lastChangeSet()?.id == before)
  }

  @Test("CO-5 somebody ticked who was deleted meanwhile is named, and everything else stays as ticked")
  func goneMeanwhile() async throws {
    let site = try await Site.withExamples()
    _ = try await site.api(.delete, "/users/2")
    let page = try await site.submit("/courses/1/students", ["_deed": "done", "_added": "2,3", "_removed": "1"])
    #expect(page.status == 409)
    #expect(page.text.contains("No. 2 has been deleted meanwhile"))
    #expect(value("_added", page) == "3")
    #expect(value("_removed", page) == "1")
    #expect(try await site.related("course", "students", of: 1).contains(3) == false)
  }

  @Test("CO-3 taking a student off leaves the user, as a change set that can be undone")
  func takingOut() async throws {
    let site = try await Site.withExamples()
    let answer = try await site.submit("/courses/1/students", ["_remove": "8"])
    #expect(answer.status == 303)
    #expect(try await site.related("course", "students", of: 1).contains(8) == false)
    #expect(try await site.store.record(Courses.User.self, id: 8)?.lastName == "Ulam")
    let changeSet = try #require(try await site.store.lastChangeSet())
    try await site.store.undo(changeSet.id, .screen)
    #expect(try await site.related("course", "students", of: 1).contains(8))
  }

  @Test("CO-5 a sheet of a course that isn't there says so, whatever is sent")
  func noCourse() async throws {
    let site = try await Site.withExamples()
    #expect(try await site.page("/courses/99/students").status == 404)
    for form in [["_deed": "done", "_added": "1"], ["_remove": "1"], ["_deed": "find"]] as [KeyValuePairs] {
      #expect(try await site.submit("/courses/99/students", form).status == 404)
    }
  }

  // MARK: Sections

  @Test("CO-8 a profile has its sections only when they have rows, each row leading to the course")
  func sections() async throws {
    let site = try await Site.withExamples()
    let both = try await site.page("/users/4")
    #expect(both.text.contains("s-teaches") && both.text.contains("s-studies"))
    #expect(both.text.contains("/courses/courses/8?via=users"))
    let student = try await site.page("/users/1")
    #expect(!student.text.contains("s-teaches") && student.text.contains("s-studies"))
    let id = try await site.add(user: "New", "Comer")
    let neither = try await site.page("/users/\(id)")
    #expect(!neither.text.contains("s-teaches") && !neither.text.contains("s-studies"))
    let empty = try await site.page("/courses/\(try await site.add(course: "Empty", "Nothing"))")
    #expect(empty.text.contains("s-students") && empty.text.contains("Add students"))
  }

  @Test("CO-4 a profile that was opened from a course leads back to it, and saving does as well")
  func wayBack() async throws {
    let site = try await Site.withExamples()
    let page = try await site.page("/users/1?via=courses/1")
    #expect(page.text.contains(#/<a [^>]*back[^>]*href="?\/courses\/courses\/1#to-users-1[" >]/#))
    let saved = try await site.submit("/users/1", ["firstName": "Augusta", "_via": "courses/1"])
    #expect(saved.location == "/courses/courses/1#to-users-1")
    // What is no place here leads to the list.
    for odd in ["//evil.example", "courses/99", "nothing", "courses/x", "https:%2F%2Fevil.example"] {
      let page = try await site.page("/users/1?via=\(odd)")
      #expect(page.status == 200)
      #expect(!page.text.contains("evil"), "\(odd)")
      #expect(page.text.contains(#/<a [^>]*back[^>]*href="?\/courses\/users/#), "\(odd)")
    }
  }

  @Test("CO-9 a teacher of two subjects stands in both groups, and just once as the chosen one")
  func teachers() async throws {
    let site = try await Site.withExamples()
    let page = try await site.page("/teachers")
    #expect(page.text.components(separatedBy: "/courses/users/4?via=teachers").count == 3)
    #expect(page.text.contains("3 teachers") && page.text.contains("2 courses"))
    let profile = try await site.page("/users/4?via=teachers")
    #expect(profile.text.components(separatedBy: "id=selected").count == 2)
    #expect(try await site.page("/teachers?selected=4").text.contains("id=\"f\""))
  }
}
