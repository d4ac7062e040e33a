/// Plausible sample data for one entity, reproducible by its seed on every machine.
///
/// ```swift
/// let people = MockRecords(
///   of: "users",
///   [MockRequest("firstName", .text), MockRequest("lastName", .text), MockRequest("phone", .phone)])
/// for index in 0..<1000 { print(people[index]) }
/// ```
/// A record does not depend on the number of records or on other attributes; only an address omits its city if the city is a
/// separate attribute. The attributes of a record are consistent: the mail address is derived from the name, the postal code
/// belongs to the city. Names are random combinations, mail and web addresses use domains for examples (RFC 2606), and
/// telephone numbers are those reserved for fiction, if a country has any.
///
/// Unique attributes have no duplicates as long as there are enough values: a choice of three gives three values and then
/// nil, an integer from 1 to 10 repeats after ten.
///
/// See ``MockRequest`` for the available requests.
package struct MockRecords: Sendable {
  /// The names of the attributes, in the order of the values.
  package let names: [String]
  private let seed: MockSeed
  private let fields: [MockField]

  /// Makes sample data for an entity.
  /// - Parameters:
  ///   - entity: the entity's name, such as `users`, which determines the meaning of an attribute `name`.
  ///   - requests: the attributes.
  ///   - seed: the seed of the generator.
  package init(of entity: String, _ requests: [MockRequest], seed: UInt64 = 1) {
    names = requests.map(\.name)
    self.seed = MockSeed(seed).child(MockSeed.key(entity))
    fields = requests.map { MockField($0, entity: entity, beside: requests.map(\.name)) }
  }

  /// The values of the record at an index, from 0, as CSV cells; nil for no value.
  package subscript(index: Int) -> [String?] { values(index, MockVariant()) }

  func values(_ index: Int, _ variant: MockVariant) -> [String?] {
    var record = MockRecord(seed, index: index, variant: variant.subject)
    return zip(names, fields).map { $1.value(in: &record, variant.attributes[$0] ?? 0) }
  }
}
