import KartotekaModel

/// A named state of a list, which everyone who opens the application can choose.
package struct SavedView: Hashable, Sendable {
  /// The maximum length of a name, and of a query, in characters.
  package static let (longestName, longestQuery) = (100, 2_000)
  /// The maximum number of views of an application.
  package static let most = 500

  /// The view's number; 0 for a new one.
  package var id: Int64
  /// The name of the entity whose records the list has.
  package var entity: String
  package var name: String
  /// The parameters of the list's address, percent-encoded: `where=…&sort=-total`.
  package var query: String
  /// Whether the view is a tab.
  package var isPinned: Bool

  package init(id: Int64 = 0, entity: String, name: String, query: String, isPinned: Bool = false) {
    self.id = id
    self.entity = entity
    self.name = name
    self.query = query
    self.isPinned = isPinned
  }
}

/// Why a view can't be saved.
package enum SavedViewFault: Error, Hashable, Sendable {
  /// The name is empty or too long.
  case name
  /// Another view of the entity has the name.
  case nameTaken
  /// The query is too long.
  case query
  /// The application has ``SavedView/most`` views.
  case tooMany
  /// There is no view with the number.
  case unknown

  /// The fault in words.
  package var phrase: Phrase {
    switch self {
    case .name: Phrase("A name has 1 to {count} characters.", ["count": .count(SavedView.longestName)])
    case .nameTaken: "Another view of this list has that name."
    case .query: Phrase("A view can have at most {count} characters.", ["count": .count(SavedView.longestQuery)])
    case .tooMany: Phrase("There can be at most {count} views.", ["count": .count(SavedView.most)])
    case .unknown: "This view is gone."
    }
  }
}
