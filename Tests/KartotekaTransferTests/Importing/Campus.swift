import KartotekaModel
import KartotekaStore

// Many-to-many relationships: one with an inverse, one of an entity with itself that stands alone.
struct Pupil: Entity {
  let firstName = Attribute<String>("First name", .required, .title)
  let lastName = Attribute<String>("Last name", .required, .title, .searched, .sorted)
  let email = Attribute<String>("Email", as: .mail, .unique)
  let friends = ManyToMany<Pupil>("Friends")
  let attends = ManyToMany<Lecture>("Lectures attended")
}

struct Lecture: Entity {
  let name = Attribute<String>("Lecture", .required, .title, .searched)
  let subject = Attribute<String>("Subject")
  let branch = Attribute<String>("Branch")
  let lecturer = ToOne<Pupil>("Lecturer", onDelete: .nullify)
  let audience = ManyToMany<Pupil>("Who listens", inverse: \.attends)
}

let campus = ModelDescription([Lecture.self, Pupil.self])

extension Desk {
  /// What a many-to-many relationship leads to, for each of an entity's records.
  func links(_ entity: String, _ name: String) async throws -> [RecordID: [RecordID]] {
    guard let relationship = store.model.entity(named: entity)?.relationship(name) else { return [:] }
    var links: [RecordID: [RecordID]] = [:]
    for record in try await all(entity) {
      let ids = try await store.related(relationship, of: record.id ?? 0)
      if !ids.isEmpty { links[record.id ?? 0] = ids }
    }
    return links
  }

  /// A desk with three pupils: Anna Nowak, Jan Kos, Łucja Żak.
  static func withPupils() async throws -> Desk {
    let desk = try Desk(campus)
    try await desk.take([
      "pupils.csv": """
      id,first_name,last_name,email
      1,Anna,Nowak,anna@example.org
      2,Jan,Kos,Jan@example.org
      3,Łucja,Żak,
      """
    ])
    return desk
  }
}
