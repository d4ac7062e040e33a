/// Generates the texts of one attribute: their topic, length and uniqueness.
struct MockText: Sendable {
  let topic: MockTopic
  let minimum: Int
  let maximum: Int
  /// Whether all values of the list fit unchanged.
  private let dealsOut: Bool

  init(_ topic: MockTopic, minimum: Int?, maximum: Int?) {
    self.topic = topic
    self.minimum = max(0, minimum ?? 0)
    self.maximum = max(0, maximum ?? Int.max)
    let lengths = self.minimum...max(self.minimum, self.maximum)
    dealsOut = !topic.pool.isEmpty && topic.pool.allSatisfy { lengths.contains($0.count) }
  }

  func text(_ record: inout MockRecord, _ random: inout MockRandom) -> String {
    if topic.isCode, maximum < 8 {
      return MockCode.letters(random.below(MockCode.count(maximum)), maximum, isShort: true)
    }
    return fit(topic.make(&record, &random), room: maximum)
  }

  /// A unique text: items of a fixed list are used once, codes count, and other texts get the record's index or become a code
  /// if there is no room.
  func unique(_ record: inout MockRecord, _ random: inout MockRandom) -> String {
    let order = record.order
    if dealsOut, order.index < topic.pool.count { return topic.pool[order.shuffled(topic.pool.count)] }
    if maximum < 12, dealsOut { return MockCode.figure(order.shuffled(MockCode.figures(maximum)), maximum) }
    if maximum < 12 {
      return MockCode.letters(order.shuffled(MockCode.count(maximum)), maximum, isShort: true)
    }
    if topic.isCode {
      let round = order.round(MockCode.articles)
      let code = MockCode.article(order.shuffled(MockCode.articles)) + (round == 0 ? "" : "-" + String(round))
      return fit(code, room: maximum)
    }
    let number = " " + String(order.index + 1)
    let room = maximum - number.utf8.count
    return fit(topic.make(&record, &random), room: max(room, 1), least: minimum - number.utf8.count) + number
  }

  /// The text extended or shortened, at a space if there is one.
  private func fit(_ text: String, room: Int, least: Int? = nil) -> String {
    let least = least ?? minimum
    var text = text
    if least > 0 {
      var words = MockRandom(seed: MockSeed.key(text))
      while text.count < least { text += (text.isEmpty ? "" : " ") + MockWords.title(&words).lowercased() }
    }
    guard text.utf8.count > room, text.count > room else { return text }
    let cut = text.prefix(room)
    guard let space = cut.lastIndex(of: " "),
      cut.distance(from: cut.startIndex, to: space) >= max(least, room / 2)
    else { return cut.last == " " ? cut.dropLast() + (cut.count > least ? "" : "s") : String(cut) }
    return String(cut[..<space])
  }
}
