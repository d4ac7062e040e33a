import KartotekaModel

/// The members of records of one kind: values for columns, and lists of records.
struct JSONMembers {
  /// A member, or a member of an object within the record: `address`, `city`.
  struct Path: Hashable {
    let outer: String
    var inner: String?
  }

  /// A member that is a list of records.
  struct Child {
    let name: String
    fileprivate(set) var records: [(index: Int, items: JSONSplit.Records)] = []
  }

  /// The greatest object whose members become columns.
  private static let mostInner = 40

  /// The values of each record.
  private(set) var records: [[(path: Path, value: JSONValue)]] = []
  private(set) var children: [Child] = []
  /// The names of members with values.
  private(set) var direct: Set<String> = []
  /// Whether a record has an object, whose members become columns.
  private(set) var hasObjects = false

  init(_ objects: [JSONObject]) {
    let candidates = Self.candidates(in: objects)
    children = candidates.filter(\.isOne).map(\.child)
    let names = Set(children.map(\.name))
    // The records in which a member is a list of records, though it is none elsewhere.
    let lists = Dictionary(
      candidates.lazy.filter { !$0.isOne }.map { ($0.child.name, $0.lists) }, uniquingKeysWith: { one, _ in one })
    records.reserveCapacity(objects.count)
    for (index, object) in objects.enumerated() {
      var values: [(path: Path, value: JSONValue)] = []
      for (name, value) in object where !names.contains(name) {
        if case .object(let inner) = value, inner.count <= Self.mostInner, lists[name]?.contains(index) != true {
          hasObjects = true
          for (own, value) in inner { values.append((Path(outer: name, inner: own), value)) }
        } else {
          direct.insert(name)
          values.append((Path(outer: name), value))
        }
      }
      records.append(values)
    }
  }

  /// A member that is a list of records somewhere.
  private struct Candidate {
    var child: Child
    /// The records in which it is one.
    var lists: Set<Int> = []
    /// Whether it is something else in a record.
    var isOther = false

    /// Whether it is one wherever it is.
    var isOne: Bool { !lists.isEmpty && !isOther }
  }

  // One object with a key is a list where others are, and so is an empty one.
  private static func candidates(in objects: [JSONObject]) -> [Candidate] {
    var candidates: [Candidate] = []
    var places: [String: Int] = [:]
    for (index, object) in objects.enumerated() {
      for (name, value) in object where value != .null && value != .array([]) && value != .object(JSONObject()) {
        let list = JSONSplit.records(value)
        var items = list
        if list == nil, case .object(let inner) = value, inner.count == 1 { items = JSONSplit.keyed(inner) }
        let place = places[name] ?? candidates.count
        if place == candidates.count {
          places[name] = place
          candidates.append(Candidate(child: Child(name: name)))
        }
        if list != nil { candidates[place].lists.insert(index) }
        if let items {
          candidates[place].child.records.append((index, items))
        } else {
          candidates[place].isOther = true
        }
      }
    }
    return candidates
  }
}

/// The columns of a table. No two have one heading.
struct JSONColumns {
  private(set) var headings: [String] = []
  private var free: FreeHeadings
  private var places: [JSONMembers.Path: Int] = [:]
  private let noun: String?

  /// - Parameters:
  ///   - direct: the names of members with values, which are their headings.
  ///   - noun: that of the record around.
  init(_ direct: Set<String>, parent noun: String?) {
    free = FreeHeadings(noun.map { direct.union([$0]) } ?? direct)
    self.noun = noun
  }

  /// Adds the column that leads to the record around.
  mutating func addParent(_ noun: String) -> Int {
    headings.append(noun)
    return headings.count - 1
  }

  /// The place of a member's column.
  mutating func place(_ path: JSONMembers.Path) -> Int {
    if let known = places[path] { return known }
    let heading: String
    if let inner = path.inner {
      heading = free.take(path.outer + " " + inner)
    } else {
      heading = path.outer == noun ? free.take(path.outer) : path.outer
    }
    places[path] = headings.count
    headings.append(heading)
    return headings.count - 1
  }

  /// Adds a column that is no member.
  mutating func add(_ heading: String) -> Int {
    headings.append(free.take(heading))
    return headings.count - 1
  }
}

/// The texts by which other tables name the records of a table.
struct JSONKeys {
  /// The keys, if there are any.
  private(set) var keys: [String]?
  /// The keys that are in the file, unlike numbers that are made for records without one.
  private(set) var own: [String] = []
  /// Keys that no member has, with the places of their columns.
  private(set) var columns: [(place: Int, texts: [String])] = []

  /// - Parameters:
  ///   - given: the keys in an object of records.
  ///   - isNeeded: whether other tables lead to the records.
  init(of members: JSONMembers, _ given: [String?], isNeeded: Bool, _ columns: inout JSONColumns) {
    for name in ["id", "_id", "ID", "Id", "uid", "uuid", "key"] where keys == nil && members.direct.contains(name) {
      keys = Self.unique(Self.texts(name, of: members))
    }
    let named = given.compactMap(\.self)
    if !named.isEmpty, named.count == given.count {
      // The same key may be in several records around: s1 of A, and s1 of B.
      let unique = Self.unique(named)
      if keys != nil || !isNeeded || unique == nil, Self.isKept(named, by: members) {
        // A member has them.
      } else {
        let areNumbers = named.allSatisfy { RecordIDs.read($0) != nil } && !members.direct.contains("id")
        let isNumber = areNumbers && unique != nil && keys == nil
        self.columns.append((columns.add(isNumber ? "id" : "key"), named))
      }
      keys = keys ?? unique
    }
    own = keys ?? []
    guard keys == nil, isNeeded else { return }
    let numbers = members.records.indices.map { String($0 + 1) }
    self.columns.append((columns.add("id"), numbers))
    keys = numbers
  }

  private static func unique(_ texts: [String]?) -> [String]? {
    texts.flatMap { Set($0).count == $0.count ? $0 : nil }
  }

  // The texts of a member that all records have.
  private static func texts(_ name: String, of members: JSONMembers) -> [String]? {
    let path = JSONMembers.Path(outer: name)
    var texts: [String] = []
    for record in members.records {
      guard let text = record.first(where: { $0.path == path })?.value.scalarText else { return nil }
      texts.append(text)
    }
    return texts
  }

  // Whether a member of all records has the texts.
  private static func isKept(_ texts: [String], by members: JSONMembers) -> Bool {
    var candidates: Set<JSONMembers.Path>?
    for (record, text) in zip(members.records, texts) {
      let equal = record.lazy.filter { $0.value.scalarText == text }.map(\.path)
      candidates = candidates.map { $0.intersection(equal) } ?? Set(equal)
      if candidates?.isEmpty == true { return false }
    }
    return candidates != nil
  }
}
