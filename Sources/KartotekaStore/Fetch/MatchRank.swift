import KartotekaModel

/// The rank of a record's match with the search text, if the request asks for the best matches first
/// (``AnyFetchRequest/ranksMatches``). The leading attribute is the one that the request is sorted by.
enum MatchRank: Int, CaseIterable, Comparable {
  /// The leading attribute begins with a term.
  case begins
  /// It has a term somewhere else.
  case contains
  /// All terms are found in other attributes only.
  case elsewhere

  static func < (one: MatchRank, other: MatchRank) -> Bool { one.rawValue < other.rawValue }
}

extension FetchSQL {
  /// The attribute that decides about the rank; nil where records are not ranked: nothing is searched, only this
  /// attribute is, or the order is by something else.
  var leading: AttributeDescription? {
    guard request.ranksMatches, !terms.isEmpty, let keys, let name = request.sort.first?.name,
      let attribute = keys.searched.first(where: { $0.name == name }), !attribute.behavior.isTranslated,
      keys.searched.count + entity.searchPaths.count > 1
    else { return nil }
    return attribute
  }

  /// Whether the rank's condition says all that the search asks for where keys are looked at.
  var isImplied: Bool { (rank == .begins || rank == .contains) && terms.count == 1 && searchPlan.isScan }

  /// The records of the rank; nil where the request has none.
  var rankCondition: Fragment? {
    guard let rank, let leading else { return nil }
    let key = "k." + SQL.name(leading.column)
    let forms = terms.flatMap(\.forms)
    let begins = Fragment.all(
      forms.map {
        Fragment(sql: "\(key) >= ? AND \(key) < ?", values: [.text($0), .text($0 + "\u{10FFFF}")])
      }, joinedBy: " OR ")
    let contains = Fragment.all(terms.map { $0.found(in: key) }, joinedBy: " OR ")
    return switch rank {
    case .begins: begins
    case .contains: Fragment(sql: "(\(contains.sql)) AND NOT (\(begins.sql))", values: contains.values + begins.values)
    case .elsewhere: Fragment(sql: "NOT (\(contains.sql))", values: contains.values)
    }
  }

  /// The rank of a record by the value of the first term of this request's order.
  func rank(at value: Value?) -> MatchRank {
    guard case .text(let text)? = value else { return .elsewhere }
    // Polish keys are folded texts with marks behind some letters.
    let key = [UInt8](String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 < Collation.firstMark })).utf8)
    let forms = terms.flatMap(\.forms).map { [UInt8]($0.utf8) }
    if forms.contains(where: key.starts(with:)) { return .begins }
    return forms.contains { key.firstRange(of: $0) != nil } ? .contains : .elsewhere
  }
}
