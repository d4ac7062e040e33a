/// The words of formulas that are values.
enum FormulaWord: String, CaseIterable {
  case today, now, me

  /// The word of a term; nil for other terms.
  init?(_ term: FormulaTerm) {
    switch term {
    case .today: self = .today
    case .now: self = .now
    case .me: self = .me
    default: return nil
    }
  }

  /// The term that the word stands for.
  var term: FormulaTerm {
    switch self {
    case .today: .today
    case .now: .now
    case .me: .me
    }
  }
}
