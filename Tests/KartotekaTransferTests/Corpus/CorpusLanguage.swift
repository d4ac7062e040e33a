import Foundation

/// How a language writes headings, words, numbers and days, for files of the corpus.
struct CorpusLanguage: Sendable {
  let code: String
  /// Name, town, count, price, share, day, paid, phone, mail, kind, code, note.
  let headings: [String]
  let names: [String]
  let towns: [String]
  let kinds: [String]
  let yes: String
  let no: String
  let decimal: Character
  let group: String
  /// The sign behind an amount, or before it where `isBefore`.
  let sign: String
  let currency: String
  let isBefore: Bool
  /// A day in digits: the parts are day, month and year.
  let day: @Sendable (Int, Int, Int) -> String
  let months: [String]
  let total: String
  /// A code page that has all its letters.
  let codePage: String.Encoding

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  static let all: [CorpusLanguage] = [
    CorpusLanguage(
      code: "en",
      headings: ["Name", "Town", "Count", "Price", "Share", "Day", "Paid", "Phone", "Email", "Kind", "Code", "Remark"],
      names: ["Ann Brown", "O'Neil, Bob", "Cécile Day", "Dan \"Red\" Fox"], towns: ["Leeds", "York", "Bath"],
      kinds: ["new", "used"], yes: "yes", no: "no", decimal: ".", group: ",", sign: "$", currency: "USD",
      isBefore: true,
      day: { "\(two($1))/\(two($0))/\($2)" },
      months: [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
      ],
      total: "Total", codePage: .windowsCP1252),
    CorpusLanguage(
      code: "de",
      headings: [
        "Name", "Ort", "Anzahl", "Preis", "Anteil", "Datum", "Bezahlt", "Telefon", "E-Mail", "Art", "Kennung",
        "Bemerkung",
      ],
      names: ["Jörg Müller", "Groß; Änne", "Öztürk, Ute", "Kai Weiß"], towns: ["Köln", "Zürich", "Graz"],
      kinds: ["neu", "gebraucht"], yes: "ja", no: "nein", decimal: ",", group: ".", sign: "€", currency: "EUR",
      isBefore: false,
      day: { "\(two($0)).\(two($1)).\($2)" },
      months: [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
      ],
      total: "Summe", codePage: .windowsCP1252),
    CorpusLanguage(
      code: "fr",
      headings: [
        "Nom", "Ville", "Nombre", "Prix", "Part", "Date", "Payé", "Téléphone", "Courriel", "Genre", "Code", "Remarque",
      ],
      names: ["Zoé Lefèvre", "François Noël", "Anaïs, Aimée", "Jean; Luc"], towns: ["Orléans", "Nîmes", "Lyon"],
      kinds: ["neuf", "usé"], yes: "oui", no: "non", decimal: ",", group: "\u{202f}", sign: "€", currency: "EUR",
      isBefore: false,
      day: { "\(two($0))/\(two($1))/\($2)" },
      months: [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre",
      ],
      total: "Total", codePage: .windowsCP1252),
    CorpusLanguage(
      code: "es",
      headings: [
        "Nombre", "Ciudad", "Cantidad", "Precio", "Parte", "Fecha", "Pagado", "Teléfono", "Correo", "Tipo", "Código",
        "Nota",
      ],
      names: ["José Núñez", "Íñigo, Ana", "María; Luz", "Úrsula Gil"], towns: ["Málaga", "León", "Cádiz"],
      kinds: ["nuevo", "usado"], yes: "sí", no: "no", decimal: ",", group: ".", sign: "€", currency: "EUR",
      isBefore: false,
      day: { "\(two($0))/\(two($1))/\($2)" },
      months: [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre",
      ],
      total: "Total", codePage: .windowsCP1252),
    CorpusLanguage(
      code: "it",
      headings: [
        "Nome", "Città", "Quantità", "Prezzo", "Quota", "Data", "Pagato", "Telefono", "E-mail", "Tipo", "Codice",
        "Nota",
      ],
      names: ["Niccolò Rossi", "D'Amico, Eva", "Gesù; Pia", "Ugo Però"], towns: ["Forlì", "Roma", "Bari"],
      kinds: ["nuovo", "usato"], yes: "sì", no: "no", decimal: ",", group: ".", sign: "€", currency: "EUR",
      isBefore: true,
      day: { "\(two($0))/\(two($1))/\($2)" },
      months: [
        "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
        "novembre", "dicembre",
      ],
      total: "Totale", codePage: .windowsCP1252),
    CorpusLanguage(
      code: "pl",
      headings: [
        "Nazwa", "Miasto", "Liczba", "Cena", "Udział", "Dzień", "Zapłacono", "Telefon", "E-mail", "Rodzaj", "Kod",
        "Uwagi",
      ],
      names: ["Łukasz Żak", "Świątek, Iga", "Gęślą; Jaźń", "Ćma Źródło"], towns: ["Łódź", "Gdańsk", "Kraków"],
      kinds: ["nowy", "używany"], yes: "tak", no: "nie", decimal: ",", group: "\u{a0}", sign: "zł", currency: "PLN",
      isBefore: false, day: { "\(two($0)).\(two($1)).\($2)" },
      months: [
        "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października",
        "listopada", "grudnia",
      ],
      total: "Razem", codePage: .windowsCP1250),
    CorpusLanguage(
      code: "cs",
      headings: [
        "Název", "Město", "Počet", "Cena", "Podíl", "Datum", "Placeno", "Telefon", "E-mail", "Druh", "Kód", "Poznámka",
      ],
      names: ["Antonín Dvořák", "Příhoda, Jiří", "Čáp; Věra", "Ňuf Šťastný"], towns: ["Plzeň", "Třebíč", "Brno"],
      kinds: ["nový", "použitý"], yes: "ano", no: "ne", decimal: ",", group: "\u{a0}", sign: "Kč", currency: "CZK",
      isBefore: false, day: { "\($0).\($1).\($2)" },
      months: [
        "ledna", "února", "března", "dubna", "května", "června", "července", "srpna", "září", "října", "listopadu",
        "prosince",
      ],
      total: "Celkem", codePage: .windowsCP1250),
    CorpusLanguage(
      code: "ru",
      headings: [
        "Название", "Город", "Число", "Цена", "Доля", "Дата", "Оплачено", "Телефон", "Почта", "Вид", "Код", "Заметка",
      ],
      names: ["Юлия Щукина", "Ёлкин, Пётр", "Цой; Эмма", "Жанна Ъ"], towns: ["Москва", "Орёл", "Уфа"],
      kinds: ["новый", "старый"], yes: "да", no: "нет", decimal: ",", group: "\u{a0}", sign: "₽", currency: "RUB",
      isBefore: false, day: { "\(two($0)).\(two($1)).\($2)" },
      months: [
        "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
        "декабря",
      ],
      total: "Итого", codePage: .windowsCP1251),
  ]

  /// A number in hundredths with marks between groups, if they are wanted.
  func number(_ hundredths: Int, isGrouped: Bool) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    return digits(whole, isGrouped: isGrouped) + String(decimal) + Self.two(rest)
  }

  func digits(_ whole: Int, isGrouped: Bool) -> String {
    let text = String(whole)
    guard isGrouped, text.count > 3 else { return text }
    var result = ""
    for (index, digit) in text.enumerated() {
      if index > 0, (text.count - index) % 3 == 0 { result += group }
      result.append(digit)
    }
    return result
  }

  func amount(_ hundredths: Int) -> String {
    let number = number(hundredths, isGrouped: true)
    return isBefore ? sign + number : number + "\u{a0}" + sign
  }
}
