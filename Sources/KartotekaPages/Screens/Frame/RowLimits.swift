import KartotekaModel

/// The numbers of rows before a link to more rows.
enum RowLimits {
  /// Rows of a list or a table.
  static let page = AnyFetchRequest.limits.usual
  /// The maximum number of rows that a script may update at once.
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
  /// Rejected rows, and unresolved references, of one page of an import. Each is a form with several fields.
  static let review = 12
}

extension AnyFetchRequest {
  /// Requests the page of rows in an address, or as many rows as a script shows.
  /// - Returns: whether the address has a start position.
  @discardableResult
  mutating func takePage(of request: ScreenRequest) -> Bool {
    limit = RowLimits.page
    if let rows = request.rows {
      limit = min(max(rows, RowLimits.page), RowLimits.mostOnPage)
      if let cursor = request.at { position = .at(cursor) }
    } else if let cursor = request.after {
      position = .after(cursor)
    } else if let cursor = request.before {
      position = .before(cursor)
    } else {
      return false
    }
    return true
  }
}
