import Hummingbird

extension ScreenRoutes {
  /// The rows of the sheets that shape a list.
  @ScreenRouteBuilder
  func routes(of shaping: ListShaping, at entities: RouterPath) -> [ScreenRoute] {
    let filter = FilterScreen(shaping: shaping)
    let view = ViewScreen(shaping: shaping)
    let saved = SavedViewScreen(shaping: shaping)
    page("\(entities)/filter", needs: .see, filter.page)
    form("\(entities)/filter", needs: .see, filter.answer)
    get("\(entities)/narrow", needs: .see) { .seeOther(try await shaping.narrowed($0.asked)) }
    page("\(entities)/facets", needs: .see, caching: [], filter.panel)
    page("\(entities)/view", needs: .see, view.page)
    form("\(entities)/view", needs: .see, view.answer)
    // A refused form has this address, which may be reloaded.
    get("\(entities)/views", needs: .see) { .seeOther(shaping.view($0.asked)) }
    form("\(entities)/views", needs: .keep, view.keep)
    page("\(entities)/columns", needs: .see, ColumnsScreen(shaping: shaping).page)
    page("\(entities)/figures", needs: .see, FiguresScreen(shaping: shaping).page)
    let chart = ChartScreen(shaping: shaping)
    page("\(entities)/chart", needs: .see, chart.page)
    form("\(entities)/chart", needs: .see, chart.answer)
    get("\(entities)/chart.svg", needs: .see) { try await chart.picture($0.asked) }
    page("\(entities)/labels", needs: .see, LabelsScreen(shaping: shaping).page)
    let feed = FeedScreen(shaping: shaping, isOpenToEverybody: isOpenToEverybody, shared: shared)
    get("\(entities)/feed", needs: .own, feed.page)
    post("\(entities)/feed", needs: .own, feed.make)
    post("\(entities)/feed/end", needs: .own, feed.end)
    get("\(entities)/views/{view}", needs: .keep) { try await saved.page($0.number("view"), $0.asked) }
    post("\(entities)/views/{view}", needs: .keep) {
      try await saved.answer($0.number("view"), $0.form(), $0.asked)
    }
  }
}
