import KartotekaModel

/// All that the undo of a change set does: it is shown before, and computed again by the transaction that carries it out.
package struct UndoPlan: Sendable, Hashable {
  /// A field, a whole record or a link that stays as it is now.
  package struct Item: Sendable, Hashable {
    /// Its address below the application's: `products/7/unitPrice`, `products/7`, `courses/1/students/4`.
    package let id: String
    /// The entity's name; nil for a setting or a view.
    package let entity: String?
    /// The record.
    package let record: RecordID
    /// The attribute or relationship; nil for the whole record.
    package let field: String?
    /// The record's title.
    package let title: Phrase.Argument
    /// Why it stays.
    package let reason: Phrase
    /// The value that the undo would restore; null for what it would take away.
    package let before: Value
    /// The value as it is now.
    package let now: Value
    /// Whether a person may have it put back all the same: nothing but a later change keeps it.
    package let canBePutBack: Bool
  }

  /// The number of records, links and settings of which anything goes back.
  package internal(set) var goingBack = 0
  /// The number of records, links and settings of which anything stays.
  package internal(set) var staying = 0
  /// The first items that stay, in the order of the undo: the newest changes first.
  package internal(set) var items: [Item] = []
  /// The number of further items.
  package internal(set) var furtherItems = 0
  /// Whether any of those can be put back.
  var canPutBackFurther = false
  /// The most items of a plan: each has two values, and there may be a million.
  package static let mostItems = 1_000
  /// Why nothing is left to be done, where that is so.
  var settled: Phrase?

  /// Whether a person may have any item put back.
  package var canPutBackAny: Bool { canPutBackFurther || items.contains(where: \.canBePutBack) }

  /// Has nothing go back where something would stay.
  mutating func refuseParts() {
    if staying > 0 { goingBack = 0 }
  }

  /// The plan with fewer items.
  func listing(_ most: Int) -> UndoPlan {
    guard items.count > most else { return self }
    var plan = self
    plan.furtherItems += items.count - most
    plan.canPutBackFurther = canPutBackFurther || items.dropFirst(most).contains(where: \.canBePutBack)
    plan.items = Array(items.prefix(most))
    return plan
  }

  /// The first reason why something stays or nothing is left to go back; nil where all goes back.
  package var obstacle: Phrase? { items.first?.reason ?? (goingBack == 0 ? settled : nil) }
}

extension UndoPlan {
  init(goingBack: Int, staying: Int = 0, items: [Item] = [], settled: Phrase? = nil) {
    (self.goingBack, self.staying, self.items, self.settled) = (goingBack, staying, items, settled)
  }
}

/// The choice between keeping values that somebody has changed since a change set, and putting them back.
package enum UndoChoice: Sendable, Hashable {
  /// Nothing is undone if anything would stay.
  case wholly
  /// Values that were changed since stay, except for the items with these addresses.
  case keeping(puttingBack: Set<String> = [])
  /// Values that were changed since are put back, too.
  case puttingBackAll

  /// Refuses items that are chosen and were not found.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  func check(found: Set<String>) throws {
    guard case .keeping(let chosen) = self, let unknown = chosen.subtracting(found).min() else { return }
    throw StoreError.cannotUndo(
      Phrase("{item} is nothing that stays and can be put back", ["item": .text(String(unknown.prefix(80)))]))
  }

  func putsBack(_ item: String) -> Bool {
    switch self {
    case .wholly: false
    case .keeping(let items): items.contains(item)
    case .puttingBackAll: true
    }
  }
}

/// The identity of a row that a change set has changed: of a record, a link, a setting or a view.
struct UndoKey: Hashable, Codable {
  let table: String
  let id: RecordID
  /// The other end of a link.
  var other: RecordID?
}

/// Something that the transaction that undoes has found to be impossible, although the plan did not know.
struct UndoFault: Error {
  let reasons: [UndoKey: Phrase]
}
