import Foundation
import KartotekaModel

@testable import KartotekaStore

// A small school: every kind of relationship and every delete rule.
struct User: Entity {
  static let nouns = Nouns("person", "people")
  let firstName = Attribute<String>("First name", .required, .title, .searched)
  let lastName = Attribute<String>("Last name", .required, .title, .searched, .sorted)
  let email = Attribute<String>("Email", as: .mail, .unique)
  let studies = ManyToMany<Course>("Courses studied")
  let taught = ToMany<Course>("Courses taught", inverse: \.teacher)
  let badges = ToMany<Badge>("Badges", inverse: \.owner)
}

struct Course: Entity {
  let name = Attribute<String>("Course name", .required, .title, .searched, .sorted)
  let subject = Attribute<String>("Subject")
  let fee = Attribute<Decimal>("Fee", .scale(2), .atLeast(0))
  let seats = Attribute<Int>("Seats", .sorted)
  let begins = Attribute<CalendarDate>("Begins")
  let isOpen = Attribute<Bool>("Open", .default(true))
  let code = Attribute<String>("Code", .readOnlyAfterInsert)
  let teacher = ToOne<User>("Teacher", onDelete: .nullify)
  let students = ManyToMany<User>("Students", inverse: \.studies)
  let lessons = ToMany<Lesson>("Lessons", inverse: \.course)
}

/// Goes with its course.
struct Lesson: Entity {
  let title = Attribute<String>("Title", .required)
  let course = ToOne<Course>("Course", required: true, onDelete: .cascade)
}

/// Keeps its owner from being deleted.
struct Badge: Entity {
  let number = Attribute<Int>("Number", .required, .unique)
  let owner = ToOne<User>("Owner", required: true, onDelete: .deny)
}

let school = ModelDescription([User.self, Course.self, Lesson.self, Badge.self])

/// A store for one test: in memory, or in a file of a folder that goes with the test.
struct Scratch {
  let store: Store
  let folder: URL

  init(file: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    store =
      file ? try Store(school, at: folder.appending(path: "school.sqlite")) : try Store(inMemory: school)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Saves a copy.
  func save<E: Entity>(_ record: Record<E>) async throws {
    var copy = record
    try await store.save(&copy)
  }

  func person(_ first: String, _ last: String, email: String? = nil) async throws -> Record<User> {
    var user = Record<User>()
    user.firstName = first
    user.lastName = last
    user.email = email
    try await store.save(&user)
    return user
  }

  func course(_ name: String, teacher: Record<User>? = nil) async throws -> Record<Course> {
    var course = Record<Course>()
    course.name = name
    course.teacher = teacher?.id
    try await store.save(&course)
    return course
  }
}

func entity(_ name: String) -> EntityDescription {
  school.entity(named: name)
    ?? EntityDescription(
      name: "", plural: "", table: "", nouns: Nouns("", ""), attributes: [], relationships: [])
}
