import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The parameters of an undo and of its plan: what is done with what was changed since.
enum UndoParameters {
  private static let (putBack, wholly) = ("putBack", "wholly")

  /// The parameters in the OpenAPI document.
  static let all: [JSONValue] = [
    OpenAPIParameters.query(
      putBack, "The ids of items of the plan that are put back although they were changed since, with commas; or `all`",
      ["type": "string"]),
    OpenAPIParameters.query(
      wholly, "`true`: nothing is undone if anything would stay", ["type": "boolean", "default": .bool(false)]),
  ]

  /// The choice of a request.
  static func choice(_ query: Query) throws(Problem) -> UndoChoice {
    let items = query[putBack]
    switch query[wholly] {
    case nil, "false": break
    case "true" where items == nil: return .wholly
    case "true": throw .parameter(putBack, "It can't be given together with wholly.")
    default: throw .parameter(wholly, "It has to be true or false.")
    }
    guard let items, !items.isEmpty else { return .keeping() }
    return items == "all" ? .puttingBackAll : .keeping(puttingBack: Set(items.split(separator: ",").map(String.init)))
  }
}
