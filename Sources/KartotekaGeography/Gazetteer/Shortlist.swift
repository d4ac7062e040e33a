/// The best of many cities that were found, each once.
struct Shortlist {
  /// How well a city answers what was asked. The least is the best.
  struct Rank: Comparable {
    /// How well the name fits that it was found by.
    let fit: Fit
    /// The more people live there, the better.
    let population: UInt32
    /// The same for all names of a city: what settles the order of equals.
    let city: Int

    static func < (one: Rank, other: Rank) -> Bool {
      (one.fit, other.population, one.city) < (other.fit, one.population, other.city)
    }
  }

  /// A city, and the name that it was found by.
  struct Entry {
    let rank: Rank
    /// The line of the other name in the table of those, nil for the city's own name.
    let alternate: Int?
    /// Of several names that fit as well, the least is shown.
    let choice: Int
  }

  private(set) var entries: [Entry] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    entries.reserveCapacity(limit + 1)
  }

  /// Whether there are as many as were asked for.
  var isFull: Bool { entries.count >= limit }

  /// Takes an entry in its place, if it is good enough.
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
