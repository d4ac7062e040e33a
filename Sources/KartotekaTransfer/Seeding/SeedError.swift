/// A record that an application brings along can't be loaded: a mistake of its author.
public struct SeedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// Which record of it, counting from 1.
  public let record: Int
  /// What is wrong with it.
  public let problem: String

  /// What is wrong with which record, and what to do.
  public var description: String {
    "Record \(record) of \(file) can't be loaded: \(problem) Make the file anew with `kartoteka mock`."
  }
}
