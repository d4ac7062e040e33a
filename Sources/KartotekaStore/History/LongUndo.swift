import Foundation
import KartotekaModel

/// An undo that is done in many short transactions, so that other writers wait for one of them and not for all.
///
/// It is kept in `kartoteka_unfinished` and changes with each part, so that whichever process or server runs next goes on
/// with it. Where later changes stand in the way of a part, or a person cancels it, what was done so far is taken back in
/// the same way.
package struct LongUndo: Sendable, Hashable, Codable {
  /// The change set that a person wants to be undone.
  package let original: Int64
  /// The change set that is undone: that one or, where it is taken back, what has undone a part of it.
  package let changeSet: Int64
  /// The change set that undoes it.
  package let undoing: Int64
  /// The number of reverted changes.
  package internal(set) var done = 0
  /// The number of all changes.
  package let total: Int
  /// Whether it takes back an undo that could not be ended.
  package internal(set) var isTakenBack = false
  /// Why that was taken back; nil where a person cancelled it.
  package internal(set) var reason: Phrase?
  /// Whether the change set has added ranges of records.
  let hasRanges: Bool
  /// Whether nothing is left to be done.
  package internal(set) var isOver = false
  /// Whether it is known, while it is rolled back, that no other writer has changed a record of those ranges.
  var areRangesUnchanged = false
  /// Changes of the change set with smaller numbers are still to be reverted.
  var next = Int64.max
  /// The last row of the change log after the last part.
  var logEnd: Int64 = 0
  /// From where it was begun: what people can't change, their undo leaves alone. Nil in files of earlier versions.
  var origin: ChangeSet.Origin?
  /// When all is reverted, the rules of the restored records are checked: those of the changes of ``undoing`` up to this
  /// number have been. Nil before.
  var checked: Int64?
  /// The imported records that stay. Nil in files of earlier versions.
  var staying: UndoKeys?
  /// The imported records whose change only the change log shows: no image that was read has it. The rows of the undo push these
  /// rows out of the log. Nil in files of earlier versions.
  var logged: UndoKeys?
  /// Whether nothing is undone if anything would stay. Nil in files of earlier versions.
  var isWholly: Bool?

  /// The plan's decisions on changes that don't go back as they are. Nil where only imported records may stay.
  var decisions: UndoDecisions?
  /// The number of records, links and settings of which anything stays by those decisions. Nil in files of earlier versions.
  var keptCount: Int?
  /// The items that are put back although they were changed since, and whether all are.
  var puttingBack: Set<String>?
  var putsAllBack: Bool?
  /// The refusals that parts have met although nothing had changed that a plan knows of. Nil where there are none.
  var refused: [Refusal]?
  /// The records that the rules of the application refuse at its end. They are as before the undo.
  var refusedByRules: [Refusal]?
  /// The records that those needed to become so, or that belonged to them.
  var neededByRefused: Set<UndoKey>?
  /// The form in which it is stored: a server goes on with none of a later form than it knows. Nil in files of earlier versions, whose
  /// forms all are read.
  var form: Int? = Self.currentForm
  /// The number of these refused ones when the rules were asked about all records last, and how often that was done.
  var refusedBefore: Int?
  var ruleRounds: Int?

  /// The number of records, links and settings of which anything stays.
  package var stayingCount: Int {
    (staying?.count ?? 0) + (keptCount ?? 0)
      + Set((refusedByRules ?? []).map(\.key)).union(neededByRefused ?? []).count
  }

  /// Whether its plan is still to be made, before the first change goes back. Ranges are made ready for what was known to stay when
  /// it began: an earlier version has planned nothing else of many of them.
  var isUnplanned: Bool {
    isWholly == false && decisions == nil && !hasRanges && !isTakenBack && done == 0 && checked == nil
  }

  /// Why a rule of the application has a record stay; nil where none does.
  package var refusal: Phrase? { refusedByRules?.first?.reason }

  var choice: UndoChoice {
    putsAllBack == true ? .puttingBackAll : .keeping(puttingBack: puttingBack ?? [])
  }

  // Files of earlier versions have these names.
  private enum CodingKeys: String, CodingKey {
    case original = "origin"
    case changeSet = "deed"
    case origin = "way"
    case undoing, done, total, isTakenBack, reason, hasRanges, isOver, areRangesUnchanged, next, logEnd, checked
    case staying, logged, isWholly, decisions, keptCount, puttingBack, putsAllBack, refused
    case refusedByRules, neededByRefused, refusedBefore, ruleRounds, form
  }

  /// Grows where a server that does not know a new member would do something else with the undo.
  private static let currentForm = 1

  /// The members by which the stored undo of a later version is known; nil where it has others.
  private struct Later: Decodable {
    let original: Int64?
    let changeSet: Int64?
    let undoing: Int64?
    let isOver: Bool

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: LongUndo.CodingKeys.self)
      original = try? members.decode(Int64.self, forKey: .original)
      changeSet = try? members.decode(Int64.self, forKey: .changeSet)
      undoing = try? members.decode(Int64.self, forKey: .undoing)
      isOver = (try? members.decode(Bool.self, forKey: .isOver)) ?? false
    }

    /// Whether it has to do with a change set, as far as that is known.
    func concerns(_ id: Int64) -> Bool {
      let known = [original, changeSet, undoing]
      return known.contains(id) || known.contains(nil)
    }
  }

  private static let key = "undo"

  /// The one that is under way or was the last; nil where there was none, and for one of a later version.
  static func read(in database: SQLConnection) throws -> LongUndo? {
    try MetaTable(in: database, MetaTable.unfinished).text(key).flatMap(decoded)
  }

  private static func decoded(_ text: String) -> LongUndo? {
    let undo = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
    return undo?.form ?? 0 <= currentForm ? undo : nil
  }

  /// Whether an undo is under way that a later version has begun, at another server or before this program was exchanged. Another one
  /// in its place would leave it half done.
  static func isLater(in database: SQLConnection) throws -> Bool { try later(in: database) != nil }

  /// Whether such a one changes what a change set has done, or goes on with that change set.
  static func isLater(with changeSet: Int64, in database: SQLConnection) throws -> Bool {
    try later(in: database)?.concerns(changeSet) == true
  }

  // A text that is no object is a damaged one, which nobody goes on with.
  private static func later(in database: SQLConnection) throws -> Later? {
    guard let text = try MetaTable(in: database, MetaTable.unfinished).text(key), decoded(text) == nil,
      let later = try? JSONDecoder().decode(Later.self, from: Data(text.utf8)), !later.isOver
    else { return nil }
    return later
  }

  /// Forgets the one that was the last.
  static func forget(in database: SQLConnection) throws {
    if let undo = try read(in: database), !undo.isOver { return }
    if try !isLater(in: database) { try MetaTable(in: database, MetaTable.unfinished).remove(key) }
  }

  /// Whether an undo is under way that changes what a change set has done, or goes on with that change set.
  static func isUnderWay(with changeSet: Int64, in database: SQLConnection) throws -> Bool {
    guard let undo = try read(in: database) else { return try isLater(with: changeSet, in: database) }
    guard !undo.isOver else { return false }
    return [undo.original, undo.changeSet, undo.undoing].contains(changeSet)
  }

  /// Has imported records stay, too.
  mutating func keep(_ imported: UndoKeys) {
    staying = staying ?? UndoKeys()
    staying?.formUnion(imported)
  }

  /// Has imported records stay, and remembers those whose change only the change log shows.
  mutating func keep(_ imported: UndoRanges) {
    keep(imported.staying)
    logged?.formUnion(imported.logged)
  }

  func write(in database: SQLConnection) throws {
    try MetaTable(in: database, MetaTable.unfinished)
      .note(String(decoding: try JSONEncoder().encode(self), as: UTF8.self), as: Self.key)
  }
}

extension Store {
  /// The duration of one part of a long undo.
  package static let undoPart = Duration.milliseconds(300)
  /// A change set of more changes than this is undone in parts.
  package static let longUndoSize = 10_000
  /// The plan of more changes takes longer than a person or a program waits for the undo to begin.
  package static let undoPlannedBefore = 250_000

  /// The long undo that is under way, or was the last; nil where there was none.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func longUndo() async throws -> LongUndo? {
    try await snapshot(noting: nil) { try LongUndo.read(in: $0) }
  }

  /// Whether a change set has so many changes that it is undone in parts.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func isLong(_ changeSet: Int64) async throws -> Bool {
    try await snapshot(noting: nil) { database in
      let count = try RawStatement(
        """
        SELECT sum(n) FROM (SELECT coalesce(last, record) - record + 1 AS n FROM kartoteka_changes WHERE deed = ? \
        LIMIT \(Self.longUndoSize + 1))
        """, in: database
      ).integer(.integer(changeSet))
      return count ?? 0 > Self.longUndoSize
    }
  }

  /// Begins to undo a change set in parts. ``continueUndo(part:)`` does them.
  /// - Parameters:
  ///   - choice: what is done with what was changed since.
  ///   - most: the most changes that are planned before it begins; of more the first part makes the plan.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, `.cannotUndo`.
  package func beginUndo(
    _ changeSet: Int64, choosing choice: UndoChoice = .wholly, _ origin: ChangeSet.Origin,
    planningUpTo most: Int = undoPlannedBefore
  ) async throws -> LongUndo {
    // Counting takes a second for some million changes: before the lock for writing.
    let (total, hasRanges) = try await snapshot(noting: nil) { database in
      (try Transaction.changeCount(of: changeSet, in: database), try Transaction.hasRanges(changeSet, in: database))
    }
    // Planned in a snapshot, so that others can write meanwhile. A part that finds another change plans the rest again.
    // Ranges of an import are made ready before the first part, for which it has to be known what stays.
    let planned: Transaction.PlannedUndo? =
      choice == .wholly || total > most && !hasRanges
      ? nil : try await tryOut(as: origin) { try Transaction.PlannedUndo($0.undoPlan(of: changeSet, choice)) }
    return try await perform(origin) { transaction in
      try transaction.beginLongUndo(of: changeSet, choosing: choice, total, hasRanges, as: planned, for: origin)
    }.value
  }

  /// Does the next part of the undo that is under way.
  /// - Returns: how far it is; nil where none is under way.
  /// - Throws: ``StoreError`` where the next attempt may succeed (``StoreError/mayPass``). Another error ends the undo: its
  ///   changes are taken back and, where that can't be either, stay.
  func continueUndo(part: Duration = undoPart) async throws -> LongUndo? {
    do {
      guard let undo = try await longUndo(), !undo.isOver else { return nil }
      // Records that were closed since don't keep an undo from being taken back.
      let origin = undo.isTakenBack ? .code : undo.origin ?? .code
      if undo.isUnplanned { return try await planUndo(undo, origin) }
      return try await perform(origin) { try $0.continueLongUndo(part) }.value
    } catch let fault as UndoFault {
      do { return try await planUndoAgain(fault) } catch StoreError.cannotUndo(let reason) {
        return try await perform(.code) { try $0.takeBackLongUndo(reason) }.value
      }
    } catch let error as StoreError {
      if error.mayPass { throw error }
      let reason = if case .cannotUndo(let reason) = error { reason } else { error.phrase(in: model) }
      return try await perform(.code) { try $0.takeBackLongUndo(reason) }.value
    }
  }

  /// Stops the undo that is under way: what it has done so far is taken back, in parts as well.
  /// - Returns: the undo as it goes on; nil where none is under way, or it is being taken back already.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func cancelUndo() async throws -> LongUndo? {
    try await perform(.code) { transaction in
      try transaction.requireExclusiveTransaction()
      guard let undo = try LongUndo.read(in: transaction.database), !undo.isOver, !undo.isTakenBack else { return nil }
      return try transaction.takeBackLongUndo(nil)
    }.value
  }
}
