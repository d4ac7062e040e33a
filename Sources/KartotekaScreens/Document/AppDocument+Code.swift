import KartotekaModel

extension AppDocument {
  /// The description without what only code can do: actions, jobs, and what refers to them.
  public func withoutCode() -> AppDocument {
    guard !code.isEmpty || !kindNames.isEmpty else { return self }
    var document = self
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
    document.tabs = tabs?.compactMap { tab in
      if case .page = tab.screen { return nil }
      var tab = tab
      tab.screen = Self.withoutCode(tab.screen)
      return tab
    }
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
