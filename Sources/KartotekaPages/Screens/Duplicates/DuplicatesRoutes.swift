import KartotekaModel

extension ScreenRoutes {
  /// The rows of duplicates and merging.
  @ScreenRouteBuilder
  func duplicatesRoutes(of screens: AppScreens) -> [ScreenRoute] {
    for entity in DuplicatesScreen.entities(screens) {
      let duplicates = DuplicatesScreen(screens: screens, entity: entity)
      let merge = MergeScreen(screens: screens, entity: entity)
      let path = entity.pathName
      page("\(path)/duplicates", needs: .change, duplicates.page)
      post("\(path)/duplicates", needs: .change) { try await duplicates.answer($0.form()) }
      get("\(path)/{id}/merge", needs: .change) { try await merge.page($0.id(entity, screens), $0.asked) }
      post("\(path)/{id}/merge", needs: .change) {
        try await merge.answer($0.id(entity, screens), $0.form(), $0.asked)
      }
    }
  }
}
