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

  /// The members that the body of an undo may have instead.
  static let body: JSONValue = [
    "type": "object",
    "properties": [
      putBack: ["oneOf": [["const": "all"], ["type": "array", "items": ["type": "string"]]]],
      wholly: ["type": "boolean", "default": .bool(false)],
    ], "additionalProperties": .bool(false),
  ]

  /// The choice of a request.
  /// - Parameter body: the members of its body, instead of the parameters of its address.
  static func choice(_ query: Query, _ body: JSONObject = [:]) throws(Problem) -> UndoChoice {
    var faults = body.filter { ![putBack, wholly].contains($0.key) }.map { FieldFault($0.key, .unknownField) }
    for name in [putBack, wholly] where query[name] != nil && body[name] != nil {
      faults.append(FieldFault(name, "The address has this, too"))
    }
    guard faults.isEmpty else { throw .invalid(faults) }
    let chosen = try items(query[putBack], body[putBack])
    if try isWholly(query[wholly], body[wholly]) {
      guard chosen == nil else { throw .parameter(putBack, "It can't be given together with wholly.") }
      return .wholly
    }
    guard let chosen, !chosen.isEmpty else { return .keeping() }
    return chosen == ["all"] ? .puttingBackAll : .keeping(puttingBack: chosen)
  }

  private static func items(_ text: String?, _ member: JSONValue?) throws(Problem) -> Set<String>? {
    switch member {
    case nil: return text.map { Set($0.split(separator: ",").map(String.init)) }
    case .string("all")?: return ["all"]
    case .array(let members)?:
      let items = members.compactMap { if case .string(let item) = $0 { item } else { nil } }
      if items.count == members.count { return Set(items) }
    default: break
    }
    throw .invalid([FieldFault(putBack, "This has to be all, or a list of items of the plan")])
  }

  private static func isWholly(_ text: String?, _ member: JSONValue?) throws(Problem) -> Bool {
    switch member {
    case nil: break
    case .bool(let isWholly)?: return isWholly
    default: throw .invalid([FieldFault(wholly, "This has to be true or false")])
    }
    switch text {
    case nil, "false": return false
    case "true": return true
    default: throw .parameter(wholly, "It has to be true or false.")
    }
  }
}
