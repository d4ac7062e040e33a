// Yes and no, as people compare a field with them. There is no such value in formulas: a field of yes or no is a condition itself.
extension FormulaParser {
  /// What stands for `Paid = no` and the like, which is `not(Paid)`; nil for other comparisons, of which nothing is read.
  mutating func comparedWithTruth(_ function: FormulaFunction, _ left: Located) -> Located? {
    guard let names, let scope, [.equal, .unequal].contains(function), names.isTruth(left.term, of: scope) else {
      return nil
    }
    let before = place
    skipSpaces()
    let word = place < characters.count ? word(at: place) : ""
    let after = characters.dropFirst(place + word.count)
    // A field may be called so, and `not` has the same name in Polish and Russian.
    guard let truth = vocabulary.truth(word), names.match(characters[place...], of: scope) == nil, after.first != ".",
      after.first(where: { !$0.isWhitespace }) != "("
    else {
      place = before
      return nil
    }
    place += word.count
    let range = left.location.range.lowerBound..<place
    guard truth == (function == .equal) else {
      return Located(
        term: .call(.not, [left.term]), location: FormulaLocation(range: range, parts: [left.location]))
    }
    return Located(term: left.term, location: FormulaLocation(range: range, parts: left.location.parts))
  }
}
