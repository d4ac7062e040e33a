import KartotekaModel

/// A named state of a list, which everyone who opens the application can choose, or its owner alone.
package struct SavedView: Hashable, Sendable {
  /// The maximum length of a name, and of a query, in characters.
  package static let (longestName, longestQuery) = (100, 2_000)
  /// The maximum number of views of an application.
  package static let most = 500

  /// The view's number; 0 for a new one, negative for one with an owner.
  package var id: Int64
  /// The name of the entity whose records the list has.
  package var entity: String
  package var name: String
  /// The parameters of the list's address, percent-encoded: `where=…&sort=-total`.
  package var query: String
  /// Whether the view is a tab.
  package var isPinned: Bool
  /// The identity of the person who alone sees it; nil for a view for everybody.
  package var owner: Int64?

  package init(id: Int64 = 0, entity: String, name: String, query: String, isPinned: Bool = false) {
    self.id = id
    self.entity = entity
    self.name = name
    self.query = query
    self.isPinned = isPinned
  }
}

extension SavedView {
  /// Whether an access includes the change of the view: somebody who only reads has private views.
  func isChanged(by access: Access) -> Bool { owner != nil || access.changesRecords }

  /// Whether a person with an access sees the view. Without people everybody sees all. The owner of a view of an earlier version may be
  /// another person here: those who may change the application see it.
  func isSeen(by author: Author?, _ access: Access) -> Bool {
    guard let owner, access.isOfPerson else { return true }
    return Author.identities.contains(owner) ? owner == author?.owner : access.changesApplication
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
  /// Somebody who only reads would change a view for everybody.
  case onlyPrivate

  /// The fault in words.
  package var phrase: Phrase {
    switch self {
    case .name: Phrase("A name has 1 to {count} characters.", ["count": .count(SavedView.longestName)])
    case .nameTaken: "Another view of this list has that name."
    case .query: Phrase("A view can have at most {count} characters.", ["count": .count(SavedView.longestQuery)])
    case .tooMany: Phrase("There can be at most {count} views.", ["count": .count(SavedView.most)])
    case .unknown: "This view is gone."
    case .onlyPrivate: "Your role in this application includes views for you alone, and not those for everybody."
    }
  }
}
