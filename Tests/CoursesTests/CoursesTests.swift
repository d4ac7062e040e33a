import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Courses

@Suite("Courses")
struct CoursesTests {
  @Test("the description passes every check")
  func checks() { #expect(courses.description.check() == []) }

  @Test("there are three tabs: Users, Courses, Teachers")
  func tabs() {
    #expect(courses.description.tabs.map(\.title) == ["Users", "Courses", "Teachers"])
    guard case .groups(let groups) = courses.description.tabs.last?.screen else {
      Issue.record("Teachers is not grouped")
      return
    }
    #expect(groups.attribute == "subject" && groups.relationship == "teacher")
  }

  @Test("every word of it is there in Polish and in Russian", arguments: [Language.polish, .russian])
  func words(language: Language) {
    let description = courses.description
    var keys = [description.title, description.summary] + description.tabs.map(\.title)
    for tab in description.tabs {
      switch tab.screen {
      case .list(let list): keys += list.sections.flatMap { [$0.adding, $0.note].compactMap(\.self) }
      case .groups(let groups): keys += ["{count} " + groups.nouns.many, "No \(groups.nouns.many) yet"]
      case .table, .overview, .map, .calendar, .settings, .view, .page: break
      }
    }
    // The platform has the words of notes.
    for entity in description.model.entities where entity.notesOwner == nil {
      keys += ["{count} " + entity.nouns.many, "No \(entity.nouns.many) yet", entity.nouns.one, entity.nouns.many]
      keys += ["New " + entity.nouns.one] + entity.columns.map(\.label)
      keys += entity.relationships.filter { $0.label != "Notes" }.flatMap {
        [$0.label] + [$0.placeholder].compactMap(\.self)
      }
    }
    #expect(keys.filter { courses.catalogue.entry($0, in: language) == nil } == [])
  }

  @Test("the demo action loads thirty people, twelve courses and who takes them, once, as one change set")
  func demo() async throws {
    let site = try Site()
    let changeSet = try #require(try await site.act("demo").changeSet)
    #expect(try await site.store.count(Courses.User.all) == 30)
    #expect(try await site.store.count(Course.all) == 12)
    #expect(try await site.related("course", "students", of: 1) == [1, 8, 10, 12, 19, 21, 23, 30])
    #expect(try await site.related("user", "teaches", of: 4) == [1, 8])
    #expect(try await site.api(.post, "/actions/demo").status == 409)
    try await site.store.undo(changeSet, .screen)
    #expect(try await site.store.count(Courses.User.all) == 0)
    #expect(try await site.store.count(Course.all) == 0)
  }

  @Test(
    "CO-1 what is no mail address is refused beside the field",
    arguments: ["anna", "anna@", "@school.example", "anna kowalska@school.example", "a@b@c.example", "a@b"])
  func mail(text: String) async throws {
    let site = try Site()
    let body = #"{"firstName":"Anna","lastName":"Kowalska","email":"\#(text)"}"#
    let answer = try await site.api(.post, "/users", body)
    #expect(answer.status == 422)
    #expect(answer.text.contains(#""errors":{"email":["#), "\(answer.text)")
    let form = try await site.submit("/users", ["firstName": "Anna", "lastName": "Kowalska", "email": text])
    #expect(form.status == 422)
    #expect(form.text.contains("n-email-e"))
    #expect(try await site.store.count(Courses.User.all) == 0)
  }

  @Test("CO-1 a user needs all three, and no two have one mail address")
  func users() async throws {
    let site = try Site()
    let empty = try await site.api(.post, "/users", "{}")
    #expect(empty.status == 422)
    for name in ["firstName", "lastName", "email"] {
      #expect(empty.text.contains(#""\#(name)":["This can't be empty"]"#), "\(empty.text)")
    }
    let anna = #"{"firstName":"Anna","lastName":"Kowalska","email":"anna@school.example"}"#
    #expect(try await site.api(.post, "/users", anna).status == 201)
    let twice = try await site.api(.post, "/users", anna)
    #expect(twice.status == 409)
    #expect(twice.text.contains(#""email":["#), "\(twice.text)")
    let capitals = try await site.api(.post, "/users", anna.replacing("anna@school", with: "ANNA@School"))
    #expect(capitals.status == 409)
    #expect(capitals.text.contains(#""email":["#), "\(capitals.text)")
  }

  @Test("CO-1 addresses of older files become lower case, and of two that differ in capitals both stay")
  func lowerCaseMail() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "courses.sqlite")
    do {
      let store = try Store(courses.description.model, at: url)
      for email in ["Anna@school.example", "JAN@school.example", "jan@school.example"] {
        var user = Record<Courses.User>()
        (user.firstName, user.lastName, user.email) = ("A", "B", email)
        try await store.save(&user)
      }
    }
    var options = StoreOptions()
    options.migrations = courses.migrations
    let store = try Store(courses.description.model, at: url, options: options)
    let stored = try await store.fetch(Courses.User.all).compactMap(\.email)
    #expect(Set(stored) == ["anna@school.example", "JAN@school.example", "jan@school.example"])
  }

  @Test("CO-2 a course needs a name and a subject; branch and teacher may be missing")
  func courseNeeds() async throws {
    let site = try Site()
    let empty = try await site.api(.post, "/courses", "{}")
    #expect(empty.status == 422)
    #expect(empty.text.contains(#""name":["#) && empty.text.contains(#""subject":["#))
    #expect(!empty.text.contains("branch") && !empty.text.contains("teacher"))
    let added = try await site.api(.post, "/courses", #"{"name":"Algebra","subject":"Mathematics"}"#)
    #expect(added.status == 201)
    #expect(try added.json["teacher"] == .null)
    #expect(try await site.api(.patch, "/courses/1", #"{"teacher":7}"#).status == 409)
  }
}
