import Hummingbird
import KartotekaModel

extension Request {
  /// Whether the request is for the API or `/health`, in contrast to a screen.
  package var isForAPI: Bool {
    let path = uri.path
    return path == "/api" || path.hasPrefix("/api/") || path == "/health"
  }

  /// Whether the body is JSON: application/json, or a type with the suffix `+json` such as application/merge-patch+json
  /// (RFC 6839, section 3.1).
  package var isJSON: Bool {
    guard let whole = headers[.contentType] else { return false }
    // The common case, without parsing.
    if whole == "application/json" { return true }
    guard let type = whole.split(separator: ";").first?.trimmingSpaces().lowercased() else { return false }
    return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
  }

  /// The value of a cookie; nil if it is missing.
  package func cookie(_ name: String) -> String? { cookies[name]?.value }
}
