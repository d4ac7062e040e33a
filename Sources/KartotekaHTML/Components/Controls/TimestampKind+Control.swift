import Foundation
import KartotekaModel

/// A moment is shown, and what is typed is read, in the person's time zone.
extension TimestampKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    let zone = field.timeZone ?? html.say.timeZone
    let text = Self.local(field.text, in: zone)
    var field = field
    field.stored = field.stored.map { Self.local($0, in: zone) ?? $0 }
    if field.stored == text ?? field.text { field.stored = nil }
    guard let text else {
      return html.input(field, type: field.text.isEmpty ? "datetime-local" : "text", .step("1"))
    }
    html.input(field, type: "datetime-local", value: text, .step("1"))
  }

  /// A moment as browsers write it: `2026-11-21T09:12`, seconds only where there are some; nil for what is no moment.
  package static func local(_ text: String, in zone: TimeZone) -> String? {
    guard let moment = Timestamp.date(text, in: zone) else { return nil }
    var text = Timestamp.local(moment, in: zone)[...]
    if text.hasSuffix(".000") { text = text.dropLast(4) }
    if text.hasSuffix(":00"), text.utf8.count == 19 { text = text.dropLast(3) }
    return String(text)
  }
}
