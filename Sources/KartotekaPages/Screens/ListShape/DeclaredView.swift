import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// The view of a list that a tab declares.
struct DeclaredView {
  /// The tab of the list.
  private let list: TabDescription
  private let state: ListState
  /// The address of the list in its state.
  let address: URLPath

  /// The view of a tab; nil for a tab with another screen.
  init?(_ tab: TabDescription, in screens: AppScreens) {
    guard case .view(let view) = tab.screen, let entity = screens.description.model.entity(named: view.entity),
      let screen = screens.screen(of: entity)
    else { return nil }
    list = screen.tab
    state = ListState(search: "", only: view.subset?.name ?? "", shape: view.shape)
    address = state.address(screen.address)
  }

  /// Whether a request for the page of a tab shows the view.
  func isShown(at path: String, by request: ScreenRequest) -> Bool {
    list.path == path && ListState(request) == state
  }
}
