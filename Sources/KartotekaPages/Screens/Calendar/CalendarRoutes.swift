import KartotekaModel

extension ScreenRoutes {
  @ScreenRouteBuilder
  func routes(of calendar: CalendarPages) -> [ScreenRoute] {
    let tab = calendar.tab.path
    get("\(tab)", needs: .see, caching: CalendarPages.parameters) { try await calendar.page($0.asked) }
    post("\(tab)/move/{id}", needs: .change) { try await calendar.move($0.number("id"), $0.form(), $0.asked) }
  }
}
