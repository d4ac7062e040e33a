import Hummingbird
import KartotekaModel

extension Request {
  /// Whether a program asks, not a person's browser.
  package var isForAPI: Bool {
    let path = uri.path
    return path == "/api" || path.hasPrefix("/api/") || path == "/health"
  }

  /// Whether the body is application/json, application/merge-patch+json or another type of that suffix (RFC 6839,
  /// section 3.1).
  package var isJSON: Bool {
    guard let whole = headers[.contentType] else { return false }
    // What nearly all say; to take it apart takes microseconds.
    if whole == "application/json" { return true }
    guard let type = whole.split(separator: ";").first?.trimmingSpaces().lowercased() else { return false }
    return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
  }

  /// A cookie's value; nil when the browser sent none of that name.
  package func cookie(_ name: String) -> String? { cookies[name]?.value }
}
