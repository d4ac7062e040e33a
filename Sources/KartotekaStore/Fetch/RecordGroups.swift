import KartotekaModel

/// Records that others lead to, in groups, each with how many lead there.
package struct RecordGroups: Sendable {
  /// One record in one group.
  package struct Member: Sendable, Hashable {
    /// The group's place in ``RecordGroups/names``.
    package let group: Int
    /// The record.
    package let id: RecordID
    /// The number of the group's records that lead to it.
    package let count: Int
    /// The record's title as it is searched for.
    let key: String
  }

  /// The groups' names, in their order; empty for records without a value.
  package private(set) var names: [String] = []
  /// The records, group by group and by title within.
  package private(set) var members: [Member] = []

  /// The number of records in each group.
  package var sizes: [Int] {
    var sizes = Array(repeating: 0, count: names.count)
    for member in members { sizes[member.group] += 1 }
    return sizes
  }

  /// The number of different records.
  package var count: Int { Set(members.map(\.id)).count }

  /// Only what has every word of a text in its title or its group's name, whatever the case and accents.
  package func searching(_ text: String) -> RecordGroups {
    let words = Folding.fold(text).split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return self }
    let names = names.map(Folding.fold)
    let found = members.filter { member in
      words.allSatisfy { member.key.contains($0) || names[member.group].contains($0) }
    }
    return RecordGroups(names: self.names, members: found)
  }

  /// The place of the first group whose name begins with a text or comes after it.
  package func start(from text: String, _ collation: Collation) -> Int {
    let key = collation.key(text)
    return members.firstIndex { collation.key(names[$0.group]) >= key } ?? max(0, members.count - 1)
  }

  private init(names: [String], members: [Member]) {
    let used = Set(members.map(\.group)).sorted()
    let places = Self.places(used)
    self.names = used.map { names[$0] }
    self.members = members.map { Member(group: places[$0.group] ?? 0, id: $0.id, count: $0.count, key: $0.key) }
  }

  /// Puts counted pairs of a group's name and a record into their order.
  init(
    _ pairs: [(name: String, id: RecordID, count: Int)], titles: [RecordID: String], _ collation: Collation
  ) {
    // Names that differ in case or accents only are one group, under the name that most have.
    var groups: [[String: Int]] = []
    var folded: [String: Int] = [:]
    var known: [String: Int] = [:]
    var counts: [Pair: Int] = [:]
    for pair in pairs {
      let group = known[pair.name] ?? folded[Folding.fold(pair.name), default: groups.count]
      if group == groups.count {
        groups.append([:])
        folded[Folding.fold(pair.name)] = group
      }
      known[pair.name] = group
      groups[group][pair.name, default: 0] += pair.count
      counts[Pair(group: group, id: pair.id), default: 0] += pair.count
    }
    let ordered = groups.enumerated().map { group, names in
      let name = names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
      return (group: group, name: name, key: collation.key(name))
    }.sorted { ($0.key, $0.name) < ($1.key, $1.name) }
    let places = Self.places(ordered.map(\.group))
    // A record may be in many groups: its title is compared with others once.
    let ids = Set(pairs.map(\.id)).map { (id: $0, key: titles[$0].map(collation.key) ?? "") }
    let ranks = Self.places(ids.sorted { ($0.key, $0.id) < ($1.key, $1.id) }.map(\.id))
    let keys = titles.mapValues(Folding.fold)
    names = ordered.map(\.name)
    members = counts.map { pair, count in
      let member = Member(group: places[pair.group] ?? 0, id: pair.id, count: count, key: keys[pair.id] ?? "")
      return (member: member, rank: ranks[pair.id] ?? 0)
    }.sorted { ($0.member.group, $0.rank) < ($1.member.group, $1.rank) }.map(\.member)
  }

  private static func places<Element: Hashable>(_ all: [Element]) -> [Element: Int] {
    Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
  }

  private struct Pair: Hashable {
    let group: Int
    let id: RecordID
  }
}

/// The key of cached groups.
struct GroupsKey: Hashable, Sendable {
  let source: String
  let relationship: String
  let attribute: String
  let order: [String]
  let labels: [String: String]
  let collation: Collation
}
