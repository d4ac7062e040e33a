import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// The screen of an entity's records. Undo, errors and links use it for addresses.
protocol EntityScreen: Sendable {
  var screens: AppScreens { get }
  var tab: TabDescription { get }
  var entity: EntityDescription { get }

  /// The address of a record, or for nil of the list, with the search and filters in the query of an earlier address.
  func address(showing id: RecordID?, keeping query: SubmittedForm) -> URLPath

  /// The names of the screen's own parameters, beside those of ``ListState``.
  var parameters: [String] { get }
}

extension EntityScreen {
  /// The address of the screen.
  var address: URLPath { screens.path.appending(tab.path) }

  var parameters: [String] { [] }
}

extension AppScreens {
  /// The title of an entity's records: `People`, and `People: notes` for the notes on them.
  func kind(of entity: EntityDescription, _ say: Localizer) -> String {
    guard let owner = entity.notesOwner.flatMap(description.model.entity(named:)) else {
      return say.capitalized(entity.nouns.many)
    }
    return say("{kind}: notes", ["kind": .text(say.capitalized(owner.nouns.many))])
  }

  /// The screen of an entity's records; nil if the application has none.
  func screen(of entity: EntityDescription) -> (any EntityScreen)? {
    ListScreen(self, of: entity) ?? TableScreen(self, of: entity)
  }
}
