import Foundation

/// A fetch request for one entity: which records, in which order, which page.
public struct AnyFetchRequest: Hashable, Sendable {
  /// The default and the maximum number of records in a page.
  public static let limits = (usual: 50, most: 1000)

  /// The most records that are read for one page, whatever its ``limit``.
  package static let mostAtOnce = 1 << 40

  /// The entity's name.
  public let entity: String
  /// The condition; nil for all records.
  package var predicate: FetchPredicate?
  /// The text to search for in the searched attributes; blank for none.
  public var search = ""
  /// Whether the search leaves out computed values, which no index has: for what people wait for while they type. No effect where
  /// nothing else is searched.
  package var searchesStoredAlone = false
  /// The id that the search text is, where it is searched for as well: that record belongs to what is found if it fulfils
  /// the ``predicate``, and is the first where ``ranksMatches`` says so. Nil for none.
  package var number: RecordID?
  /// Whether the best matches come first: records whose leading sort attribute begins with a search term, then those
  /// that contain one elsewhere in it, then the others. Within each group the sort order applies. No effect if that
  /// attribute is not searched or is the only one.
  package var ranksMatches = false
  /// Whether one typing error is corrected if nothing is found. A word of four letters or more that occurs nowhere is
  /// replaced by one at edit distance one (a letter missing, wrong or added, or two neighbours exchanged).
  package var forgivesSlip = false
  /// The order; equal records are ordered by id.
  public var sort: [FetchSort] = []
  /// The order of choices and translated texts as a person reads them; nil for that of the stored values.
  package var displayOrder: DisplayOrder?
  /// The sort order of text.
  package var collation = Collation.root
  /// The maximum number of records in the page.
  public var limit = limits.usual
  /// The beginning of the page.
  public var position = FetchPosition.start
  /// The to-one relationships whose records are included; `copy.score` is one of the records that `copy` includes.
  package var include: [String] = []
  /// The computed values that typed records have (``Record``), by name; `copy.isLent` is one of the records that `copy` includes.
  package var computes: [String] = []
  /// The moment at which the records are read; nil for now.
  package var asOf: Date?
  /// Whether blobs include their bytes, or only their beginning and size (`Blob/isOutline`).
  public var readsBlobs = true
  /// Whether the page includes computed values (``FetchPage/computed``).
  package var wantsComputed = false
  /// Whether the page includes the exact number of matching records.
  package var wantsTotal = true
  /// The number of records of the entity from which the page may have any of those that the search finds, in no particular
  /// order and without their number, if that is quicker; nil for never.
  package var takesAnyMatchesFrom: Int?

  /// A request for all records of an entity.
  public init(_ entity: String) { self.entity = entity }
}

/// The beginning of a page, in the request's order.
public enum FetchPosition: Hashable, Sendable {
  /// At the first record.
  case start
  /// At a cursor, including its record if it still exists.
  case at(FetchCursor)
  /// After a cursor.
  case after(FetchCursor)
  /// The records directly before a cursor.
  case before(FetchCursor)
  /// With the record of that id in the middle; at the start if it does not match.
  case around(RecordID)
  /// At the first record whose leading sort attribute begins with that text or comes after it.
  case from(String)
}
