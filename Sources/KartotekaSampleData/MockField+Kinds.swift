import KartotekaModel

extension MockField {
  /// The generator for a request's kind.
  static func maker(_ request: MockRequest, _ hint: MockHint) -> Make {
    switch request.kind {
    case .text: text(request, hint)
    case .articleNumber: { record, _ in articleNumber(record.order.index) }
    case .integer: number(request, hint, scale: 0)
    case .real: number(request, hint, scale: 2)
    case .decimal(let scale): number(request, hint, scale: scale)
    case .boolean: boolean(request, hint)
    case .date: date(request, hint) { $0.date }
    case .timestamp: date(request, hint) { $0.timestamp }
    case .choice(let options): choice(options, request)
    case .mail:
      { [request] record, random in
        let number = request.isUnique ? record.order.index + 1 : nil
        return MockMail.address(record.person, &random, number: number, maximumLength: request.maximumLength)
      }
    case .phone:
      { [isUnique = request.isUnique] record, random in
        isUnique ? MockPhone.unique(record.locale, record.order) : MockPhone.number(record.address, &random)
      }
    case .url:
      { [request] record, random in
        let number = request.isUnique ? record.order.index + 1 : nil
        let name = record.company.name
        return MockMail.page(name, &random, number: number, maximumLength: request.maximumLength)
      }
    case .blob: { record, random in MockPicture.base64(record.order, &random) }
    case .coordinate:
      { [isUnique = request.isUnique] record, random in
        MockPlace.coordinate(hint, &record, &random, unique: isUnique)
      }
    }
  }

  // Numbers from 20 on are those that a shop gives itself.
  private static func articleNumber(_ index: Int) -> String {
    let number = String(200_000_000_000 + Int64(index) % 10_000_000_000)
    return number + String(ArticleNumber.checkDigit(number.compactMap(\.wholeNumberValue)))
  }

  private static func text(_ request: MockRequest, _ hint: MockHint) -> Make {
    let topic = MockTopic.find(hint) ?? otherwise(request, hint)
    let text = MockText(topic, minimum: request.minimumLength, maximum: request.maximumLength)
    if request.isUnique { return { record, random in text.unique(&record, &random) } }
    return { record, random in text.text(&record, &random) }
  }

  /// The topic of dates and numbers that are declared as text, and of unknown texts.
  private static func otherwise(_ request: MockRequest, _ hint: MockHint) -> MockTopic {
    if let date = MockDate.find(hint) {
      return MockTopic("") { record, random in date.make(&record, &random).date }
    }
    if let measure = MockMeasure.find(hint) {
      let number = MockNumber(measure, scale: 0, minimum: nil, maximum: nil)
      return MockTopic("") { _, random in number.text(&random) }
    }
    return MockTopic("") { _, random in MockWords.title(&random) }
  }

  private static func number(_ request: MockRequest, _ hint: MockHint, scale: Int) -> Make {
    let places = request.kind == .real ? 6 : scale
    if scale > 1, !request.isUnique, let degrees = degrees(request, hint, digits: places) { return degrees }
    let span = (request.maximum ?? .infinity) - (request.minimum ?? 0)
    let digits = request.kind == .real && span < 10 ? 4 : scale
    let measure = MockMeasure.find(hint)
    let number = MockNumber(
      request.isPercentage ? measure?.percentage : measure, scale: digits, minimum: request.minimum,
      maximum: request.maximum)
    if request.isUnique { return { record, _ in number.unique(record.order) } }
    return { _, random in number.text(&random) }
  }

  private static func degrees(_ request: MockRequest, _ hint: MockHint, digits: Int) -> Make? {
    let isLimited = (request.minimum ?? -180) > -90 || (request.maximum ?? 180) < 90
    let place: (@Sendable (inout MockRecord) -> Double)? =
      switch hint.words.last {
      case _ where isLimited: nil
      case "latitude", "lat": { MockPlace.latitude(hint, &$0) }
      case "longitude", "lon", "lng": { MockPlace.longitude(hint, &$0) }
      default: nil
      }
    guard let place else { return nil }
    return { record, random in
      String(MockPlace.degrees(place(&record), random.below(10_000)).dropLast(max(0, 6 - digits)))
    }
  }

  private static func boolean(_ request: MockRequest, _ hint: MockHint) -> Make {
    if request.isUnique { return choice(["true", "false"], request) }
    let rare: Set = [
      "discontinued", "deleted", "archived", "hidden", "blocked", "disabled", "locked", "admin",
    ]
    let usual: Set = ["active", "enabled", "visible", "available", "published", "confirmed", "open"]
    let last = hint.words.last ?? ""
    let perMille = rare.contains(last) ? 80 : usual.contains(last) ? 870 : 500
    return { _, random in random.chance(perMille) ? "true" : "false" }
  }

  private static func date(
    _ request: MockRequest, _ hint: MockHint, _ write: @escaping @Sendable (MockMoment) -> String
  ) -> Make {
    if request.isUnique {
      // Dates increase by a day, times by 61 seconds.
      let step = request.kind == .date ? MockMoment.daySeconds : 61
      let first = MockMoment.at(MockMoment.years.lowerBound).seconds
      return { record, _ in write(MockMoment(seconds: first + record.order.index * step)) }
    }
    let date = MockDate.find(hint) ?? .any
    return { record, random in write(date.make(&record, &random)) }
  }

  private static func choice(_ options: [String], _ request: MockRequest) -> Make {
    guard !options.isEmpty else { return { _, _ in nil } }
    guard request.isUnique else { return { _, random in random.pick(options) } }
    return { record, _ in record.order.index < options.count ? options[record.order.index] : nil }
  }
}
