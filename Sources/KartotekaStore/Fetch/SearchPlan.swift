/// How the records are come by that a search finds.
enum SearchPlan {
  /// There are none.
  case none
  /// The keys of each record are looked at, in the request's order: of so many records at most, if it is said, since
  /// all that match may stand at the order's end.
  case scan(atMost: Int?)
  /// Which they are is found out first, by the trigram index where it knows of what is searched for.
  case indexThenSort
  /// Each different text is looked at, in the request's order, and leads to its records.
  case walkDistinctTexts(OrderedTexts)

  /// Whether keys are looked at in the request's order.
  var isScan: Bool { if case .scan = self { true } else { false } }
}

/// The different texts of a searched key, where a request's order goes from one to the next.
struct OrderedTexts {
  let root: DistinctTextIndex
  /// Where the order is another collation's.
  let collated: CollatedDictionary?

  /// The table, for SQL; the texts in their order are in its column `text`.
  var table: String { collated?.table ?? root.table }
  /// The records' key, for SQL.
  var key: String { (collated == nil ? "k." : "o.") + root.column }
  /// What is searched, for SQL.
  var searched: String { collated == nil ? "x.text" : "x.folded" }
}
