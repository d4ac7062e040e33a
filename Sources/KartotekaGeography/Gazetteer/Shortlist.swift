/// The best search results, each city once.
struct Shortlist {
  /// The rank of a result. The least is the best.
  struct Rank: Comparable {
    /// The quality of the match.
    let fit: Fit
    /// The number of inhabitants; larger cities precede smaller ones.
    let population: UInt32
    /// The city's number, which makes the order total.
    let city: Int

    static func < (one: Rank, other: Rank) -> Bool {
      (one.fit, other.population, one.city) < (other.fit, one.population, other.city)
    }
  }

  /// A city and its matched name.
  struct Entry {
    let rank: Rank
    /// The line of the alternate name; nil for the primary name.
    let alternate: Int?
    /// The preference among equally good names of a city. The least is shown.
    let choice: Int
  }

  private(set) var entries: [Entry] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    entries.reserveCapacity(limit + 1)
  }

  /// Whether the limit is reached.
  var isFull: Bool { entries.count >= limit }

  /// Inserts an entry if it is good enough.
  mutating func add(_ entry: Entry) {
    if isFull, let last = entries.last, last.rank < entry.rank { return }
    if let index = entries.firstIndex(where: { $0.rank.city == entry.rank.city }) {
      let known = entries[index]
      guard (entry.rank.fit, entry.choice) < (known.rank.fit, known.choice) else { return }
      entries.remove(at: index)
    }
    let place = entries.firstIndex { entry.rank < $0.rank } ?? entries.endIndex
    entries.insert(entry, at: place)
    if entries.count > limit { entries.removeLast() }
  }
}

/// The quality of a match between a name and a query, the best first: whole names, beginnings, words, then matches with
/// typing errors. A city's primary name precedes its alternate names.
struct Fit: Comparable {
  private let value: Int

  private init(_ value: Int, isAlternate: Bool) { self.value = value * 2 + (isAlternate ? 1 : 0) }

  /// Whether the query is the whole name.
  var isWhole: Bool { value < 2 }

  /// The query is the whole name.
  static func whole(isAlternate: Bool) -> Fit { Fit(0, isAlternate: isAlternate) }
  /// The name begins with the query.
  static func beginning(isAlternate: Bool) -> Fit { Fit(1, isAlternate: isAlternate) }
  /// A word of the name begins with the query.
  static func word(isAlternate: Bool) -> Fit { Fit(2, isAlternate: isAlternate) }
  /// The name, or its beginning, equals the query except for typing errors.
  static func alike(errors: Int, isWhole: Bool, isAlternate: Bool) -> Fit {
    Fit(1 + errors * 2 + (isWhole ? 0 : 1), isAlternate: isAlternate)
  }

  static func < (one: Fit, other: Fit) -> Bool { one.value < other.value }
}
