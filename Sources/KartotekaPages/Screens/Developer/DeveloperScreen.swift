import Foundation
import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The SQL statements of recent pages with their times, rows and query plans, for authors of applications. Recording is
/// switched on for a browser.
struct DeveloperScreen: Sendable {
  let screens: AppScreens

  private var path: URLPath { screens.path.appending("developer") }

  /// The page.
  /// - Parameter browser: the browser that has switched recording on; nil where it has not.
  func page(_ request: ScreenRequest, of browser: String?) async throws -> ScreenDocument {
    let say = request.say
    let pages = browser.map { screens.statements.pages(of: $0) } ?? []
    let column = DeveloperColumn(
      path: path, back: (say(screens.more.title), screens.moreAddress), isOn: browser != nil,
      pages: pages.map { page in
        DeveloperColumn.Page(
          address: page.address, time: Self.time(page.statements.reduce(0) { $0 + $1.milliseconds }, say),
          statements: page.statements.map { Self.statement($0, say) })
      })
    return try await screens.page(
      say("Developer"), for: request, tab: screens.more.path, hasTwoColumns: false, columns: [column]
    )
    .depending(on: .outside)
  }

  private static func statement(_ statement: RecordedStatement, _ say: Localizer) -> DeveloperColumn.Statement {
    DeveloperColumn.Statement(
      sql: statement.sql, time: time(statement.milliseconds, say),
      rows: say("{count} rows", ["count": .count(statement.rows)]),
      plan: statement.plan.map { String(repeating: "\u{2003}", count: $0.depth) + $0.detail })
  }

  private static func time(_ milliseconds: Double, _ say: Localizer) -> String {
    say(
      "{number} ms", ["number": .text(say.number(Decimal(Int(clampingNearest: milliseconds * 100)) / 100, digits: 2))])
  }

  /// Switches recording on or off for the browser.
  func choose(_ form: SubmittedForm) -> ScreenDocument {
    var document = ScreenDocument.seeOther(path)
    let name = StatementHistory.cookie
    document.cookies = [
      form["on"] == "yes"
        ? "\(name)=\(StatementHistory.newBrowser()); Path=/\(screens.app.pathName); HttpOnly; SameSite=Strict"
        : "\(name)=; Path=/\(screens.app.pathName); Max-Age=0; HttpOnly; SameSite=Strict"
    ]
    return document
  }
}
