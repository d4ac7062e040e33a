import KartotekaModel

/// One of the terms that a search looks for: a word, a run of digits with what people write between those, or a date.
struct SearchTerm: Hashable, Sendable {
  /// The folded forms, one of which has to be found. Never empty.
  let forms: [String]

  /// A term of one form.
  init(_ text: String) { forms = [text] }

  init(forms: [String]) { self.forms = forms }

  /// The term with the forms that kinds search it by, such as without hyphens.
  func searched(by kinds: [any AttributeKind]) -> SearchTerm {
    var forms = forms
    for form in self.forms {
      for key in kinds.map({ Folding.fold($0.keyText(form, .root)) }) where !key.isEmpty && !forms.contains(key) {
        forms.append(key)
      }
    }
    return SearchTerm(forms: forms)
  }

  /// The term with the form in which a number of an article is stored: without hyphens, and without the zero before UPC-A.
  var asArticleNumber: SearchTerm {
    SearchTerm(forms: forms + forms.map { ArticleNumber.written($0) }.filter { !forms.contains($0) })
  }

  /// Whether a trigram index can look up all forms.
  var isIndexed: Bool { forms.allSatisfy(TrigramIndex.knows) }

  /// That a form of it is in a key.
  /// - Parameter key: the key, for SQL.
  func found(in key: String) -> Fragment { found(in: Fragment(sql: key)) }

  /// That a form of it is in a key.
  func found(in key: Fragment) -> Fragment {
    Fragment(
      sql: forms.map { _ in "instr(\(key.sql), ?) > 0" }.joined(separator: " OR "),
      values: forms.flatMap { key.values + [.text($0)] })
  }

  /// The terms of a search, all of which have to be found.
  /// - Parameters:
  ///   - hasPhones: whether phone numbers are searched, whose keys are digits. `+48 123 456` is one term then.
  ///   - hasDates: whether days are searched. `20 Nov 2026` is one term then.
  static func terms(_ search: String, hasPhones: Bool, hasDates: Bool = false) -> [SearchTerm] {
    let words = Folding.fold(search).split(whereSeparator: \.isWhitespace).map(String.init)
    guard hasDates else { return terms(words, hasPhones: hasPhones) }
    var terms: [SearchTerm] = []
    var others: [String] = []
    var rest = words[...]
    while let word = rest.first {
      if let (date, count) = date(at: rest) {
        terms += Self.terms(others, hasPhones: hasPhones) + [date]
        others = []
        rest = rest.dropFirst(count)
      } else {
        others.append(word)
        rest = rest.dropFirst()
      }
    }
    return terms + Self.terms(others, hasPhones: hasPhones)
  }

  private static func terms(_ words: [String], hasPhones: Bool) -> [SearchTerm] {
    guard hasPhones else { return words.map(SearchTerm.init) }
    var terms: [SearchTerm] = []
    var run: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if isPartOfNumber(word) {
        run.append(word)
        continue
      }
      terms += numbers(run)
      if isNumber(run), let next = rest.first, let mark = PhoneText.extension("\(word) \(next)") {
        terms.append(SearchTerm("x" + mark.digits))
        rest.removeFirst()
      } else {
        terms.append(SearchTerm(forms: [word] + withExtension(word)))
      }
      run = []
    }
    return terms + numbers(run)
  }

  // The keys of `225550147x12` and of `ext.12`.
  private static func withExtension(_ word: String) -> [String] {
    let key = PhoneText.extension(word[...]).map { "x" + $0.digits }
    return [key ?? PhoneKind().keyText(PhoneFormatter.format(word), .root)].filter { $0.contains("x") && $0 != word }
  }

  /// Fewer digits in several words are a house number and a postcode rather than a telephone number.
  private static let fewestDigitsInWords = 5

  private static func isPartOfNumber(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { isDigit($0) || "+-–()./".unicodeScalars.contains($0) }
  }

  private static func isNumber(_ words: [String]) -> Bool {
    words.joined().unicodeScalars.count(where: isDigit) >= fewestDigitsInWords
  }

  private static func numbers(_ words: [String]) -> [SearchTerm] {
    let isOne = words.count > 1 && isNumber(words)
    return (isOne ? [words.joined(separator: " ")] : words).map { text in
      let digits = String(String.UnicodeScalarView(text.unicodeScalars.filter(isDigit)))
      var forms = [text]
      if !digits.isEmpty, digits != text { forms.append(digits) }
      // The international prefix, which is stored as a plus.
      if digits.hasPrefix("00"), digits.count > fewestDigitsInWords { forms.append(String(digits.dropFirst(2))) }
      return SearchTerm(forms: forms)
    }
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

/// The columns of a table of keys that are searched.
struct SearchedColumns: Sendable {
  let names: [String]

  init(_ names: [String]) { self.names = names }

  /// The condition that every term is in one of the keys of `k`.
  /// - Parameter column: the column to search; nil for all.
  func finding(_ terms: [SearchTerm], in column: String? = nil) -> Fragment {
    .all(
      terms.map { term in
        .all(
          (column.map { [$0] } ?? names).map { term.found(in: "k.\(SQL.name($0))") }, joinedBy: " OR ")
      })
  }
}
