import KartotekaModel

/// The rank of a record's match with the search text, if the request asks for the best matches first
/// (``AnyFetchRequest/ranksMatches``). The leading attribute is the one that the request is sorted by.
enum MatchRank: Int, CaseIterable, Comparable {
  /// The record has the number that is searched for (``AnyFetchRequest/number``).
  case numbered
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
      keys.searched.count > 1 || !searchesKeysAlone
    else { return nil }
    return attribute
  }

  /// Whether the rank's condition says all that the search asks for where keys are looked at.
  var isImplied: Bool { (rank == .begins || rank == .contains) && terms.count == 1 && searchPlan.isScan }

  /// Whether the record with the number that is searched for stands before all others.
  var isNumberFirst: Bool { request.ranksMatches && request.number != nil }

  /// The records of the rank; nil where the request has none.
  var rankCondition: Fragment? {
    guard let rank, rank != .numbered, let leading else { return nil }
    let key = "k." + SQL.name(leading.column)
    let forms = terms.flatMap(\.forms)
    let begins = Fragment.all(
      forms.map {
        Fragment(sql: "\(key) >= ? AND \(key) < ?", values: [.text($0), .text($0 + "\u{10FFFF}")])
      }, joinedBy: " OR ")
    let contains = Fragment.all(terms.map { $0.found(in: key) }, joinedBy: " OR ")
    return switch rank {
    case .numbered: nil
    case .begins: begins
    case .contains: Fragment(sql: "(\(contains.sql)) AND NOT (\(begins.sql))", values: contains.values + begins.values)
    case .elsewhere: Fragment(sql: "NOT (\(contains.sql))", values: contains.values)
    }
  }

  /// The rank of the record of a cursor.
  func rank(of cursor: FetchCursor) -> MatchRank {
    let id: RecordID? = if case .integer(let id)? = cursor.values.last { id } else { nil }
    return rank(of: id, at: cursor.values.first)
  }

  /// The rank of a record, by its id and the value of the first term of this request's order.
  func rank(of id: RecordID?, at value: Value?) -> MatchRank {
    if isNumberFirst, id == request.number { return .numbered }
    guard leading != nil, case .text(let text)? = value else { return .elsewhere }
    // Polish keys are folded texts with marks behind some letters.
    let key = [UInt8](String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 < Collation.firstMark })).utf8)
    let forms = terms.flatMap(\.forms).map { [UInt8]($0.utf8) }
    if forms.contains(where: key.starts(with:)) { return .begins }
    return forms.contains { key.firstRange(of: $0) != nil } ? .contains : .elsewhere
  }
}
