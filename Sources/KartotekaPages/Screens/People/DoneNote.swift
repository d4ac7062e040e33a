import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

/// A sentence at the top of a page about what its form has just done. The address of the page says which.
enum DoneNote: String {
  case saved
  case password

  private static let parameter = "done"

  /// The address of a page with the sentence.
  func address(_ page: URLPath) -> URLPath { page.with(Self.parameter, rawValue) }

  /// The sentence of a page; none if it is asked for without one.
  static func parts(_ call: ScreenCall) -> [any Component] {
    guard let note = call.asked.query[parameter].flatMap(DoneNote.init) else { return [] }
    return [BackupNotice(text: note.text(call.say), isBad: false)]
  }

  private func text(_ say: Localizer) -> String {
    switch self {
    case .saved: say("It is saved.")
    case .password: say("The password is changed. All other devices are signed out.")
    }
  }
}
