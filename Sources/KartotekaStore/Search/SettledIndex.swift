import KartotekaModel

import class GRDB.Database

/// What a ``SearchIndex`` looks up those records in that wait no more.
protocol SettledIndex: Sendable {
  /// All that has to be there beside the keys and the list of those that wait, in the order it is made in.
  var statements: [String] { get }
  /// What takes away all that ``statements`` make.
  var drops: [String] { get }

  /// Takes in records, none of which is known.
  /// - Parameter condition: which of the keys, with places for the values.
  func take(where condition: String, _ values: Value..., in database: Database) throws

  /// Takes in all records whose id is greater than one, none of which is known.
  func append(after id: RecordID, in database: Database) throws

  /// Forgets a record.
  /// - Parameter keys: its searched keys until now.
  func remove(_ id: RecordID, _ keys: [Value], in database: Database) throws

  /// The ids of the records in which every term is found, some of them perhaps twice; nil where it knows none of the
  /// terms.
  /// - Parameter column: the only one to look in; nil for all.
  func ids(finding terms: [SearchTerm], in column: String?) -> Fragment?

  /// How many records have every term; nil where it knows none of them.
  /// - Parameter column: the only one to look in; nil for all.
  func count(finding terms: [SearchTerm], in column: String?) -> Fragment?
}
