import Kartoteka

/// A school's people and courses.
public let courses = App(
  "courses", title: "Courses", summary: "Who teaches what, and to whom",
  purpose: "Keeps a school's people and courses: who teaches what, and who studies it.", symbol: .book, hue: 330,
  entities: [User.self, Course.self],
  catalogues: [
    .polish: Embedded.data("pl.json"), .russian: Embedded.data("ru.json"), "de": Embedded.data("de.json"),
    "uk": Embedded.data("uk.json"),
  ],
  actions: [
    .demo(
      Seed(User.self, file: "demo-users.json", json: Embedded.data("demo-users.json")),
      Seed(Course.self, file: "demo-courses.json", json: Embedded.data("demo-courses.json")))
  ], migrations: [lowerCaseMail]
) {
  Tab("Users", symbol: .people) {
    List(User.self, title: \.firstName, \.lastName, subtitle: \.email)
      .searching(\.firstName, \.lastName, \.email)
      .sorted(by: \.lastName, \.firstName)
      .withMonograms()
      .withInitials()
      .withSection(\.teaches)
      .withSection(\.studies)
  }
  Tab("Courses", symbol: .book) {
    List(Course.self, title: \.name, subtitle: \.subject, \.teacher)
      .searching(\.name, \.subject).searching(\.teacher, \.firstName).searching(\.teacher, \.lastName)
      .sorted(by: \.name)
      .withSection(
        \.students, adding: "Add students", note: "Taking a student off leaves the person where they are.")
  }
  Tab("Teachers", symbol: .person, path: "teachers") {
    Groups(Course.self, by: \.subject, showing: \.teacher, as: Nouns("teacher", "teachers"))
  }
}
