import Kartoteka

/// A course with its teacher and students.
public struct Course: Entity {
  let name = Attribute<String>("Course name", .required, .title, .length(1...120), .aliases("name"))
  let subject = Attribute<String>("Subject", .required, .length(1...120))
  let branch = Attribute<String>("Branch", .length(0...120))
  let teacher = ToOne<User>("Teacher", placeholder: "Choose a teacher", onDelete: .nullify)
  let students = ManyToMany<User>("Students", inverse: \.studies)

  /// The declaration; records are `Record<Course>`.
  public init() {}
}
