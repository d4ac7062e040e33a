import KartotekaModel

/// The lists of entities of notes. No menu leads to them; records, searches and the history do.
enum NotesTabs {
  static func tabs(of model: ModelDescription) -> [TabDescription] {
    model.entities.filter { $0.notesOwner != nil }.map { entity in
      var list = ListDescription(
        entity: entity.name, title: [NotesEntity.text],
        subtitle: entity.relationships.map(\.name) + [NotesEntity.writtenAt, NotesEntity.writtenBy])
      list.titleElse = [NotesEntity.fileName]
      list.searched = [NotesEntity.text, NotesEntity.fileName]
      list.sort = [FetchSort(NotesEntity.writtenAt, ascending: false)]
      list.offersNew = false
      list.card.omitted = [NotesEntity.writtenByNumber]
      var tab = TabDescription(path: entity.plural, title: "Notes", symbol: .message, screen: .list(list))
      tab.isUnderMore = true
      return tab
    }
  }
}
