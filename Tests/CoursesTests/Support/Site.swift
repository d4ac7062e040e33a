import Courses
import Kartoteka
import KartotekaTestSupport

/// Courses on a store in memory, and the requests that programs and browsers send.
typealias Site = AppSite

extension AppSite {
  /// With nothing in it.
  init() throws { try self.init(courses) }

  /// With the demo data.
  static func withExamples(on store: Store? = nil) async throws -> AppSite {
    let site = try AppSite(courses, on: store)
    try await site.act("demo")
    return site
  }

  /// Adds a user; their id.
  @discardableResult
  func add(user first: String, _ last: String) async throws -> RecordID {
    let mail = "\(first).\(last).\(try await store.count(Courses.User.all))@school.example"
    let user = record("user", ["firstName": first, "lastName": last, "email": mail.replacing(" ", with: ".")])
    return try await store.perform(.code) { try $0.insert(user).id ?? 0 }.value
  }

  /// Adds a course; its id.
  @discardableResult
  func add(course name: String, _ subject: String, by teacher: RecordID? = nil) async throws -> RecordID {
    var course = record("course", ["name": name, "subject": subject])
    course["teacher"] = teacher.map(Value.integer) ?? .null
    let added = course
    return try await store.perform(.code) { try $0.insert(added).id ?? 0 }.value
  }

  private func record(_ entity: String, _ texts: [String: String]) -> AnyRecord {
    var record = AnyRecord(Self.entity(entity))
    for (name, text) in texts { record[name] = .text(text) }
    return record
  }

  /// An entity of the application.
  static func entity(_ name: String) -> EntityDescription {
    courses.description.model.entity(named: name)
      ?? EntityDescription(name: "", plural: "", table: "", nouns: Nouns("", ""), attributes: [], relationships: [])
  }

  /// The ids that a relationship leads to.
  func related(_ entity: String, _ name: String, of id: RecordID) async throws -> [RecordID] {
    guard let relationship = Self.entity(entity).relationship(name) else { return [] }
    return try await store.related(relationship, of: id)
  }

  /// The teachers by subject.
  func teachers(_ collation: Collation = .root) async throws -> RecordGroups {
    try await store.groups(
      of: Self.entity("course"), by: "subject", showing: "teacher", order: ["lastName", "firstName"],
      collation: collation)
  }
}
