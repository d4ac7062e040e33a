import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The state of a list in its address, without a position: its search, its subset and its shape.
struct ListState: Hashable, Sendable {
  var search: String
  var only: String
  var shape: ListShape
  /// Parameters of the screen, by name.
  var others: [String: String]

  /// The state in a request.
  /// - Parameter parameters: the names of the screen's own parameters.
  init(_ request: ScreenRequest, _ parameters: [String] = []) {
    (search, only, shape) = (request.search, request.only, request.shape)
    others = Self.others(parameters + request.parameters, of: request.query)
  }

  private static func others(_ parameters: [String], of query: SubmittedForm) -> [String: String] {
    parameters.reduce(into: [:]) { others, name in
      if let text = query[name], !text.isEmpty { others[name] = text }
    }
  }

  /// The state of a saved view. Other parameters are ignored.
  init(_ view: SavedView, _ parameters: [String] = []) {
    let query = SubmittedForm.query(of: "?" + view.query)
    search = query["search"] ?? ""
    only = query[ListNarrowing.parameter] ?? ""
    shape = ListShape { query[$0] }
    others = Self.others(parameters, of: query)
  }

  /// The parameters in an address.
  var items: [(name: String, value: String)] {
    let others = others.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    return ([("search", search), (ListNarrowing.parameter, only)] + shape.items + others).filter { !$0.1.isEmpty }
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
