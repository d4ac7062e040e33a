import KartotekaModel
import Testing

@testable import KartotekaTransfer

/// Files as people have them, each of which was read wrong once.
@Suite("Everyday files")
struct EverydayFileTests {
  @Test("Days with years of two digits and times are read in the order that one of them shows")
  func shortYearsWithTimes() async throws {
    let file = try await GuessedFile("Name,When\nA,3/4/26 14:30\nB,13/4/26 9:05\nC,1/12/25 0:00\n")
    #expect(
      try await file.column("When") == [
        "2026-04-03T14:30:00.000Z", "2026-04-13T09:05:00.000Z", "2025-12-01T00:00:00.000Z",
      ])
  }

  @Test("Days with blanks before them count for the order of days")
  func blanksBeforeDays() async throws {
    let file = try await GuessedFile("Name, When, N\nA, 3/4/2026, \"1,5\"\nB, 13/4/2026, \"2,5\"\n")
    #expect(try await file.column("When") == ["2026-04-03", "2026-04-13"])
    #expect(try await file.column("N") == ["1.5", "2.5"])
  }

  @Test("A comma between day and time is none of the day")
  func commaBehindDays() async throws {
    let american = try await GuessedFile(
      "Name,When\nA,\"3/14/2026, 2:30:00 PM\"\nB,\"3/4/2026, 2:30:00 AM\"\n")
    #expect(try await american.column("When") == ["2026-03-14T14:30:00.000Z", "2026-03-04T02:30:00.000Z"])
    let german = try await GuessedFile("Name;When\nA;14.3.2026, 14:30:00\nB;4.3.2026, 2:30:00\n")
    #expect(try await german.column("When") == ["2026-03-14T14:30:00.000Z", "2026-03-04T02:30:00.000Z"])
  }

  @Test(
    "A column of days in which a text has a year is a text, and loses nothing", arguments: ["spring of 1951", "1951"])
  func yearAlone(text: String) async throws {
    let days = (1...30).map { "L\($0),1950-01-\($0 < 10 ? "0" : "")\($0)\n" }.joined()
    let file = try await GuessedFile("Letter,Written\n\(days)M,\(text)\n")
    #expect(try await file.column("Written").last == text)
    let wrong = try await GuessedFile("Letter,Written\n\(days)M,1950-02-31\nN,unknown day\n")
    #expect(wrong.kinds.last == .date)
  }

  @Test("Characters without width around a text are dropped")
  func withoutWidth() async throws {
    let file = try await GuessedFile("Name,Age\n\u{200B}Ann\u{200B},30\n\u{200E}Bob\u{200F},41\nCy\u{FEFF},5\n")
    #expect(try await file.column("Name").map { Array($0.unicodeScalars).count } == [3, 3, 2])
  }

  @Test("A sign such as # is a heading")
  func signs() async throws {
    let file = try await GuessedFile("#,Team,Points\n1,A,10\n2,B,20\n3,C,30\n")
    #expect(try await file.column("Team") == ["A", "B", "C"])
  }

  @Test("The line below the headings of a table in Markdown is no record")
  func markdown() async throws {
    let file = try await GuessedFile("| Name | Age |\n| --- | ---: |\n| Ann | 30 |\n| Bob | 41 |\n", "a.md")
    #expect(try await file.column("Name") == ["Ann", "Bob"])
    #expect(file.kinds == [.text, .integer])
  }

  @Test(
    "A row with the sums of all columns is a total",
    arguments: [
      "Total,40,60", "Total,40.00,60.00", "Grand total,40,60", "Average,20,30\nTotal,40,60", "Summe;40;60",
    ])
  func fullTotals(last: String) async throws {
    let file = try await GuessedFile("Region,Q1,Q2\nNorth,10,20\nSouth,30,40\n\(last)\n".replacing(";", with: ","))
    #expect(try await file.column("Region") == ["North", "South"])
    #expect(file.remarks.contains { $0.contains("60") })
  }

  @Test("A sum without a word is a total, and so is one of times")
  func otherTotals() async throws {
    let stock = try await GuessedFile(
      "Item,Qty,Price,Total\nBolt,2,5.00,10.00\nNut,3,8.00,24.00\nPin,1,1.00,1.00\n,,,35.00\n")
    #expect(try await stock.column("Item") == ["Bolt", "Nut", "Pin"])
    let week = try await GuessedFile("Week,Mon,Tue\nW1,8:00,7:30\nW2,8:15,8:45\nTotal,16:15,16:15\n")
    #expect(try await week.column("Week") == ["W1", "W2"])
  }

  @Test("Totals of groups are left out with the total of all")
  func subtotals() async throws {
    let file = try await GuessedFile(
      "Region,Q1,Q2\nNorth,10,20\nSouth,30,40\nTotal,40,60\nEast,1,2\nWest,3,4\nTotal,4,6\nGrand total,44,66\n")
    #expect(try await file.column("Region") == ["North", "South", "East", "West"])
    #expect(file.remarks.contains { $0.contains("3 rows") })
  }

  @Test(
    "A record is no total although its name has the word", arguments: ["Total Recall,5,9", "Sum 41,40,7", "Total,1,1"])
  func names(last: String) async throws {
    let file = try await GuessedFile("Name,Q1,Q2\nNorth,10,20\nSouth,30,40\n\(last)\nWest,1,2\n")
    #expect(try await file.column("Q1").count == 4)
  }

  @Test(
    "A record whose name has such a word stays where its values prove nothing",
    arguments: [
      "Film,copies,discs\nAlien,1,1\nHeat,1,1\nMean Girls,1,1\nRocky,1,1\n",
      "App,a,b\nMail,3,1\nSearch,3,1\nSocial Media,3,1\nMaps,3,1\n",
      "Game,a,b\nDoom,0,0\nQuake,0,0\nTotal War,0,0\nCivilization,5,1\n",
      "Cost,a,b\nRent,100,100\nFood,0,0\nSum Insurance,100,100\nGas,5,4\n",
      "Department,a\nSales,10\nIT,20\nMedia,15\nSupport,7\nLaw,3\n",
      "Customer,City,Amount\nAnn,Oslo,5\nBob,Rome,7\nCy,Pisa,9\n\nThe Old Mill House Hotel,Lviv,unpaid\n",
    ])
  func proofless(text: String) async throws {
    let file = try await GuessedFile(text)
    let lines = text.split(separator: "\n").dropFirst()
    #expect(try await file.column(file.fields[0]) == lines.map { String($0.prefix { $0 != "," }) })
  }

  @Test("A total that looks like a year is a total, and a group of one row hides no later total")
  func hiddenTotals() async throws {
    let year = try await GuessedFile("Item,Qty,Sum\nA,1,1000\nB,2,1000\nC,3,50\nTotal,6,2050\n")
    #expect(try await year.column("Item") == ["A", "B", "C"])
    let groups = try await GuessedFile(
      "City,a,b\nOslo,5,50\nTotal North,5,50\nRome,2,20\nPisa,3,30\nTotal South,5,50\nKyiv,4,10\nLviv,6,20\nTotal East,10,30\n"
    )
    #expect(try await groups.column("City") == ["Oslo", "Total North", "Rome", "Pisa", "Kyiv", "Lviv"])
  }

  @Test("A note below a blank line whose commas part it is a note")
  func partedNote() async throws {
    let file = try await GuessedFile("Name,Age\nAnn,30\nBob,41\n\nSource: survey of 2026, all rights reserved\n")
    #expect(try await file.column("Name") == ["Ann", "Bob"])
    #expect(file.kinds == [.text, .integer])
    #expect(file.remarks.contains { $0.contains("Source: survey") })
  }

  @Test("A text alone below a total is a note, however short it is")
  func noteBelowTotal() async throws {
    let file = try await GuessedFile("Product;Qty;Price\nA;1;2,50\nB;2;5,00\nTotal;3;7,50\nAs of: 05.01.2026\n")
    #expect(try await file.column("Product") == ["A", "B"])
    #expect(file.remarks.contains { $0.contains("As of: 05.01.2026") })
  }

  @Test("The table of a statement is found below a preamble of names with values, with few bookings, too")
  func fewBookings() async throws {
    let file = try await GuessedFile(
      """
      Umsatzanzeige;Datei erstellt am: 05.01.2026 10:11

      IBAN;DE12 3456
      Kontoname;Extra-Konto
      Bank;ING
      Kunde;Ann
      Saldo;1.000,00;EUR

      Buchung;Valuta;Empfänger;Buchungstext;Zweck;Saldo;Währung;Betrag;Währung
      05.01.2026;05.01.2026;EDEKA;Lastschrift;Danke;1.000,00;EUR;-12,50;EUR
      02.01.2026;02.01.2026;ACME;Gehalt;Jan;1.012,50;EUR;2.000,00;EUR

      """)
    #expect(try await file.column("Betrag") == ["-12.50", "2000.00"])
  }

  @Test("A mark within an amount of a currency without decimal places separates groups")
  func wholeCurrencies() async throws {
    let file = try await GuessedFile("品名;金額\nお茶;1,234円\n菓子;500円\n")
    #expect(file.field("金額")?.currency == "JPY")
    #expect(try await file.column("金額") == ["1234", "500"])
    await #expect(throws: ImportError.self) { try await GuessedFile("Item;Price\nTea;1,234 €\nPie;500 €\n") }
  }

  @Test("Numbers of records in columns of blanks are keys, too")
  func numbersInFrames() async throws {
    let file = try await GuessedFile(
      " id | name | price \n----+------+-------\n  4 | Tea  |  2.50\n  7 | Pie  |  3.00\n(2 rows)\n")
    #expect(file.fields == ["name", "price"])
    #expect(try await file.column("name") == ["Tea", "Pie"])
  }

  @Test("A blank behind a minus or plus is none of the number")
  func spacedSigns() async throws {
    let file = try await GuessedFile("Item;X\nA;- 1.234,56\nB;+ 20,00\nC;-5,10\n")
    #expect(try await file.column("X") == ["-1234.56", "20.00", "-5.10"])
  }

  @Test("The hours of a plan are headings, and so is what stands below a line of metadata")
  func unusualHeadings() async throws {
    let plan = try await GuessedFile(";08:00;09:00;10:00\nMo;Mathe;Deutsch;\nDi;;Bio;Sport\n")
    #expect(plan.fields == ["Column A", "08:00", "09:00", "10:00"])
    #expect(try await plan.column("09:00") == ["Deutsch", "Bio"])
    let bookings = try await GuessedFile(
      """
      "EXTF";700;21;"Buchungsstapel";9;20260105101112000;;"RE";1001;456;20260101;4
      Umsatz;Soll/Haben;Konto;Gegenkonto;Belegfeld 1
      12,50;"S";4930;1200;"R1"
      1000,00;"H";8400;1200;"R2"

      """)
    #expect(bookings.fields == ["Umsatz", "Soll/Haben", "Konto", "Gegenkonto", "Belegfeld 1"])
    #expect(try await bookings.column("Umsatz") == ["12.50", "1000.00"])
    let cards = try await GuessedFile(
      "#separator:tab\n#html:true\nFront\tBack\tN\nHund\tdog\t1\nKatze\tcat\t2\n", "cards.txt")
    #expect(cards.fields == ["Front", "Back", "N"])
  }

  @Test("Tabs part the fields of lines that have as many commas")
  func tabs() async throws {
    let file = try await GuessedFile("freq,unit,geo\t2024\t2025\nA,EUR,DE\t1.5\t2.5\nA,EUR,PL\t2.5\t3.5\n", "rates.tsv")
    #expect(file.fields == ["freq,unit,geo", "2024", "2025"])
  }

  @Test("DOS's mark at the end of a file is no record, and a broken byte makes no other encoding of a text in UTF-8")
  func marksOfSystems() async throws {
    let old = try await GuessedFile("Name,Age\r\nA,5\r\nB,6\r\n\u{1a}")
    #expect(try await old.column("Name") == ["A", "B"])
    let broken = try await GuessedFile(
      Array("Name,City\nJörg,Köln\nÄnne,Düren\nBad,".utf8) + [0xFF, 0x0A], "names.csv")
    #expect(try await broken.column("City") == ["Köln", "Düren", "\u{FFFD}"])
  }
}
