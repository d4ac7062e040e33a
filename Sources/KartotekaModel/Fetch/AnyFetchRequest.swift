import Foundation

/// What to fetch of one entity: which records, in which order, which page of them.
public struct AnyFetchRequest: Hashable, Sendable {
  /// Records in one page unless asked otherwise, and at most.
  public static let limits = (usual: 50, most: 1000)

  /// The entity's name.
  public let entity: String
  /// The condition; nil for all records.
  public var predicate: FetchPredicate?
  /// Text to look for in the searched attributes; blank is no search.
  public var search = ""
  /// Whether the records whose leading sort attribute matches the search come before those that are found by other
  /// attributes: first where it begins with one of the words, then where it has one elsewhere. The order holds within
  /// each. Has no effect where that attribute is not searched or is the only one.
  public var ranksMatches = false
  /// Whether one slip of typing is forgiven where nothing is found: a word of four letters or more that is found nowhere
  /// stands for one that differs by a letter missing, wrong or too many, or by two neighbours exchanged.
  public var forgivesSlip = false
  /// The order; the id decides between equal ones.
  public var sort: [FetchSort] = []
  /// How text is sorted.
  public var collation = Collation.root
  /// The most records in the page.
  public var limit = limits.usual
  /// Where the page begins.
  public var position = FetchPosition.start
  /// The to-one relationships whose records come along.
  public var include: [String] = []
  /// The moment as of which the records are wanted; nil for now.
  public var asOf: Date?
  /// Whether bytes are wanted, and not only where they begin and how many they are (``Blob/isOutline``).
  public var readsBlobs = true
  /// Whether what is worked out of each record comes along (``FetchPage/computed``).
  public var wantsComputed = false
  /// Whether the exact number of all records that match is wanted.
  public var wantsTotal = true

  /// All records of an entity.
  public init(_ entity: String) { self.entity = entity }
}

/// Where a page begins, in the request's order.
public enum FetchPosition: Hashable, Sendable {
  /// With the first record.
  case start
  /// At the place that a cursor names: with its record if that is there still.
  case at(FetchCursor)
  /// After the place that a cursor names.
  case after(FetchCursor)
  /// The records just before the place that a cursor names.
  case before(FetchCursor)
  /// So that the record of that id stands in the middle; from the start when it doesn't match.
  case around(RecordID)
  /// With the first record whose leading sort attribute begins with that text or comes after it.
  case from(String)
}
