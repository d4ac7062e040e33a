/// Words and sentences for texts of unknown meaning.
enum MockWords {
  /// `Quiet harbour`.
  static func title(_ random: inout MockRandom) -> String {
    random.pick(adjectives) + " " + random.pick(nouns)
  }

  /// One to three different remarks.
  static func notes(_ random: inout MockRandom) -> String {
    let start = random.below(remarks.count)
    // The number of remarks is prime, so that each step reaches all of them.
    let step = 1 + random.below(remarks.count - 1)
    return (0..<(1 + random.below(3))).map { remarks[(start + $0 * step) % remarks.count] }.joined(
      separator: " ")
  }

  static let colours = MockPool.list("White, Black, Grey, Red, Green, Blue, Yellow, Orange, Brown, Violet")
  static let states = MockPool.list("New, In progress, Waiting, Done, Cancelled")
  static let levels = MockPool.list("Low, Normal, High, Urgent")
  static let units = MockPool.list("piece, kg, g, l, m, box, pack, pair")
  static let tags = MockPool.list("home, work, garden, travel, books, music, family, urgent, later, idea")
  static let languages = MockPool.list("English, Polish, Russian, German, French, Spanish, Italian, Czech")
  static let currencies = MockPool.list("EUR, USD, GBP, PLN, CHF, CZK, SEK, NOK, JPY, BRL")
  static let directions = MockPool.list("Eastern, Western, Northern, Southern, Central, Coastal, Highland")
  static let jobs = MockPool.list(
    """
    Sales Representative, Sales Manager, Accountant, Buyer, Warehouse Clerk, Office Manager,
    Marketing Assistant, Order Administrator, Owner, Engineer, Teacher, Nurse, Editor, Librarian, Carpenter,
    Electrician, Chef, Architect, Software Developer, Designer, Dispatcher, Driver, Foreman, Lawyer,
    Secretary, Translator, Vice President Sales
    """)
  static let departments = MockPool.list(
    "Sales, Purchasing, Accounts, Warehouse, Marketing, Production, Research, Service, Personnel, Office")
  static let carriers = MockPool.list(
    """
    Swift Parcel, Harbour Freight Lines, Northern Haulage, Blue Van Express, Overland Couriers,
    Two Rivers Shipping, Express Bicycle Post, Continental Rail Cargo, Evergreen Transport, Morning Delivery
    """)
  static let adjectives = MockPool.list(
    """
    Quiet, Bright, Old, New, Small, Long, Green, Golden, Silver, Northern, Southern, Early, Late, Open,
    Hidden, Clear, Warm, Cool, Gentle, Bold, Simple, Rare, Wide, Deep, High, Fresh, Calm, Lively, Distant,
    Woven, Round, Soft, Steady
    """)
  static let nouns = MockPool.list(
    """
    harbour, garden, river, meadow, bridge, forest, mountain, island, window, letter, lantern, market,
    orchard, valley, station, tower, village, winter, summer, morning, evening, journey, shore, field, mill,
    road, square, stone, cloud, star, library, workshop, kitchen, gallery, archive, harvest, feather, compass,
    anchor, mirror
    """)

  private static let remarks = MockPool.list(
    """
    Prefers to be called in the morning.; Met at the trade fair.; Pays on time.; Asks for a receipt by post.;
    Likes the window seat.; Has moved recently.; Speaks three languages.; Best reached by mail.;
    Please ring twice.; Goods are to be left with the neighbour.; Will be away in August.;
    Knows the shop well.; Wants to hear about new arrivals.; Was recommended by a friend.;
    The lift is out of order.; Collects stamps and old maps.; Came by on a rainy Tuesday.;
    Needs an invoice for each delivery.; Asked for the green one.; Has been with us from the beginning.;
    Not before ten o'clock.; The key is at the reception.; Interested in a longer contract.;
    Replied within a day.; Handle with care.; Second floor, on the left.; Sent a postcard from the coast.;
    Has two dogs, both friendly.; To be checked again next year.; Everything as agreed.;
    Plays the cello in an amateur orchestra.
    """, separator: ";")
}
