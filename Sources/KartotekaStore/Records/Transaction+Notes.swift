import KartotekaModel

/// The rights on notes. A person who may write changes and deletes the notes that they have written; those who may change the
/// application, and everybody on a server without people, change all.
package enum NoteRights: Sendable {
  case all
  /// The notes of a person, by identity; nil for somebody who is not known.
  case own(Int64?)

  /// - Parameter author: the author of the changes.
  package init(_ access: Access, _ author: Author?) { self = access.changesApplication ? .all : .own(author?.owner) }

  /// Whether they include the change and the deletion of a record. All other records are no notes.
  package func include(_ record: AnyRecord) -> Bool {
    guard record.entity.notesOwner != nil, case .own(let person) = self else { return true }
    return person.map(Value.integer) == record[NotesEntity.writtenByNumber]
  }
}

extension Transaction {
  private var noteRights: NoteRights { NoteRights(access, log.author) }

  /// Gives a new note its author. Without one it keeps what it was given, as a file that is read again.
  func sign(_ record: inout AnyRecord) {
    guard record.entity.notesOwner != nil, let author = log.author, let id = author.id else { return }
    record[NotesEntity.writtenBy] = .text(author.name)
    record[NotesEntity.writtenByNumber] = .integer(id)
  }

  /// Refuses the change or deletion of another person's note. A record takes its notes along, whoever has written them.
  /// - Throws: ``StoreError`` `.refused`.
  func checkAuthor(of note: AnyRecord) throws {
    if noteRights.include(note) { return }
    guard case .text(let name) = note[NotesEntity.writtenBy] else { throw StoreError.refused(Self.noteOfOthers) }
    throw StoreError.refused(
      Phrase(
        "Only {name} and people who may change the application can change or delete this note.",
        ["name": .text(name)]))
  }

  private static let noteOfOthers: Phrase =
    "Only people who may change the application can change or delete a note without an author."

  /// Refuses the undo of a change set of somebody else that would change or delete notes which others have written.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  func checkAuthors(ofNotesIn changeSet: ChangeSet) throws {
    guard case .own(let person) = noteRights, person == nil || changeSet.author?.owner != person else { return }
    for entity in model.entities where entity.notesOwner != nil {
      guard let position = entity.position(of: NotesEntity.writtenByNumber) else { continue }
      let number = SQL.name(entity.columns[position].column)
      // Notes that it deleted come back, which changes no note.
      let found = try RawStatement(
        """
        SELECT EXISTS (SELECT 1 FROM kartoteka_changes c JOIN \(SQL.name(entity.table)) n \
        ON n.id BETWEEN c.record AND coalesce(c.last, c.record) \
        WHERE c.deed = ? AND c.entity = +? AND (c.after IS NOT NULL OR c.last IS NOT NULL) AND n.\(number) IS NOT ?)
        """, in: database
      ).integer(.integer(changeSet.id), .text(entity.table), person.map(Value.integer) ?? .null)
      if found == 1 { throw StoreError.cannotUndo("It would change a note that somebody else has written") }
    }
  }
}

extension AnyRecord {
  /// The author of a note; nil for a note without one, and for other records.
  package var noteAuthor: Author? {
    guard entity.notesOwner != nil, case .text(let name) = self[NotesEntity.writtenBy] else { return nil }
    guard case .integer(let id) = self[NotesEntity.writtenByNumber] else { return Author(id: nil, name: name) }
    return Author(id: id, name: name)
  }
}
