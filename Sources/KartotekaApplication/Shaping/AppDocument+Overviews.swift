import KartotekaModel
import KartotekaScreens

// Overviews that are put together of views.
extension AppDocument {
  /// The most parts of an overview: each is read when the page is opened.
  package static let mostParts = 30

  /// The overviews with their tabs, in the order of the tabs.
  package var overviews: [(tab: TabDescription, overview: OverviewDescription)] {
    writtenTabs.compactMap { tab in
      if case .overview(let overview) = tab.screen { (tab, overview) } else { nil }
    }
  }

  /// Adds an overview with its first part.
  /// - Returns: the last part of its address.
  @discardableResult
  package mutating func addOverview(_ title: String, _ part: ViewDescription) throws(ShapeFault) -> String {
    guard !title.isEmpty else { throw ShapeFault("title", "This can't be empty") }
    var tabs = writtenTabs
    let known = Set(tabs.map(\.path) + entities.map(\.plural))
    var (path, number) = ("overview", 1)
    while known.contains(path) {
      number += 1
      path = "overview-\(number)"
    }
    var overview = OverviewDescription()
    overview.panels = [.view(part)]
    tabs.append(TabDescription(path: path, title: title, symbol: .chart, screen: .overview(overview)))
    self.tabs = tabs
    return path
  }

  /// Changes the title of an overview.
  package mutating func renameOverview(_ path: String, to title: String) throws(ShapeFault) {
    guard !title.isEmpty else { throw ShapeFault("title", "This can't be empty") }
    try changeTab(path) { $0.title = title }
  }

  /// Removes an overview.
  package mutating func removeOverview(_ path: String) throws(ShapeFault) {
    guard let place = overviewPlace(path) else { throw Self.noOverview }
    var tabs = writtenTabs
    tabs.remove(at: place)
    self.tabs = tabs.isEmpty ? nil : tabs
  }

  /// Adds a part below the others.
  package mutating func addPart(_ part: ViewDescription, to path: String) throws(ShapeFault) {
    try changeParts(of: path) { parts throws(ShapeFault) in
      guard parts.count < Self.mostParts else {
        throw ShapeFault("", Phrase("There can be at most {count}.", ["count": .count(Self.mostParts)]))
      }
      parts.append(.view(part))
    }
  }

  /// Changes a part that is a view.
  package mutating func changePart(
    _ number: Int, of path: String, _ change: (inout ViewDescription) -> Void
  ) throws(ShapeFault) {
    try changeParts(of: path) { parts throws(ShapeFault) in
      guard parts.indices.contains(number), case .view(var view) = parts[number] else { throw Self.noOverview }
      change(&view)
      parts[number] = .view(view)
    }
  }

  /// Moves a part up or down.
  package mutating func movePart(_ number: Int, of path: String, by step: Int) throws(ShapeFault) {
    try changeParts(of: path) { parts throws(ShapeFault) in
      guard parts.indices.contains(number) else { throw Self.noOverview }
      let to = number + min(max(step, -number), parts.count - 1 - number)
      parts.insert(parts.remove(at: number), at: to)
    }
  }

  /// Removes a part. The last one goes with its overview.
  package mutating func removePart(_ number: Int, of path: String) throws(ShapeFault) {
    try changeParts(of: path) { parts throws(ShapeFault) in
      guard parts.indices.contains(number) else { throw Self.noOverview }
      parts.remove(at: number)
    }
  }

  private static let noOverview = ShapeFault("", "There is no such page")

  private func overviewPlace(_ path: String) -> Int? {
    writtenTabs.firstIndex { tab in
      if case .overview = tab.screen { tab.path == path } else { false }
    }
  }

  private mutating func changeTab(
    _ path: String, _ change: (inout TabDescription) throws(ShapeFault) -> Void
  ) throws(ShapeFault) {
    guard let place = overviewPlace(path) else { throw Self.noOverview }
    var tabs = writtenTabs
    try change(&tabs[place])
    if tabs != writtenTabs { self.tabs = tabs }
  }

  private mutating func changeParts(
    of path: String, _ change: (inout [OverviewDescription.Panel]) throws(ShapeFault) -> Void
  ) throws(ShapeFault) {
    try changeTab(path) { tab throws(ShapeFault) in
      guard case .overview(var overview) = tab.screen else { throw Self.noOverview }
      try change(&overview.panels)
      tab.screen = .overview(overview)
    }
    if overviews.contains(where: { $0.tab.path == path && $0.overview.panels.isEmpty && $0.overview.figures.isEmpty }) {
      try removeOverview(path)
    }
  }
}
