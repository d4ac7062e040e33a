import KartotekaModel

/// The lists of entities of notes. No menu leads to them; records, searches and the history do.
enum NotesTabs {
  static func tabs(of model: ModelDescription) -> [TabDescription] {
    model.entities.filter { $0.notesOwner != nil }.map { entity in
      var list = ListDescription(
        entity: entity.name, title: [NotesEntity.text],
        subtitle: entity.relationships.map(\.name) + [NotesEntity.writtenAt])
      list.titleElse = [NotesEntity.fileName]
      list.searched = [NotesEntity.text, NotesEntity.fileName]
      list.sort = [FetchSort(NotesEntity.writtenAt, ascending: false)]
      list.offersNew = false
      var tab = TabDescription(path: entity.name, title: "Notes", symbol: .message, screen: .list(list))
      tab.isUnderMore = true
      return tab
    }
  }
}

extension AppDescription {
  /// Whether a tab is the list of an entity of notes, which follows from the entity that has notes.
  package func isOfNotes(_ tab: TabDescription) -> Bool {
    model.entity(named: tab.screen.entity)?.notesOwner != nil
  }
}
