import KartotekaModel

/// How many rows a page shows of each kind before it leads on to more.
enum RowLimits {
  /// Rows of a list or a table.
  static let page = AnyFetchRequest.limits.usual
  /// The most rows of a list or a table that a script may request at once, for rows that it shows already.
  static let mostOnPage = 2_000
  /// Rows of each group of a sheet of choices.
  static let sheet = AnyFetchRequest.limits.usual
  /// The most rows of each group of a sheet of choices, after "Show more rows".
  static let mostInSheet = 1_000
  /// Rows of one section of a record's page.
  static let section = 16
  /// Pictures of one section of a record's page.
  static let pictures = 10
  /// Rows or pictures of a section after "Show all".
  static let mostInSection = 1_000
}
