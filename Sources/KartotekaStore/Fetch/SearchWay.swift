/// How the records are come by that a search finds.
enum SearchWay {
  /// The keys of each record are looked at, in the request's order.
  case scan
  /// The trigram index tells which they are.
  case lookUp
  /// Each different text is looked at, in the request's order, and leads to its records.
  case walk(TextTable)
}
