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
    children = Self.children(of: objects)
    let names = Set(children.map(\.name))
    records.reserveCapacity(objects.count)
    for object in objects {
      var values: [(path: Path, value: JSONValue)] = []
      for (name, value) in object where !names.contains(name) {
        if case .object(let inner) = value, inner.count <= Self.mostInner, JSONSplit.records(value) == nil {
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

  // The members that are lists of records wherever they are. One object with a key is a list where others are.
  private static func children(of objects: [JSONObject]) -> [Child] {
    var children: [Child] = []
    var places: [String: Int] = [:]
    var (sure, others): (Set<String>, Set<String>) = ([], [])
    for (index, object) in objects.enumerated() {
      for (name, value) in object {
        let items: JSONSplit.Records
        if let records = JSONSplit.records(value) {
          sure.insert(name)
          items = records
        } else if case .object(let inner) = value, inner.count == 1, let records = JSONSplit.keyed(inner) {
          items = records
        } else {
          // An empty list is one of records where others are.
          if value != .null, value != .array([]), value != .object(JSONObject()) { others.insert(name) }
          continue
        }
        let place = places[name] ?? children.count
        if place == children.count {
          places[name] = place
          children.append(Child(name: name))
        }
        children[place].records.append((index, items))
      }
    }
    return children.filter { sure.contains($0.name) && !others.contains($0.name) }
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
