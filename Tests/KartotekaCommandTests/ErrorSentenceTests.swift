import Kartoteka
import Testing
import UsersCRUD

@Suite("The store's errors as sentences")
struct ErrorSentenceTests {
  private static let model = usersCRUD.description.model
  private static let referrers = [
    StoreError.Referrer(entity: "user", relationship: "phone", count: 5),
    StoreError.Referrer(entity: "other", relationship: "boss", count: 1),
  ]

  private static let errors: [(StoreError, String)] = [
    (
      .invalid([FieldFault("lastName", "This can't be empty"), FieldFault("other", "This has to be text")]),
      "Last name: This can't be empty; other: This has to be text"
    ),
    (.notUnique(entity: "user", field: "phone"), "Another record has this already: Phone"),
    (.notUnique(entity: "user", field: "id"), "There is another record with this number already"),
    (
      .notUniqueTogether(entity: "user", fields: ["firstName", "phone"]),
      "Another record has the same First name, Phone already"
    ),
    (.missingTarget(entity: "user", field: "boss", id: 4), "boss: there is no record No. 4"),
    (.notFound(entity: "user", id: 7), "There is no record No. 7 (people)"),
    (.changedMeanwhile(AnyRecord(model.entities[0])), "This record was changed meanwhile"),
    (.readOnly(entity: "user", field: "phone"), "This can't be changed any more: Phone"),
    (
      .derived(entity: "user"), "These records follow from others by themselves and can't be changed by hand: people"
    ),
    (
      .denied(entity: "user", id: 7, by: referrers),
      "Other records still refer to this one: people (Phone): 5; other (boss): 1"
    ),
    (.constraint("CHECK"), "A rule of the database forbids it: CHECK"),
    (.cannotUndo("It is gone"), "This can't be undone: It is gone"),
    (.noSuchChangeSet(3), "There is no change No. 3"),
    (.unknownField(entity: "user", field: "size"), "There is no field size here: people"),
    (.unknownField(entity: "dog", field: ""), "There is no kind of records called dog"),
    (.badFilter(field: "phone", operator: .lt), "phone can't be compared by lt"),
    (.badCursor, "This place belongs to a list in another order"),
    (.busy, "Another program keeps the database locked"),
    (.disk("full"), "The database can't be read or written: full"),
    (.unusable(path: "a", problem: .notADatabase), "a is no database"),
    (.unusable(path: "a", problem: .readOnly), "a can't be written"),
    (.unusable(path: "a", problem: .unreadable("gone")), "a can't be opened: gone"),
    (.unusable(path: "a", problem: .newer), "a was made by a newer version of Kartoteka"),
    (
      .unusable(path: "a", problem: .foreign(missing: ["b", "c"])),
      "a is a database of something else: it lacks b, c"
    ),
    (
      .unusable(
        path: "a",
        problem: .cannotMigrate([
          .init(
            table: "users", columns: ["a", "b"], reason: .repeated, count: 2,
            examples: [.init(id: 3, value: "x"), .init(id: 7, value: "x")]),
          .init(table: "users", columns: ["age"], reason: .empty, count: 30, examples: [.init(id: 4)]),
        ])),
      "a can't be brought up to date: users.a, b has to be unique, and values repeat in 2 records: No. 3 “x”, No. 7 “x”; users.age requires a value, which is missing in 30 records, among them No. 4"
    ),
    (.unusable(path: "a", problem: .damaged("page 3")), "a is damaged: page 3"),
  ]

  @Test("Each error uses the model's nouns")
  func sentences() {
    for (error, sentence) in Self.errors {
      #expect(Localizer.english(error.phrase(in: Self.model)) == sentence)
    }
  }

  @Test("Each error of a file has a remedy")
  func remedies() {
    for case (.unusable(let path, let problem), _) in Self.errors {
      #expect(StoreError.unusable(path: path, problem: problem).remedy != nil)
    }
  }
}
