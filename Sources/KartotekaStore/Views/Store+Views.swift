import KartotekaModel

// Saved views of lists.
extension Store {
  /// The saved views for everybody and those of the person who asks, in the order of their names. They are cached until a setting or a
  /// view changes, since each page shows those that are tabs.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func views() async throws -> [SavedView] {
    DependencyRecorder.current?.note(.settings)
    let all = try await cached(caches.savedViews, ViewTable.name, until: [SettingsTable.name]) { database, _ in
      try SavedView.all(in: database)
    }
    let author = Author.current
    return all.filter { $0.isSeen(by: author, access) }
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
    let old = try views().first { $0.id == view.id }
    guard old != nil || view.id == 0, view.isSeen(by: log.author, access) else { throw SavedViewFault.unknown }
    guard view.isChanged(by: access), old?.isChanged(by: access) ?? true else { throw SavedViewFault.onlyPrivate }
    // The names of other people's views are not told.
    let others = try views().filter { $0.owner == view.owner && $0.id != view.id }
    guard others.count < SavedView.most || old?.owner == view.owner && old != nil else { throw SavedViewFault.tooMany }
    guard !others.contains(where: { $0.entity == view.entity && $0.name == view.name }) else {
      throw SavedViewFault.nameTaken
    }
    if old == view { return view.id }
    guard let old, old.owner != view.owner else { return try write(view, over: old) }
    try delete(old)
    view.id = 0
    return try write(view, over: nil, publishedBy: old.owner)
  }

  // The views that the person who makes the change sees.
  private func views() throws -> [SavedView] {
    try SavedView.all(in: database).filter { $0.isSeen(by: log.author, access) }
  }

  /// Deletes a view.
  /// - Throws: ``SavedViewFault`` `.unknown`, `.onlyPrivate`.
  package func deleteView(_ id: Int64) throws {
    guard let old = try views().first(where: { $0.id == id }) else { throw SavedViewFault.unknown }
    guard old.isChanged(by: access) else { throw SavedViewFault.onlyPrivate }
    try delete(old)
  }

  /// Takes back what a change set did to a view. One that its owner has shown to everybody is private again.
  func takeBackView(_ id: Int64, _ before: Image?, _ after: Image?) throws {
    let now = try ViewTable(database: database).all().first { $0.id == id }
    guard now == after.flatMap({ ViewTable.view(id, $0) }) else {
      throw StoreError.cannotUndo("The view has been changed since")
    }
    if let image = before, let view = ViewTable.view(id, image) {
      _ = try write(view, over: now, publishedBy: try takeFromOwner(view, image))
    } else if let now {
      let kept = try after.flatMap(ViewTable.publisher).map { try keep(now, for: $0) }
      try delete(now, keptAs: kept)
    }
  }

  // The private view that the undo of a publication has made is the one for everybody again, unless its owner has changed it.
  // Returns the owner.
  private func takeFromOwner(_ view: SavedView, _ image: Image) throws -> Int64? {
    guard let owner = ViewTable.publisher(image), let (id, name) = ViewTable.kept(image) else { return nil }
    var own = view
    (own.id, own.owner, own.name) = (id, owner, name)
    let table = PrivateViewTable(database: database)
    guard try table.all().contains(own) else { return nil }
    try table.delete(id)
    return owner
  }

  /// - Returns: the private view.
  private func keep(_ view: SavedView, for owner: Int64) throws -> SavedView {
    let table = PrivateViewTable(database: database)
    let taken = Set(try table.all().filter { $0.owner == owner && $0.entity == view.entity }.map(\.name))
    var own = view
    (own.id, own.owner) = (0, owner)
    var number = 2
    while taken.contains(own.name) {
      own.name = "\(view.name.prefix(SavedView.longestName - 5)) \(number)"
      number += 1
    }
    own.id = try write(own, over: nil)
    return own
  }

  /// - Parameter publisher: the owner of the private view that is for everybody from now on.
  private func write(
    _ view: SavedView, over old: SavedView?, publishedBy publisher: Int64? = nil
  ) throws -> Int64 {
    if let owner = view.owner {
      log.touchedSettings()
      return try PrivateViewTable(database: database).write(view, of: owner)
    }
    let id = try ViewTable(database: database).write(view)
    let name: [String: Phrase.Argument] = ["name": .text(view.name)]
    let (before, after) = (old.map(ViewTable.image), ViewTable.image(view, publishedBy: publisher))
    try log.record(
      table: ViewTable.name, id: id, before: before, after: after,
      named: old == nil ? Phrase("Saved the view {name}", name) : Phrase("Changed the view {name}", name))
    log.touchedSettings()
    return id
  }

  /// - Parameter kept: the private view that stays with its owner.
  private func delete(_ view: SavedView, keptAs kept: SavedView? = nil) throws {
    if view.owner != nil {
      log.touchedSettings()
      return try PrivateViewTable(database: database).delete(view.id)
    }
    try ViewTable(database: database).delete(view.id)
    try log.record(
      table: ViewTable.name, id: view.id, before: ViewTable.image(view, keptAs: kept), after: nil,
      named: Phrase("Deleted the view {name}", ["name": .text(view.name)]))
    log.touchedSettings()
  }
}

extension SavedView {
  /// The views for everybody and those of all people, in the order of their names.
  fileprivate static func all(in database: SQLConnection) throws -> [SavedView] {
    let own = try PrivateViewTable(database: database).all()
    let all = try ViewTable(database: database).all()
    return own.isEmpty ? all : (all + own).sorted { $0.name.lowercased() < $1.name.lowercased() }
  }
}
