extension MockTopic {
  /// Companies, products, courses.
  static let work: [MockTopic] = [
    MockTopic(
      """
      company, company name, organisation, organization, firm, employer, supplier, supplier name, brand,
      manufacturer, publisher, vendor, vendor name, ship name, shop, store name, business,
      customer: company name, organisation: name, organization: name, supplier: name, client: company name
      """
    ) { record, _ in record.company.name },
    MockTopic(
      "carrier, shipper, shipper name, shipper: company name, carrier: name", pool: MockWords.carriers
    ) { record, _ in MockWords.carriers[record.order.shuffled(MockWords.carriers.count)] },
    MockTopic(
      """
      job title, job, position, occupation, profession, contact title, role, employee title, function,
      contact: title, person: title, user: title
      """, any: MockWords.jobs),
    MockTopic("department, division, team, department name", any: MockWords.departments),
    MockTopic(
      "product, product name, item, item name, article, article name, goods, good: name, product: title",
      pool: MockProduct.names
    ) { record, _ in record.product.name },
    MockTopic("category, category name, product category, kind, product type") { record, _ in
      record.product.category.name
    },
    MockTopic(
      "category: name, category: category name, category: title", pool: MockCategory.all.map(\.name)
    ) { record, _ in record.category.name },
    MockTopic("category: description, category: details") { record, _ in record.category.details },
    MockTopic("quantity per unit, package, packaging, pack, unit size") { record, _ in record.product.pack },
    MockTopic("course, course name, course: title, lesson, lecture", pool: MockCourse.all.map(\.name)) {
      record, _ in
      record.course.name
    },
    MockTopic("subject, subject name", pool: MockCourse.subjects) { record, _ in record.course.subject },
    MockTopic("branch, branch name, specialisation, specialization, discipline") { record, _ in
      record.course.branch
    },
  ]
}
