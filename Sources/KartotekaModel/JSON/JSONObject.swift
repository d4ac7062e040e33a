/// The named values of a JSON object, in the order in which they were written.
///
/// ```swift
/// for (key, value) in object { … }
/// object["name"]
/// ```
/// Two objects are equal when they hold equal values under equal names in the same order.
public struct JSONObject: Sendable, Equatable {
  // Not a tuple: arrays of tuples cost the run time a look-up of their type for every object.
  private struct Member: Sendable, Equatable {
    let key: String
    var value: JSONValue
  }

  private var members: [Member]

  /// An object without members.
  public init() {
    members = []
  }

  /// An object of these members; where a name comes twice, the later value stands.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.members = []
    for (key, value) in members { self[key] = value }
  }

  /// The value named `key`, or nil when there is none. Setting nil takes the member away.
  ///
  /// Looks through the members one after the other: records have few.
  public subscript(key: String) -> JSONValue? {
    get {
      for member in members where member.key.hasSameBytes(as: key) { return member.value }
      return nil
    }
    set {
      let index = members.firstIndex { $0.key.hasSameBytes(as: key) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The parser's way in: it has already made sure that the name is new.
  mutating func append(unique key: String, _ value: JSONValue) {
    if members.isEmpty { members.reserveCapacity(8) }
    members.append(Member(key: key, value: value))
  }
}

extension JSONObject: RandomAccessCollection {
  /// The place of the first member: 0.
  public var startIndex: Int { members.startIndex }
  /// The place after the last member.
  public var endIndex: Int { members.endIndex }
  /// The member at a place.
  public subscript(position: Int) -> (key: String, value: JSONValue) {
    (members[position].key, members[position].value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object of these members, in this order; where a name comes twice, the later value stands.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
