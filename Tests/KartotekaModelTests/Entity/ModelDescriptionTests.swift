import Foundation
import KartotekaModel
import Testing

@Suite("Model descriptions")
struct ModelDescriptionTests {
  private func relationship(_ entity: String, _ name: String) throws -> RelationshipDescription {
    try #require(School.model.entity(named: entity)?.relationship(name))
  }

  @Test(
    "An inverse that is named on one side is known on both",
    arguments: [
      ("course", "teacher", "user", "teaches"), ("course", "students", "user", "studies"),
      ("user", "mentor", "user", "mentees"),
      ("user", "knows", "user", "knownBy"),
    ])
  func inverses(_ entity: String, _ name: String, _ target: String, _ inverse: String) throws {
    let (there, back) = (try relationship(entity, name), try relationship(target, inverse))
    #expect(there.target == target && there.inverse == inverse)
    #expect(back.target == entity && back.inverse == name)
  }

  @Test("Both sides of a many-to-many come to the same join table, seen from their end")
  func joinTables() throws {
    let (students, studies) = (try relationship("course", "students"), try relationship("user", "studies"))
    #expect(students.joinTable == "courses_students" && studies.joinTable == "courses_students")
    #expect(students.joinColumns?.own == "course_id" && students.joinColumns?.related == "user_id")
    #expect(studies.joinColumns?.own == "user_id" && studies.joinColumns?.related == "course_id")
  }

  @Test("Each join table is led by one side: the one that names the inverse")
  func leading() {
    let leading = School.model.entities.flatMap { entity in
      entity.leadingManyToMany.map { entity.name + "." + $0.name }
    }
    #expect(leading == ["course.students", "user.knows"])
    #expect(School.model.entity(named: "user")?.manyToMany.map(\.name) == ["studies", "knows", "knownBy"])
  }

  @Test("Records that are related to others of their entity have two columns that differ")
  func selfReference() throws {
    let (knows, knownBy) = (try relationship("user", "knows"), try relationship("user", "knownBy"))
    #expect(knows.joinTable == "users_knows" && knownBy.joinTable == "users_knows")
    #expect(knows.joinColumns?.own == "user_id" && knows.joinColumns?.related == "related_user_id")
    #expect(knownBy.joinColumns?.own == "related_user_id" && knownBy.joinColumns?.related == "user_id")
  }

  @Test("A many-to-many that nobody names as its inverse has a join table of its own")
  func alone() throws {
    struct Tag: Entity {
      let name = Attribute<String>("Name")
      let courses = ManyToMany<Course>("Courses")
    }
    let courses = try #require(
      ModelDescription([Course.self, User.self, Tag.self]).entity(named: "tag")?.relationship("courses"))
    #expect(courses.inverse == nil)
    #expect(courses.joinTable == "tags_courses")
  }

  @Test("Entities are found by name and by plural, references by where they lead")
  func lookup() throws {
    let user = try #require(School.model.entity(named: "user"))
    #expect(School.model.entity(plural: "users") == user)
    #expect(School.model.entity(named: "users") == nil)
    #expect(School.model.entity(plural: "user") == nil)
    let references = School.model.references(to: user)
    #expect(
      references.map { $0.entity.name + "." + $0.relationship.name } == ["course.teacher", "user.mentor"])
  }

  @Test("Replacing an entity leaves the others as they are")
  func replacing() throws {
    let user = try #require(School.model.entity(named: "user"))
    let changed = School.model.replacing(user.with(sortOrders: [[FetchSort("lastName")]]) { _ in })
    #expect(changed.entities.map(\.name) == ["course", "user"])
    #expect(changed.entity(named: "course") == School.model.entity(named: "course"))
    #expect(changed != School.model)
  }

  @Test("A model comes back from JSON as it went")
  func codable() throws {
    let model = ModelDescription([Course.self, User.self, Item.self])
    let copy = try JSONDecoder().decode(ModelDescription.self, from: JSONEncoder().encode(model))
    #expect(copy == model)
    #expect(copy.entity(named: "item")?.columns == model.entity(named: "item")?.columns)
  }
}
