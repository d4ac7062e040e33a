import KartotekaModel

/// A small school: every cardinality, an inverse named on one side only, and relationships of users to users.
struct Course: Entity {
  let name = Attribute<String>("Course name", .required, .title)
  let subject = Attribute<String>("Subject", .sorted)
  let branch = Attribute<String>("Branch")
  let teacher = ToOne<User>("Teacher", placeholder: "Choose a teacher", onDelete: .nullify)
  let students = ManyToMany<User>("Students", inverse: \.studies)
}

struct User: Entity {
  static let nouns = Nouns("person", "people")

  let firstName = Attribute<String>("First name", .required, .title, .aliases("forename"))
  let lastName = Attribute<String>("Last name", .required, .title, .searched)
  let email = Attribute<String>("Email", as: .mail, .unique)
  let teaches = ToMany<Course>("Courses taught", inverse: \.teacher)
  let studies = ManyToMany<Course>("Courses studied")
  let mentor = ToOne<User>("Mentor")
  let mentees = ToMany<User>("Mentees", inverse: \.mentor)
  let knows = ManyToMany<User>("Knows", inverse: \.knownBy)
  let knownBy = ManyToMany<User>("Known by")
}

enum School {
  static let model = ModelDescription([Course.self, User.self])
}
