import KartotekaModel
import Testing

@testable import KartotekaTransfer

/// Files as programs export them, of which a part was read wrong once.
@Suite("Everyday exports")
struct EverydayExportTests {
  @Test(
    "The paragraphs above a statement are no table, and the footnote below it, in the column of days, is none of it")
  func statements() async throws {
    let first = try await GuessedFile(
      """
      mBank S.A. Bankowość Detaliczna;
      Skrytka Pocztowa 2108;
      www.mBank.pl;

      #Klient;
      JAN KOWALSKI;

      Lista operacji;

      #Za okres:;
      01.12.2025;05.01.2026;

      #Waluta;#Wpływy;#Wydatki;
      PLN;5 000,00;-324,10;

      #Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;
      2026-01-05;"ZAKUP";"eKonto";"Żywność";-54,10 PLN;;
      2026-01-02;"PRZELEW";"eKonto";"Wpływy";5 000,00 PLN;;
      2025-12-30;"BLIK";"eKonto";"Zakupy";-270,00 PLN;;

      """)
    #expect(first.entities.count == 1)
    #expect(try await first.column("#Kwota") == ["-54.10", "5000.00", "-270.00"])
    let second = try await GuessedFile(
      """
      Data transakcji;Kontrahent;Kwota
      2026-01-05;Żabka;-12,99
      2026-01-03;PGE;-143,20
      2026-01-02;PayU;-20,00
      Dokument ma charakter informacyjny, nie stanowi dowodu księgowego;;

      """)
    #expect(second.kinds == [.date, .text, .decimal])
    #expect(try await second.column("Data transakcji").count == 3)
    #expect(second.remarks.contains { $0.contains("Dokument ma charakter") })
  }

  @Test("Two values below a blank line where all others have many are a note: the count of a shop's records")
  func recordCount() async throws {
    let file = try await GuessedFile(
      """
      "No","Order","Buyer","Name","Item","Title","Quantity","Sold for"
      "101","12-1","b1","Ann","12","Radio","1","$25.00"
      "102","12-2","b2","Bob","13","Cable","2","$5.50"
      "103","12-3","b3","Cid","14","Lamp","1","$7.50"

      "3","record(s) downloaded"
      "Seller ID : ann"

      """)
    #expect(try await file.column("Name") == ["Ann", "Bob", "Cid"])
    #expect(file.remarks.contains { $0.contains("2 rows") && $0.contains("Seller ID") })
  }

  @Test(
    "Days with the name of a month and a year of two digits are days",
    arguments: [
      ("2-Jan-26", "13-Feb-26"), ("Jan-02-26", "Feb-13-26"), ("02/Jan/26 10:11 AM", "13/Feb/26 9:00 PM"),
      ("2 Jan 26", "13 Feb 26"),
      ("2. Januar 26", "13. Februar 26"),
    ])
  func namedMonths(first: String, second: String) async throws {
    let file = try await GuessedFile("Name;When\nA;\(first)\nB;\(second)\n")
    let days = try await file.column("When")
    #expect(days.map { String($0.prefix(10)) } == ["2026-01-02", "2026-02-13"])
  }

  @Test("Days and numbers of days are headings: lists of who was there, and of hours")
  func series() async throws {
    let list = try await GuessedFile("Name;05.01.2026;12.01.2026;19.01.2026\nAnn;x;;x\nBob;;x;x\n")
    #expect(list.fields == ["Name", "05.01.2026", "12.01.2026", "19.01.2026"])
    #expect(try await list.column("Name") == ["Ann", "Bob"])
    let hours = try await GuessedFile("Name,1,2,3,4,5\nAnn,8,8,,7,8\nBob,8,,8,8,8\n")
    #expect(hours.fields == ["Name", "1", "2", "3", "4", "5"])
    #expect(try await hours.column("4") == ["7", "8"])
    // A record is none.
    let songs = try await GuessedFile("Björk,Jóga,05 Jan 2026 10:11\nThe Beatles,Help!,05 Jan 2026 10:15\n")
    #expect(try await songs.column(songs.fields[0]) == ["Björk", "The Beatles"])
  }

  @Test("Where decimals have commas, the day comes before the month")
  func commas() async throws {
    let file = try await GuessedFile("Date;Débit\n05/01/2026;23,45\n03/01/2026;2 500,00\n")
    #expect(try await file.column("Date") == ["2026-01-05", "2026-01-03"])
  }

  @Test("Tables that a database prints are tables without their frames and counts")
  func printed() async throws {
    let psql = try await GuessedFile(
      "  id | name  | amount \n----+-------+--------\n  1 | Ann   |  12.50\n  2 | Bob   |   3.00\n(2 rows)\n\n")
    #expect(try await psql.column("name") == ["Ann", "Bob"])
    let frame = "+----+------+--------+\n"
    let mysql = try await GuessedFile(
      frame + "| id | name | amount |\n" + frame + "|  1 | Ann  |  12.50 |\n|  2 | Bob  |   3.00 |\n" + frame
        + "2 rows in set (0.00 sec)\n")
    #expect(try await mysql.column("name") == ["Ann", "Bob"])
    #expect(try await mysql.column("amount") == ["12.50", "3.00"])
  }

  @Test("Days of a bookkeeping program: eight digits, zeros for none, minus signs behind")
  func bookkeeping() async throws {
    let file = try await GuessedFile(
      """
      Belegnr;Buch.dat.;Konto;Betrag;Menge
      4900000001;20260105;0000400000;1.234,50-;3-
      4900000002;20260106;0000400000;99,00;12
      4900000003;00000000;0000400010;0,50;1

      """)
    #expect(try await file.column("Buch.dat.") == ["2026-01-05", "2026-01-06", ""])
    #expect(try await file.column("Konto") == ["0000400000", "0000400000", "0000400010"])
    #expect(try await file.column("Betrag") == ["-1234.50", "99.00", "0.50"])
    #expect(try await file.column("Menge") == ["-3", "12", "1"])
  }

  @Test("Times, digits and columns without values are no titles")
  func titles() async throws {
    let trades = try await GuessedFile(
      "Datum,Uhrzeit,Nr,Leer,Produkt\n05-01-2026,15:31,007,,Fund\n23-12-2025,09:04,008,,Share\n")
    #expect(trades.entities.first?.attributes.filter(\.isTitle).map(\.label) == ["Produkt"])
  }

  @Test("Days with years of two digits that nothing decides are asked about, and none is left out")
  func openShortYears() async throws {
    for text in ["Name,When\nA,\"1/5/26, 9:00:12 AM\"\nB,\"1/6/26, 9:01:00 AM\"\n", "Name,When\nA,1/5/26\nB,1/6/26\n"] {
      await #expect(throws: ImportError.self) { try await GuessedFile(text) }
    }
    var notation = ValueNotation()
    notation.dateOrder = .monthDayYear
    let file = try await GuessedFile(Array("Name,When\nA,1/5/26\nB,1/6/26\n".utf8), "rows.csv", in: notation)
    #expect(try await file.column("When") == ["2026-01-05", "2026-01-06"])
  }

  @Test("Amounts with a plus sign are no telephone numbers")
  func plusSigns() async throws {
    let file = try await GuessedFile("Text,Saldo\nA,+1000.01\nB,+1013.00\n")
    #expect(try await file.column("Saldo") == ["1000.01", "1013.00"])
    let phones = try await GuessedFile("Text,Contact\nA,+48601234567\nB,+49301234567\n")
    #expect(phones.kinds == [.text, .phone])
    let others = try await GuessedFile("Text,Contact\nA,+1.4155550100\nB,+1.4155550101\n")
    #expect(others.kinds == [.text, .phone])
  }

  @Test("Commas with a blank behind them in every line are no delimiters beside semicolons")
  func names() async throws {
    let file = try await GuessedFile(
      "Nachname, Vorname;Telefon\nGroß, Jürgen;0221/123456\nMüller, Änne;0170 1234567\n")
    #expect(file.fields == ["Nachname, Vorname", "Telefon"])
    #expect(try await file.column("Nachname, Vorname") == ["Groß, Jürgen", "Müller, Änne"])
  }
}
