/// Names of months and days of the week in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech,
/// Russian and Ukrainian, from the Unicode CLDR.
package enum DateWords {
  private static let months: [[String]] = [
    [
      "january", "januar", "jänner", "janvier", "enero", "gennaio", "janeiro", "januari", "stycznia", "styczeń",
      "ledna",
      "leden", "января", "январь", "січня", "січень",
    ],
    [
      "february", "februar", "février", "febrero", "febbraio", "fevereiro", "februari", "lutego", "luty", "února",
      "únor",
      "февраля", "февраль", "лютого", "лютий",
    ],
    [
      "march", "märz", "mrz", "mars", "marzo", "março", "maart", "mrt", "marca", "marzec", "března", "březen", "марта",
      "март", "березня", "березень",
    ],
    [
      "april", "avril", "abril", "aprile", "kwietnia", "kwiecień", "dubna", "duben", "апреля", "апрель", "квітня",
      "квітень",
    ],
    [
      "may", "mai", "mayo", "maggio", "maio", "mei", "maja", "maj", "května", "květen", "мая", "май", "травня",
      "травень",
    ],
    [
      "june", "juni", "juin", "junio", "giugno", "junho", "czerwca", "czerwiec", "června", "červen", "июня", "июнь",
      "червня", "червень",
    ],
    [
      "july", "juli", "juillet", "julio", "luglio", "julho", "lipca", "lipiec", "července", "červenec", "июля", "июль",
      "липня", "липень",
    ],
    [
      "august", "août", "agosto", "augustus", "sierpnia", "sierpień", "srpna", "srpen", "августа", "август", "серпня",
      "серпень",
    ],
    [
      "september", "septembre", "septiembre", "setiembre", "settembre", "setembro", "września", "wrzesień", "září",
      "сентября", "сентябрь", "вересня", "вересень",
    ],
    [
      "october", "oktober", "octobre", "octubre", "ottobre", "outubro", "października", "październik", "října", "říjen",
      "октября", "октябрь", "жовтня", "жовтень",
    ],
    [
      "november", "novembre", "noviembre", "novembro", "listopada", "listopad", "listopadu", "ноября", "ноябрь",
      "листопада", "листопад",
    ],
    [
      "december", "dezember", "décembre", "diciembre", "dicembre", "dezembro", "grudnia", "grudzień", "prosince",
      "prosinec", "декабря", "декабрь", "грудня", "грудень",
    ],
  ]

  private static let folded = months.map { $0.map(Folding.fold) }

  /// The month, 1 to 12, that a name or the beginning of one means; nil where it is none, or the beginning of several.
  static func month(_ text: Substring) -> Int? { month(folded: Folding.fold(String(text))) }

  /// The month, 1 to 12, of which a folded name begins with these folded letters, three at least; nil where there is none or
  /// there are several.
  package static func month(folded letters: some StringProtocol) -> Int? {
    guard letters.count >= 3 else { return nil }
    if let exact = folded.firstIndex(where: { $0.contains { $0 == letters } }) { return exact + 1 }
    let found = folded.indices.filter { folded[$0].contains { $0.hasPrefix(letters) } }
    return found.count == 1 ? found[0] + 1 : nil
  }

  /// Words within a date that mean nothing: "of", and the word for year behind it.
  static let fillers: Set<String> = ["de", "del", "di", "of", "the", "r", "roku", "г", "года", "р", "року", "den"]

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
    "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
    "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo",
    "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica",
    "segunda", "terça", "quarta", "quinta", "sexta", "feira",
    "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
    "poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela",
    "pondělí", "úterý", "středa", "čtvrtek", "pátek", "neděle",
    "понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье",
    "понеділок", "вівторок", "середа", "четвер", "пʼятниця", "п’ятниця", "субота", "неділя",
    "mo", "di", "mi", "do", "fr", "sa", "so", "пн", "вт", "ср", "чт", "пт", "сб", "вс", "нд", "pn", "wt", "śr", "czw",
    "pt",
    "sb", "nd", "ndz", "niedz", "po", "út", "st", "čt", "pá", "ne", "ma", "wo", "vr", "za", "zo",
  ].map(Folding.fold)

  /// Whether a word is a day of the week, or the beginning of one with three letters at least.
  static func isWeekday(_ text: Substring) -> Bool {
    let letters = Folding.fold(String(text))
    return weekdays.contains { $0 == letters || letters.count >= 3 && $0.hasPrefix(letters) }
  }
}
