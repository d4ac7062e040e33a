import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// The screen where an entity's records are, whatever it looks like: what undo, errors and links from elsewhere have
/// to know of it.
protocol EntityScreen: Sendable {
  var screens: AppScreens { get }
  var tab: TabDescription { get }
  var entity: EntityDescription { get }

  /// The address that shows a record, or for nil the place it was in, with the search or the filters that the query
  /// of an earlier address of this screen had.
  func address(showing id: RecordID?, keeping query: SubmittedForm) -> URLPath
}

extension EntityScreen {
  /// The screen's own address.
  var address: URLPath { screens.path.appending(tab.path) }
}

extension AppScreens {
  /// The screen where an entity's records are; nil when the app has none.
  func screen(of entity: EntityDescription) -> (any EntityScreen)? {
    ListScreen(self, of: entity) ?? TableScreen(self, of: entity)
  }
}
