import Foundation
import KartotekaModel

/// Access to JSON of unknown structure from a service.
extension JSONValue {
  /// The member of an object; nil for other values.
  subscript(name: String) -> JSONValue? { if case .object(let members) = self { members[name] } else { nil } }

  /// The elements of an array; nil for other values.
  var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The text of a string; nil for other values.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of an integer; nil for other values.
  var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

  /// The value of a number; nil for other values.
  var real: Double? { if case .number(let digits) = self { Double(digits) } else { nil } }

  /// The text of a string that is an absolute HTTP or HTTPS URL; nil for other values.
  var webAddress: String? {
    guard let text, let url = URL(string: text), url.scheme == "https" || url.scheme == "http",
      url.host()?.isEmpty == false
    else { return nil }
    return text
  }
}
