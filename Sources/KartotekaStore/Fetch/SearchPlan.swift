/// The access path chosen for a search.
enum SearchPlan {
  /// No record can match.
  case none
  /// The keys of each record are looked at, in the request's order: of so many records at most, if it is said, since
  /// all that match may stand at the order's end.
  case scan(atMost: Int?)
  /// Which they are is found out first, by the trigram index where it knows of what is searched for, or by the filter.
  case indexThenSort

  /// Whether it is found out first which records match.
  var isLookUp: Bool { if case .indexThenSort = self { true } else { false } }

  /// Whether keys are looked at in the request's order.
  var isScan: Bool { if case .scan = self { true } else { false } }
}
