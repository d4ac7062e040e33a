import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Why a screen can't be shown or a form not be carried out: said on a page, with what to do.
struct ScreenFault: Error {
  let status: HTTPResponse.Status
  let title: Phrase
  let text: Phrase
  /// What can be done: a button's words and where it leads.
  let buttons: [(title: Phrase, href: URLPath)]

  private static let allApps: (title: Phrase, href: URLPath) = ("All apps", URLPath())

  /// The address leads nowhere.
  static let noSuchPage = ScreenFault(
    status: .notFound, title: "There is no such page",
    text: "The address leads nowhere; perhaps something was deleted.",
    buttons: [allApps])

  /// The record is gone, or never was.
  static func noSuchRecord(_ screen: any EntityScreen) -> ScreenFault {
    ScreenFault(
      status: .notFound, title: "There is no such card", text: "It may have been deleted meanwhile.",
      buttons: [(Phrase(screen.tab.title), screen.address)])
  }

  /// An action can't be done as things are.
  static func refused(_ reason: Phrase, _ back: URLPath) -> ScreenFault {
    ScreenFault(
      status: .conflict, title: "The action was refused", text: reason, buttons: [("Back", back)])
  }

  /// Later changes stand in the way of an undo.
  static func cannotUndo(_ reason: Phrase, back: URLPath) -> ScreenFault {
    ScreenFault(
      status: .conflict, title: "This can't be undone any more", text: reason, buttons: [("Back", back)])
  }

  /// Later changes stand in the way of bringing a deleted record back.
  static func cannotBringBack(_ reason: Phrase, back: URLPath) -> ScreenFault {
    ScreenFault(
      status: .conflict, title: "This can't be brought back", text: reason, buttons: [("Back", back)])
  }

  /// What is said for any error: a screen's own, or what the server makes of it; nil is a mistake of the program.
  /// - Parameter again: the page that was asked for, which can be asked for again; nil after a form.
  init(_ error: any Error, _ problem: Problem?, back: URLPath?, again: URLPath?) {
    switch (error, problem) {
    case (let fault as ScreenFault, _): self = fault
    case (_, let problem?):
      let isTemporary = problem.kind.status == .serviceUnavailable || problem.kind == .tooMany
      let retry = (isTemporary ? again : nil).map { [(title: Phrase("Try again"), href: $0)] } ?? []
      let buttons = retry + (back.map { [(title: Phrase("Back"), href: $0)] } ?? []) + [Self.allApps]
      self.init(
        status: problem.kind.status, title: Phrase(problem.kind.title), text: problem.detail, buttons: buttons)
    case (_, nil):
      self.init(
        status: .internalServerError, title: "Something went wrong here",
        text: "This is a mistake of the program; nothing was changed. The log says more.",
        buttons: [Self.allApps])
    }
  }

  private init(
    status: HTTPResponse.Status, title: Phrase, text: Phrase, buttons: [(title: Phrase, href: URLPath)]
  ) {
    self.status = status
    self.title = title
    self.text = text
    self.buttons = buttons
  }

  /// The page that says it.
  func document(_ say: Localizer, assets: Assets, hue: Int, reference: String?) -> ScreenDocument {
    let content = ErrorPage(
      title: say(title), text: say(text), reference: reference,
      buttons: buttons.map { ActionButton(title: say($0.title), target: .link($0.href)) })
    let page = Page(title: content.title + " – Kartoteka", hue: hue, assets: assets, hasTwoColumns: false)
    return .page(page, columns: [content], status: status)
  }
}
