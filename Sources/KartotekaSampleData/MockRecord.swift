/// The subject of one record. Values that several attributes share are generated on demand, so that the mail address matches
/// the name and the postal code the city.
struct MockRecord {
  let seed: MockSeed
  let order: MockOrder
  private let variant: UInt64

  /// - Parameters:
  ///   - seed: the node of the record's entity in the tree of seeds.
  ///   - index: the record's index, from 0.
  ///   - variant: the variant of its person and company.
  init(_ seed: MockSeed, index: Int, variant: UInt64 = 0) {
    self.variant = variant
    self.seed = seed.child(UInt64(truncatingIfNeeded: index))
    order = MockOrder(index: index, key: seed.value)
  }

  /// The record's country, which determines its language and conventions.
  lazy var locale = with(.locale) { MockLocale.any(&$0) }
  /// The person of the record.
  lazy var person: MockPerson = {
    let locale = locale
    return with(.person, variant) { MockPerson(locale, &$0) }
  }()
  /// The address of the person or thing.
  lazy var address: MockAddress = {
    let locale = locale
    return with(.address) { MockAddress(locale, &$0) }
  }()
  /// The company of the record.
  lazy var company: MockCompany = {
    let address = address
    return with(.company, variant) { MockCompany(address, &$0) }
  }()
  /// The product of the record.
  lazy var product: MockProduct = {
    let order = order
    return with(.product) { MockProduct(order, &$0) }
  }()
  /// The category, for records that are categories.
  lazy var category = MockCategory.all[order.shuffled(MockCategory.all.count)]
  /// The course of the record.
  lazy var course = MockCourse.all[order.shuffled(MockCourse.all.count)]
  /// The country, for records that are countries.
  lazy var country = MockCountry.all[order.shuffled(MockCountry.all.count)]
  /// The time of the event.
  lazy var event = with(.event) { MockMoment.event(&$0) }
  /// The date of birth.
  lazy var birth = with(.birth) { MockMoment.birth(&$0) }

  private func with<Value>(
    _ topic: MockShared, _ variant: UInt64 = 0, _ make: (inout MockRandom) -> Value
  ) -> Value {
    var random = seed.child(topic).variant(variant).random
    return make(&random)
  }
}
