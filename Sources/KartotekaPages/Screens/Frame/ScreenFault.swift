import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The reason why a screen can't be shown or a form was refused, shown on a page with remedies.
struct ScreenFault: Error {
  let status: HTTPResponse.Status
  let title: Phrase
  let text: Phrase
  /// The remedies: labels and addresses of buttons.
  let buttons: [(title: Phrase, href: URLPath)]
  /// The path of the tab that the page belongs to; empty for none.
  private var tab = ""
  /// The texts of the refused form, to be copied.
  var sent: [(label: String, text: String)] = []

  private static let allApps: (title: Phrase, href: URLPath) = ("All apps", URLPath())

  /// The address is unknown.
  static let noSuchPage = ScreenFault(
    status: .notFound, title: "There is no such page",
    text: "The address leads nowhere; perhaps something was deleted.",
    buttons: [allApps])

  /// The record doesn't exist.
  static func noSuchRecord(_ screen: ListScreen) -> ScreenFault {
    var fault = ScreenFault(
      status: .notFound, title: "There is no such card", text: "It may have been deleted meanwhile.",
      buttons: [(Phrase(screen.tab.title), screen.address)])
    fault.tab = screen.tab.path
    return fault
  }

  /// An action was refused.
  static func refused(_ reason: Phrase, _ back: URLPath) -> ScreenFault {
    ScreenFault(
      status: .conflict, title: "The action was refused", text: reason, buttons: [("Back", back)])
  }

  /// An address is not understood.
  static func misread(_ reason: Phrase, _ back: URLPath) -> ScreenFault {
    ScreenFault(
      status: .badRequest, title: "There is no such page", text: reason, buttons: [("Back", back)])
  }

  /// Another person or program was faster.
  static func changedMeanwhile(_ back: URLPath) -> ScreenFault {
    ScreenFault(
      status: .conflict, title: "The application was changed meanwhile",
      text: "Someone else changed this at the same time. Your change was not saved. Go back and try again.",
      buttons: [("Back", back)])
  }

  /// Later changes prevent an undo.
  static func cannotUndo(_ reason: Phrase, back: URLPath) -> ScreenFault {
    ScreenFault(
      status: .conflict, title: "This can't be undone any more", text: reason, buttons: [("Back", back)])
  }

  /// Later changes prevent the restoration of a deleted record.
  static func cannotBringBack(_ reason: Phrase, back: URLPath) -> ScreenFault {
    ScreenFault(
      status: .conflict, title: "This can't be brought back", text: reason, buttons: [("Back", back)])
  }

  /// The text for any error: that of a screen or of the server's problem; a nil problem is an unexpected error.
  /// - Parameter again: the requested page for "Try again"; nil after a form.
  init(_ error: any Error, _ problem: Problem?, back: URLPath?, again: URLPath?) {
    switch (error, problem) {
    case (let fault as ScreenFault, _): self = fault
    case (_, let problem?) where problem.kind == .notSignedIn:
      self.init(
        status: problem.kind.status, title: Phrase(problem.kind.title),
        text: "You have been signed out, or may no longer use this server.",
        buttons: [("Sign in", PeopleAddress.signIn)])
    case (_, let problem?):
      let isTemporary = problem.kind.status == .serviceUnavailable || problem.kind == .tooMany
      let retry = (isTemporary ? again : nil).map { [(title: Phrase("Try again"), href: $0)] } ?? []
      let buttons = retry + (back.map { [(title: Phrase("Back"), href: $0)] } ?? []) + [Self.allApps]
      self.init(
        status: problem.kind.status, title: Phrase(problem.kind.title), text: Self.tooLarge(problem) ?? problem.detail,
        buttons: buttons)
    case (_, nil):
      self.init(
        status: .internalServerError, title: "Something went wrong here",
        text: "This is a mistake of the program; nothing was changed. The log says more.",
        buttons: [Self.allApps])
    }
  }

  // Without scripts, the size of a file is known only when it is sent. Browsers keep the form that they have left.
  private static func tooLarge(_ problem: Problem) -> Phrase? {
    guard problem.kind == .tooLarge, case .number(let digits)? = problem.members["limit"], let limit = Int(digits),
      limit >= 1_000_000
    else { return nil }
    return Phrase(
      "At most {count} MB can be sent at once. The browser's Back leads to the form with what you typed.",
      ["count": .count(limit / 1_000_000)])
  }

  private init(
    status: HTTPResponse.Status, title: Phrase, text: Phrase, buttons: [(title: Phrase, href: URLPath)]
  ) {
    self.status = status
    self.title = title
    self.text = text
    self.buttons = buttons
  }

  /// The page with the error, within the frame of its application.
  /// - Throws: ``StoreError`` where the application's data can't be read.
  func document(in screens: AppScreens, _ request: ScreenRequest) async throws -> ScreenDocument {
    let content = content(request.say, reference: nil)
    return try await screens.page(
      content.title, for: request, tab: tab, status: status, hasTwoColumns: false, isFollowing: false,
      columns: [content])
  }

  /// The page with the error, without a frame.
  func document(_ say: Localizer, assets: Assets, hue: Int, reference: String?) -> ScreenDocument {
    let content = content(say, reference: reference)
    let page = Page(title: content.title + " – " + say(assets.product), hue: hue, assets: assets, hasTwoColumns: false)
    var document = ScreenDocument.page(page, columns: [content], status: status)
    // The next person at the device does not come back to it.
    document.isStorable = sent.isEmpty
    return document
  }

  private func content(_ say: Localizer, reference: String?) -> ErrorPage {
    var content = ErrorPage(
      title: say(title), text: say(text), reference: reference,
      buttons: buttons.map { ActionButton(title: say($0.title), target: .link($0.href)) })
    content.offersDraft = status == .notFound
    if !sent.isEmpty { content.sent = SentTexts(sent) }
    return content
  }
}
