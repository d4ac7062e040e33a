import KartotekaCommand

/// A piece of music.
struct Score: Entity {
  /// The voices that it is written for.
  enum Voicing: String, ChoiceValue {
    case mixed, upper, lower, unison

    var label: String {
      switch self {
      case .mixed: "Mixed voices"
      case .upper: "Upper voices"
      case .lower: "Lower voices"
      case .unison: "Unison"
      }
    }

    var aliases: [String] {
      switch self {
      case .mixed: ["SATB", "SAB"]
      case .upper: ["SSA", "SSAA"]
      case .lower: ["TTBB"]
      case .unison: []
      }
    }
  }

  /// Files of the same score find it again.
  static let uniqueKeys = [UniqueKey(\Score.title, \.composer)]

  let title = Attribute<String>("Title", .required, .title, .aliases("Work"))
  let composer = Attribute<String>("Composer", .required)
  let voicing = Attribute<Voicing>("Voicing", .required, .default(.mixed))
  let minutes = Attribute<Int>("Length", .duration, .atLeast(0))
  let price = Attribute<Decimal>("Price", .currency("EUR"), .atLeast(0))
  /// Came later than the first scores (``fillShelves``).
  let shelf = Attribute<String>("Shelf", .required, .barcode, .length(1...12))
  let copies = ToMany<Copy>("Copies", inverse: \.score)
  let pieces = ToMany<Piece>("In programmes", inverse: \.score)

  let owned = Computed<Score, Int>("Owned") { .count(\.copies) }
  let left = Computed<Score, Int>("On the shelf") { .formula("count(copies: not(isLent))") }
}

/// A paper copy of a score, with a label.
struct Copy: Entity {
  let number = Attribute<String>("Number", .title, .series("{0000}"), .barcode)
  let price = Attribute<Decimal>(
    "Price", .currency("EUR"), .atLeast(0), .default(from: \Copy.score, \Score.price))
  let score = ToOne<Score>("Score", .required, .onDelete(.cascade))
  let loans = ToMany<Loan>("Loans", inverse: \.copy)

  let isLent = Computed<Copy, Bool>("Lent") { .exists(\.loans, where: \.returned == nil) }

  static let lent = StateDescription("lent", "Lent", tone: .care, when: \Copy.isLent == true)
  static let here = StateDescription("here", "On the shelf", tone: .good)
  static let states = [lent, here]
}

/// A copy that a singer has taken home.
struct Loan: Entity {
  static var rules: [RuleDescription] {
    [RuleDescription("returnedLater", "returned >= lent", "A copy can't be returned before it was lent")]
  }

  let lent = Attribute<CalendarDate>("Lent on", .required, .default(.today))
  let due = Attribute<CalendarDate>("Due on", .required, .default(.today + 28.days))
  let returned = Attribute<CalendarDate>("Returned on")
  let reminded = Attribute<CalendarDate>("Reminded on", .readOnly)
  /// Set by the job ``giveUp``.
  let lost = Attribute<CalendarDate>("Given up on", .readOnly)
  let copy = ToOne<Copy>("Copy", .required, .onDelete(.deny))
  let singer = ToOne<Singer>("Singer", .required, .onDelete(.deny))

  let name = Computed<Loan, String>("Loan", .title) {
    .joined(.of(\.copy, \Copy.number), .of(\.singer, \Singer.lastName), separator: ", ")
  }
  let work = Computed<Loan, String>("Work") { .formula("copy.score.title") }
  let isLate = Computed<Loan, Bool>("Overdue") {
    \.due < .today && \.returned == nil && \.lost == nil
  }

  static let returned = StateDescription("returned", "Returned", when: \Loan.returned != nil)
  static let lost = StateDescription("lost", "Given up", when: \Loan.lost != nil)
  static let overdue = StateDescription("overdue", "Overdue", tone: .bad, when: \Loan.due < .today)
  static let lent = StateDescription("lent", "Lent", tone: .good)
  static let states = [returned, lost, overdue, lent]
}

/// A copy is lent to one singer at a time.
let lentOnce = Rule(for: Loan.self) { change in
  guard change.record.returned == nil, let copy = change.record.copy else { return }
  let open = try change.transaction.fetch(Loan.all.where(\.copy == copy && \.returned == nil).limit(2))
  guard open.contains(where: { $0.id != change.record.id }) else { return }
  throw FieldFault(\Loan.copy, "This copy is lent already")
}

/// Scores that were there before shelves stand by their composer.
let fillShelves = MigrationStep("fill-shelves", filling: \Score.shelf) { score in
  score[\.composer].map { String($0.prefix(3)).uppercased() }
}

extension Action {
  /// A loan begins on the page of the copy.
  static let lend = Action("lend", title: "Lend", on: Copy.self, asking: Lending.self) { call, copy, input in
    let outcome = try await call.perform { transaction in
      var loan = Record<Loan>()
      loan.copy = copy.id
      loan.singer = input.singer
      if let due = input.due { loan.due = due }
      try transaction.insert(&loan)
    }
    return ActionResult("Lent the copy", changeSet: outcome.changeSet)
  }
  .offered(in: Copy.here)

  /// A loan ends on its own page, on several loans, and on the first screen.
  static let takeBack = Action("take-back", title: "Take back", on: Loan.self) { call, loan in
    try await call.change(loan) { transaction, loan in
      loan.returned = transaction.today
      return "Took the copy back"
    }
  }
  .offered(in: Loan.lent, Loan.overdue, Loan.lost)
}

/// The inputs of ``Action/lend``.
struct Lending: ActionInput {
  let singer = ToOne<Singer>("Singer", .required)
  /// Four weeks after the loan if it is left out.
  let due = Attribute<CalendarDate>("Due on", .default(.today + 28.days))
}
