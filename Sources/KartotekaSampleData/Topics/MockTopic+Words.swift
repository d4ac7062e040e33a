extension MockTopic {
  /// Other names.
  static let words: [MockTopic] = [
    MockTopic(
      """
      notes, note, comment, comments, description, remark, remarks, bio, biography, about, summary, text,
      body, content, message, details, reason, annotation, memo, customer desc
      """
    ) { _, random in MockWords.notes(&random) },
    MockTopic("name, title, headline, caption, label, heading, topic") { _, random in MockWords.title(&random)
    },
    MockTopic(
      "link, url, website, web site, home page, source, source link, page, href, web page, photo path"
    ) {
      record, random in MockMail.page(record.company.name, &random, number: nil, maximumLength: nil)
    },
    MockTopic("status, order status, phase, stage", any: MockWords.states),
    MockTopic("priority, level, severity", any: MockWords.levels),
    MockTopic("tag, tags, keyword, keywords", any: MockWords.tags),
    MockTopic("colour, color", any: MockWords.colours),
    MockTopic("size", any: ["XS", "S", "M", "L", "XL"]),
    MockTopic("unit, unit of measure", any: MockWords.units),
    MockTopic("currency, currency code", any: MockWords.currencies),
    MockTopic(
      """
      code, sku, article number, product code, item code, reference, serial number, id, number, key, barcode,
      invoice number, order number, customer number
      """, isCode: true
    ) { _, random in MockCode.article(random.below(MockCode.articles)) },
    MockTopic("extension, room, room number") { _, random in String(100 + random.below(900)) },
    MockTopic("uuid, guid") { _, random in MockCode.identifier(random.next(), random.next()) },
    MockTopic("slug") { _, random in MockLetters.mail(MockWords.title(&random).replacing(" ", with: "-")) },
  ]
}
