import KartotekaModel
import KartotekaScreens

private struct Loan: Entity {
  enum Stage: String, ChoiceValue { case lent, back }

  let title = Attribute<String>("Title", .required, .title)
  let due = Attribute<CalendarDate>("Due")
  let stage = Attribute<Stage>("Stage")

  static var states: [StateDescription] { [StateDescription("back", "Back", tone: .good, when: \Loan.stage == .back)] }
}

/// Applications with views as tabs that their lists can't have, and one that is sound.
enum FaultyViews {
  static let sound = app([
    ListView(late).sorted(by: \Loan.due).grouped(by: \.due, each: .month).description,
    ListView(Loan.self).board(by: \.stage).description, ListView(Subset(state: "back", of: Loan.self)).description,
    ListView(Loan.self).sorted(descendingBy: \.due).table(columns: \.title, \.due).description,
  ])

  static let all: [FaultyApp] = [
    broken(ListViewDescription(of: "letter", view: "sort=due")),
    broken(ListViewDescription(of: "loan")),
    broken(ListViewDescription(of: "loan", view: "sort=size")),
    broken(ListViewDescription(of: "loan", view: "group=size")),
    broken(ListViewDescription(of: "loan", view: "layout=board:due")),
    broken(ListViewDescription(of: "loan", subset: Subset(state: "lost", of: Loan.self).description)),
    broken(ListViewDescription(of: "loan", subset: Subset("late", "Late", where: \Loan.stage == .back).description)),
    broken(ListViewDescription(of: "loan", subset: Subset("back", "Back", where: \Loan.due == nil).description)),
    FaultyApp("views-consistent", app([.view(ListViewDescription(of: "loan", view: "sort=due"))], listing: false)),
    FaultyApp(
      "views-consistent",
      app([
        Overview { Figure("Soon", share: Subset("soon", "Soon", where: \Loan.due == nil)) }.description,
        ListView(Subset("soon", "Soon", where: \Loan.stage == .lent)).description,
      ])),
  ]

  private static let late = Subset("late", "Late", where: \Loan.due < .today)

  private static func broken(_ view: ListViewDescription) -> FaultyApp {
    FaultyApp("views-consistent", app([ListView(late).description, .view(view)]))
  }

  private static func app(_ screens: [ScreenDescription], listing: Bool = true) -> AppDescription {
    let list = TabDescription(
      path: "loans", title: "Loans", symbol: .list,
      screen: .list(ListDescription(entity: "loan", title: ["title"], subtitle: [])))
    let views = screens.enumerated().map { number, screen in
      TabDescription(path: "view-\(number)", title: "View", symbol: .funnel, screen: screen)
    }
    return AppDescription(
      name: "library", title: "Library", summary: "", symbol: .book, hue: 120, model: ModelDescription([Loan.self]),
      tabs: (listing ? [list] : []) + views)
  }
}
