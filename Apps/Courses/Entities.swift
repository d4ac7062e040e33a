import Kartoteka

/// A person at the school: a teacher, a student, or both.
public struct User: Entity {
  let firstName = Attribute<String>(
    "First name", .required, .title, .length(1...80), .aliases("forename", "given name"))
  let lastName = Attribute<String>(
    "Last name", .required, .title, .length(1...80), .aliases("surname", "family name"))
  let email = Attribute<String>("Email", as: .mail, .required, .unique, .aliases("e-mail", "mail"))
  let teaches = ToMany<Course>("Courses taught", inverse: \.teacher)
  let studies = ManyToMany<Course>("Courses studied")

  /// People have notes and files.
  public static let hasNotes = true

  /// The declaration; records are `Record<User>`.
  public init() {}
}

/// A course with its teacher and students.
public struct Course: Entity {
  let name = Attribute<String>("Course name", .required, .title, .length(1...120), .aliases("name"))
  let subject = Attribute<String>("Subject", .required, .length(1...120))
  let branch = Attribute<String>("Branch", .length(0...120))
  let teacher = ToOne<User>("Teacher", placeholder: "Choose a teacher", onDelete: .nullify)
  let students = ManyToMany<User>("Students", inverse: \.studies)

  /// Courses have notes and files.
  public static let hasNotes = true

  /// The declaration; records are `Record<Course>`.
  public init() {}
}
