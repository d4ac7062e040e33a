import Foundation
import KartotekaModel

/// Reads what a service answered, of which nothing is certain.
extension JSONValue {
  /// The member of an object; nil for anything else.
  subscript(name: String) -> JSONValue? { if case .object(let members) = self { members[name] } else { nil } }

  /// The elements, if it is an array.
  var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The text, if it is one.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The whole number, if it is one.
  var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

  /// The number, if it is one.
  var real: Double? { if case .number(let digits) = self { Double(digits) } else { nil } }

  /// The text, if it is an address that a browser may follow.
  var webAddress: String? {
    guard let text, let url = URL(string: text), url.scheme == "https" || url.scheme == "http",
      url.host()?.isEmpty == false
    else { return nil }
    return text
  }
}
