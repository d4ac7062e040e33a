/// Makes the values of one attribute. What its name, kind and constraints mean is found out once, not per
/// record.
struct MockField: Sendable {
  typealias Make = @Sendable (inout MockRecord, inout MockRandom) -> String?

  private let key: UInt64
  private let isRequired: Bool
  private let make: Make

  /// - Parameters:
  ///   - request: The attribute.
  ///   - entity: The name of the entity it belongs to.
  ///   - attributes: The names of all attributes wanted.
  init(_ request: MockRequest, entity: String, beside attributes: [String]) {
    key = MockSeed.key(request.name)
    isRequired = request.isRequired
    make = Self.maker(request, MockHint(request.name, entity: entity, beside: attributes))
  }

  /// The attribute's value as a cell of a CSV file holds it; nil for about one in eight where none is
  /// required.
  func value(in record: inout MockRecord) -> String? {
    var random = record.seed.child(key).random
    if !isRequired, random.chance(125) { return nil }
    return make(&record, &random)
  }
}
