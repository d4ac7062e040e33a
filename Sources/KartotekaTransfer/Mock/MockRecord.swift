/// What one record is about. What several of its attributes share is made when the first of them asks for it,
/// so that the mail address fits the name and the postal code fits the city.
struct MockRecord {
  let seed: MockSeed
  let order: MockOrder

  /// - Parameters:
  ///   - seed: The place of the record's entity in the tree of seeds.
  ///   - index: The record's number, from 0.
  init(_ seed: MockSeed, index: Int) {
    self.seed = seed.child(UInt64(truncatingIfNeeded: index))
    order = MockOrder(index: index, key: seed.value)
  }

  /// The record's country, in the sense of its people's language and ways.
  lazy var locale = with(.locale) { MockLocale.any(&$0) }
  /// The person that it is about.
  lazy var person: MockPerson = {
    let locale = locale
    return with(.person) { MockPerson(locale, &$0) }
  }()
  /// Where that person or thing is.
  lazy var address: MockAddress = {
    let locale = locale
    return with(.address) { MockAddress(locale, &$0) }
  }()
  /// The company that it is about.
  lazy var company: MockCompany = {
    let address = address
    return with(.company) { MockCompany(address, &$0) }
  }()
  /// The goods that it is about.
  lazy var product: MockProduct = {
    let order = order
    return with(.product) { MockProduct(order, &$0) }
  }()
  /// The kind of goods, where records are kinds of goods.
  lazy var category = MockCategory.all[order.shuffled(MockCategory.all.count)]
  /// What is taught.
  lazy var course = MockCourse.all[order.shuffled(MockCourse.all.count)]
  /// The country of the world, where records are countries.
  lazy var country = MockCountry.all[order.shuffled(MockCountry.all.count)]
  /// When it happened.
  lazy var event = with(.event) { MockMoment.event(&$0) }
  /// When the person was born.
  lazy var birth = with(.birth) { MockMoment.birth(&$0) }

  private func with<Value>(_ topic: MockShared, _ make: (inout MockRandom) -> Value) -> Value {
    var random = seed.child(topic).random
    return make(&random)
  }
}
