import KartotekaModel

/// Models whose rules, conditions of fields and defaults are formulas that can't be used.
enum FaultyFormulas {
  static let all = [
    // Rules that are not yes or no, that have no sentence, and whose names are the same.
    FaultyModel("formulas-sound", at: "book.short") { book, _ in
      book.rules = [RuleDescription("short", "length(name)", "The name is short")]
    },
    FaultyModel("formulas-sound", at: "book.short") { book, _ in
      book.rules = [RuleDescription("short", "length(name) < 9", "")]
    },
    FaultyModel("formulas-sound", at: "book.Short") { book, _ in
      book.rules = [
        RuleDescription("short", "length(name) < 9", "The name is short"),
        RuleDescription("Short", "length(name) < 8", "The name is shorter"),
      ]
    },
    // Conditions with a field that isn't there, that are not yes or no, and of what has to be typed.
    FaultyModel("formulas-sound", at: "book.name") { book, _ in book.attributes[0].requiredIf = Formula("pages > 1") },
    FaultyModel("formulas-sound", at: "book.name") { book, _ in book.attributes[0].shownIf = Formula("length(name)") },
    FaultyModel("formulas-sound", at: "book.name") { book, _ in
      book.attributes[0].isRequired = true
      book.attributes[0].shownIf = Formula("1 > 0")
    },
    FaultyModel("formulas-sound", at: "book.authors") { book, _ in
      book.relate("authors", .manyToMany, to: "author") {
        $0.joinTable = "books_authors"
        $0.joinColumns = .init(own: "book_id", related: "author_id")
        $0.shownIf = Formula("length(name) < 9")
      }
    },
    // Defaults of another kind, and that need themselves.
    FaultyModel("formulas-sound", at: "book.name") { book, _ in
      book.attributes[0].defaultSource = .formula(Formula("1"))
    },
    FaultyModel("formulas-sound", at: "book") { book, _ in
      book.attributes[0].defaultSource = .formula(Formula("name & \"!\""))
    },
  ]

  static let sound = ModelDescription(entities: [
    {
      var book = EntityDraft("book")
      book.rules = [RuleDescription("short", "length(name) < 9", "The name is short")]
      book.attributes[0].requiredIf = Formula("1 > 0")
      return book.description
    }()
  ])
}
