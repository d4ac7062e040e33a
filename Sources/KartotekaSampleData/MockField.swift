/// Generates the values of one attribute. Name, kind and constraints are interpreted once for all records.
struct MockField: Sendable {
  typealias Make = @Sendable (inout MockRecord, inout MockRandom) -> String?

  private let key: UInt64
  private let isRequired: Bool
  private let make: Make

  /// - Parameters:
  ///   - request: the attribute.
  ///   - entity: the name of its entity.
  ///   - attributes: the names of all requested attributes.
  init(_ request: MockRequest, entity: String, beside attributes: [String]) {
    key = MockSeed.key(request.name)
    isRequired = request.isRequired
    make = Self.maker(request, MockHint(request.name, entity: entity, beside: attributes))
  }

  /// The value as a CSV cell; nil for about one in eight values of an optional attribute.
  func value(in record: inout MockRecord, _ variant: UInt64 = 0) -> String? {
    var random = record.seed.child(key).variant(variant).random
    if !isRequired, random.chance(125) { return nil }
    return make(&record, &random)
  }
}
