/// How the records are come by that a search finds.
enum SearchPlan {
  /// There are none.
  case none
  /// The keys of each record are looked at, in the request's order: of so many records at most, if it is said, since
  /// all that match may stand at the order's end.
  case scan(atMost: Int?)
  /// Which they are is found out first, by the trigram index where it knows of what is searched for.
  case indexThenSort

  /// Whether keys are looked at in the request's order.
  var isScan: Bool { if case .scan = self { true } else { false } }
}
