import KartotekaModel

extension AppDocument {
  /// The description without what only code can do: actions, jobs, and what refers to them.
  public func withoutCode() -> AppDocument {
    var document = withoutPages()
    guard !code.isEmpty || !kindNames.isEmpty else { return document }
    document.code = CodeDescription()
    for entity in document.entities.indices {
      for index in document.entities[entity].attributes.indices {
        document.entities[entity].attributes[index].closing = nil
        document.entities[entity].attributes[index].settingAction = nil
        document.entities[entity].attributes[index].leaveOutCode()
      }
      for index in document.entities[entity].computed.indices {
        document.entities[entity].computed[index].attribute.leaveOutCode()
      }
    }
    document.tabs = document.tabs?.map { tab in
      var tab = tab
      tab.screen = Self.withoutCode(tab.screen)
      return tab
    }
    return document
  }

  /// The description without tabs that show pages of the application's own: a page is code, and has no written form.
  package func withoutPages() -> AppDocument {
    guard let tabs else { return self }
    var document = self
    let screens = tabs.filter { if case .page = $0.screen { false } else { true } }
    document.tabs = screens.isEmpty && !tabs.isEmpty ? nil : screens
    return document
  }

  /// The names of the actions, jobs and kinds that a description alone doesn't make.
  public var codeNames: [String] {
    let jobs = Set(code.jobs.map(\.name))
    return code.actions.map(\.name).filter { !jobs.contains($0) } + code.jobs.map(\.name) + kindNames
  }

  // The kinds of attributes that are code, each once.
  private var kindNames: [String] {
    var seen: Set<String> = []
    return entities.flatMap(\.attributes).compactMap { $0.code?.name.rawValue }.filter { seen.insert($0).inserted }
  }

  private static func withoutCode(_ screen: ScreenDescription) -> ScreenDescription {
    switch screen {
    case .list(var list):
      for index in list.documents.indices { list.documents[index].issue = nil }
      return .list(list)
    case .overview(var overview):
      overview.panels = overview.panels.map { panel in
        guard case .watch(var watch) = panel else { return panel }
        watch.action = nil
        return .watch(watch)
      }
      return .overview(overview)
    case .table, .groups, .map, .calendar, .settings, .view, .page: return screen
    }
  }
}
