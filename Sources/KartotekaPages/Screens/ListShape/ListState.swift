import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The state of a list in its address, without a position: its search, its subset and its shape.
struct ListState: Hashable, Sendable {
  var search: String
  var only: String
  var shape: ListShape

  /// A state.
  init(search: String, only: String, shape: ListShape) { (self.search, self.only, self.shape) = (search, only, shape) }

  /// The state in a request.
  init(_ request: ScreenRequest) { (search, only, shape) = (request.search, request.only, request.shape) }

  /// The state of a saved view. Other parameters are ignored.
  init(_ view: SavedView) {
    let query = SubmittedForm.query(of: "?" + view.query)
    search = query["search"] ?? ""
    only = query[ListNarrowing.parameter] ?? ""
    shape = ListShape { query[$0] }
  }

  /// The parameters in an address.
  var items: [(name: String, value: String)] {
    ([("search", search), (ListNarrowing.parameter, only)] + shape.items).filter { !$0.1.isEmpty }
  }

  /// The parameters as a saved view stores them.
  var query: String { String(URLPath.Query(items).text.dropFirst()) }

  /// The address of a list in this state.
  func address(_ path: URLPath) -> URLPath { items.reduce(path) { $0.with($1.name, $1.value) } }
}

extension ScreenRequest {
  /// The request with another shape of the list.
  func shaped(_ change: (inout ListShape) -> Void) -> ScreenRequest {
    var copy = self
    change(&copy.shape)
    return copy
  }
}
