import Foundation
import KartotekaModel

/// The texts of a form that a person has not saved, as their other devices are offered them. They are in ``DraftContent``.
package struct Draft: Sendable, Hashable {
  /// The form: the address that it is sent to, its id, and where it was opened, as a browser writes them.
  package let form: String
  /// The name that the first browser has given it. It stays when another device goes on with it.
  package let name: String
  /// Grows with each content.
  package let version: Int
  /// The browser that has sent the content.
  package let browser: String
  /// Whether it was saved or discarded. A browser that still has it forgets it.
  package let isEnded: Bool
  /// The device, as it is named in the list of sessions.
  package let device: String
  /// When the content came.
  package let changed: Date

  /// The address of a form, with which its text begins.
  package static func address(of form: String) -> String { String(form.prefix { $0 != " " }) }
}

/// The content of a draft as a browser sends it, also of one that was saved or discarded.
package struct DraftContent: Sendable, Hashable {
  package var form: String
  /// The version that the browser knows; 0 for a draft of its own that the server has not confirmed.
  package var version: Int
  package var browser: String
  /// Grows with each content of the browser: requests may overtake each other.
  package var typed: Int
  package var device: String
  /// Names and values of fields, as JSON: `[["title","Plums"]]`; nil for the end of the draft.
  package var content: String?

  /// - Parameters:
  ///   - form: the form, see ``Draft/form``.
  ///   - version: the version that the browser knows; 0 for a new draft.
  ///   - browser: the name of the browser.
  ///   - typed: grows with each content of the browser.
  ///   - device: the device for people.
  ///   - content: names and values of fields, as JSON; nil for the end of the draft.
  package init(form: String, version: Int, browser: String, typed: Int, device: String, content: String?) {
    (self.form, self.version, self.browser, self.typed) = (form, version, browser, typed)
    (self.device, self.content) = (device, content)
  }

  /// The application of the form.
  var application: String {
    let name = Draft.address(of: form).split(separator: "/").first.map(String.init) ?? ""
    return name.removingPercentEncoding ?? name
  }

  // Names of drafts and browsers are random letters and digits.
  static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
  }

  /// Why it is not kept; nil if it can be.
  func fault(_ limits: PeopleLimits) -> DraftRefusal? {
    guard form.utf8.count <= Self.longestForm, (content?.utf8.count ?? 0) <= limits.draftBytes else { return .tooLarge }
    guard Self.isName(browser), version >= 0, typed >= 0, form.hasPrefix("/"),
      (1...Self.longestApplication).contains(application.unicodeScalars.count),
      form.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
    else { return .invalid }
    guard let content else { return nil }
    guard let fields = try? JSONDecoder().decode([[String]].self, from: Data(content.utf8)), !fields.isEmpty,
      fields.allSatisfy({ $0.count == 2 })
    else { return .invalid }
    return nil
  }

  /// The most characters of a form's text.
  static let longestForm = 2_000
  /// The most characters of an application's name.
  static let longestApplication = 200
}

/// Why a draft is not kept.
package enum DraftRefusal: Error, Sendable, Hashable {
  /// It is none.
  case invalid
  /// It is longer than the limit.
  case tooLarge
  /// Another device has changed or ended it since the version that the browser knows. It stays as it is.
  case changed
}
