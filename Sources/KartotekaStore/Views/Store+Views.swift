import KartotekaModel

// Saved views of lists.
extension Store {
  /// All saved views, in the order of their names. They are cached until a setting or a view changes, since each page shows
  /// those that are tabs.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func views() async throws -> [SavedView] {
    DependencyRecorder.current?.note(.settings)
    return try await cached(caches.savedViews, ViewTable.name, until: [SettingsTable.name]) { database, _ in
      try ViewTable(database: database).all()
    }
  }
}

extension Transaction {
  /// Saves a new view, or changes the one with its number.
  /// - Returns: the view's number.
  /// - Throws: ``SavedViewFault``.
  @discardableResult
  package func save(_ view: SavedView) throws -> Int64 {
    var view = view
    view.name = view.name.trimmingSpaces()
    guard (1...SavedView.longestName).contains(view.name.count) else { throw SavedViewFault.name }
    guard view.query.count <= SavedView.longestQuery else { throw SavedViewFault.query }
    let table = ViewTable(database: database)
    let all = try table.all()
    let old = all.first { $0.id == view.id }
    guard old != nil || view.id == 0 else { throw SavedViewFault.unknown }
    guard old != nil || all.count < SavedView.most else { throw SavedViewFault.tooMany }
    guard !all.contains(where: { $0.id != view.id && $0.entity == view.entity && $0.name == view.name }) else {
      throw SavedViewFault.nameTaken
    }
    if old == view { return view.id }
    return try write(view, over: old)
  }

  /// Deletes a view.
  /// - Throws: ``SavedViewFault`` `.unknown`.
  package func deleteView(_ id: Int64) throws {
    guard let old = try ViewTable(database: database).all().first(where: { $0.id == id }) else {
      throw SavedViewFault.unknown
    }
    try delete(old)
  }

  /// Takes back what a change set did to a view.
  func takeBackView(_ id: Int64, _ before: Image?, _ after: Image?) throws {
    let now = try ViewTable(database: database).all().first { $0.id == id }
    guard now == after.flatMap({ ViewTable.view(id, $0) }) else {
      throw StoreError.cannotUndo("The view has been changed since")
    }
    if let view = before.flatMap({ ViewTable.view(id, $0) }) {
      _ = try write(view, over: now)
    } else if let now {
      try delete(now)
    }
  }

  private func write(_ view: SavedView, over old: SavedView?) throws -> Int64 {
    let id = try ViewTable(database: database).write(view)
    let name: [String: Phrase.Argument] = ["name": .text(view.name)]
    try log.record(
      table: ViewTable.name, id: id, before: old.map(ViewTable.image), after: ViewTable.image(view),
      named: old == nil ? Phrase("Saved the view {name}", name) : Phrase("Changed the view {name}", name))
    log.touchedSettings()
    return id
  }

  private func delete(_ view: SavedView) throws {
    try ViewTable(database: database).delete(view.id)
    try log.record(
      table: ViewTable.name, id: view.id, before: ViewTable.image(view), after: nil,
      named: Phrase("Deleted the view {name}", ["name": .text(view.name)]))
    log.touchedSettings()
  }
}
