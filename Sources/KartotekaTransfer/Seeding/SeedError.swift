/// A seed record that can't be loaded.
public struct SeedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's name.
  public let file: String
  /// The position of the record, from 1.
  public let record: Int
  /// The fault.
  public let problem: String

  /// The fault, the record and the remedy.
  public var description: String {
    "Record \(record) of \(file) can't be loaded: \(problem) Make the file anew with `kartoteka mock`."
  }
}
