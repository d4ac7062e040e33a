import KartotekaModel

/// Models whose computed values can't be worked out, or have names that are taken.
enum FaultyComputations {
  static let all = [
    FaultyModel("computed-sound", at: "book.name") { book, _ in book.compute("name", one) },
    FaultyModel("computed-sound", at: "book.Total") { book, _ in
      book.compute("total", one)
      book.compute("Total", one)
    },
    FaultyModel("computed-sound", at: "book.state") { book, _ in
      book.attributes[0].name = "state"
      book.states = [StateDescription("new", "New")]
    },
    // A text, an attribute that isn't there, a relationship that isn't there.
    FaultyModel("computed-sound", at: "book.total") { book, _ in book.compute("total", .own(.value("name"))) },
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .plus(one, .own(.value("pages"))))
    },
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .sum("chapters", .constant(1, scale: 0), where: nil))
    },
    FaultyModel("computed-sound", at: "book.total") { book, _ in book.compute("total", one, scale: 2) },
    // Other kinds than declared, parts that are no texts, no days, and units that don't fit.
    FaultyModel("computed-sound", at: "book.total") { book, _ in book.compute("total", .text("three")) },
    FaultyModel("computed-sound", at: "book.total") { book, _ in book.compute("total", one, .text) },
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.attribute(.boolean)
      book.compute("total", .joined([name], separator: " "), .text)
    },
    FaultyModel("computed-sound", at: "book.total") { book, _ in book.compute("total", .later(name, one, .days), .date)
    },
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.attribute(.date)
      book.compute("total", .later(name, one, .minutes), .date)
    },
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .holds(.compare("pages", .eq, [.integer(1)])), .boolean)
    },
    // Computed values in conditions could be computed from each other without end.
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .holds(.compare("total", .eq, [.integer(1)])), .boolean)
    },
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .exists("chapters", where: nil), .boolean)
    },
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .least("chapters", of: "name", where: nil), .date)
    },
    // Formulas with faults, of other kinds than declared, and that need each other.
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .formula(Formula("if(name, 1, 2)")))
    },
    FaultyModel("computed-sound", at: "book.total") { book, _ in book.compute("total", .formula(Formula("name &"))) },
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .formula(Formula("name & \"!\"")), .integer)
    },
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .formula(Formula("total + 1")))
    },
    // A title that isn't made of texts.
    FaultyModel("computed-sound", at: "book.total") { book, _ in
      book.compute("total", .holds(.all([])), .boolean)
      book.computed[0].attribute.isTitle = true
    },
  ]

  private static let name = ComputedSource.own(.value("name"))
  private static let one = ComputedSource.own(.constant(1, scale: 0))

  static let sound = ModelDescription(entities: [
    {
      var book = EntityDraft("book")
      book.compute("total", .minus(one, .own(.constant(125, scale: 2))), scale: 2)
      book.states = [StateDescription("new", "New")]
      return book.description
    }()
  ])
}
