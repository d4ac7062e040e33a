/// Headings of columns that name a record, as keys (``Naming/key(_:)``), in several languages.
package enum TitleWords {
  /// First names.
  package static let firstNames = keys(
    "first name", "firstname", "given name", "forename", "vorname", "prénom", "nombre", "nome", "voornaam", "imię",
    "jméno", "имя", "ім\u{2bc}я", "fname", "förnamn", "fornavn")
  /// Family names.
  package static let lastNames = keys(
    "last name", "lastname", "surname", "family name", "nachname", "familienname", "nom", "nom de famille", "apellido",
    "apellidos", "cognome", "sobrenome", "apelido", "achternaam", "nazwisko", "příjmení", "фамилия", "прізвище",
    "lname",
    "efternamn", "etternavn")
  /// Names and titles.
  package static let titles = keys(
    "name", "title", "full name", "display name", "titel", "titre", "título", "titolo", "tytuł", "nazwa", "název",
    "название", "наименование", "назва", "bezeichnung", "imię i nazwisko", "фио", "subject", "summary", "betreff",
    "naam",
    "nome", "nombre", "nom", "product name", "item name", "jméno", "имя")

  private static func keys(_ words: String...) -> Set<String> { Set(words.map(Naming.key)) }
}
