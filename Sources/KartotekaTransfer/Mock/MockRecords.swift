/// Plausible sample data for one entity, the same for the same seed on every machine.
///
/// ```swift
/// let people = MockRecords(
///   of: "users",
///   [MockRequest("firstName", .text), MockRequest("lastName", .text), MockRequest("phone", .phone)])
/// for index in 0..<1000 { print(people[index]) }
/// ```
/// Record 7 is the same record however many are made and whatever other attributes are asked for; only an address
/// leaves its city out where the city has an attribute of its own. The attributes of one record fit together: the
/// mail address is made of the name, the postal code is one of the city. Names are put together at random, mail and
/// web addresses are at domains kept for examples (RFC 2606), and telephone numbers are those kept for fiction where
/// a country has any.
///
/// What may not repeat doesn't, whatever the count, as long as there are enough values at all: a choice of three
/// gives three values and then nil, a whole number from 1 to 10 begins anew after ten.
///
/// See ``MockRequest`` for what can be asked for.
public struct MockRecords: Sendable {
  /// The names of the attributes, in the order of the values.
  public let names: [String]
  private let seed: MockSeed
  private let fields: [MockField]

  /// Sample data for an entity.
  /// - Parameters:
  ///   - entity: The entity's name, `users`: it says what a `name` is the name of.
  ///   - requests: The attributes.
  ///   - seed: Another seed gives other records.
  public init(of entity: String, _ requests: [MockRequest], seed: UInt64 = 1) {
    names = requests.map(\.name)
    self.seed = MockSeed(seed).child(MockSeed.key(entity))
    fields = requests.map { MockField($0, entity: entity, beside: requests.map(\.name)) }
  }

  /// The values of one record, from 0: as the cells of a CSV file hold them, nil where there is none.
  public subscript(index: Int) -> [String?] {
    var record = MockRecord(seed, index: index)
    return fields.map { $0.value(in: &record) }
  }
}
