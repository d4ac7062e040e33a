import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Tables as people write them")
struct TableTests {
  private func sheet(_ rows: [[SheetMaker.Cell]?], formats: [String] = []) -> [UInt8] {
    SheetMaker(formats: formats, rows: rows).bytes
  }

  private func texts(_ texts: String...) -> [SheetMaker.Cell] { texts.map { $0.isEmpty ? .none : .text($0) } }

  @Test("The headings are found below titles and blank rows, and notes below the table are left out and named")
  func titles() async throws {
    var rows: [[SheetMaker.Cell]?] = [
      texts("Choir, members"), texts("by the secretary", "", "as of 2 March"), nil, nil,
      texts("Name", "Voice", "Born", "Paid"),
    ]
    for index in 1...8 {
      rows.append([
        .text("Singer \(index)"), .text(index % 2 == 0 ? "Alto" : "Bass"), .number("\(22_000 + index)", 1), .flag(true),
      ])
    }
    rows += [nil, texts("Two more have asked."), texts("Ask the conductor")]
    let file = try await GuessedFile(sheet(rows, formats: ["yyyy-mm-dd"]), "members.xlsx")
    #expect(file.fields == ["Name", "Voice", "Born", "Paid"] && file.kinds == [.text, .text, .date, .boolean])
    #expect(try await file.column("Name").count == 8)
    #expect(file.remarks.contains { $0.contains("2 rows") && $0.contains("Two more have asked.") })
    let all = try await GuessedFile(sheet(rows, formats: ["yyyy-mm-dd"]), "members.xlsx", keepsAllRows: true)
    #expect(try await all.column("Name").count == 10)
  }

  @Test("A preamble above a CSV file's headings and a line of totals below it are no records")
  func preamble() async throws {
    let lines = (1...9).map { "\"03/0\($0)/2026\",\"Buy\",\"\($0)\",\"$10\($0).25\"" }.joined(separator: "\n")
    let file = try await GuessedFile(
      "\"Transactions of account 1234\"\n\n\"Date\",\"Action\",\"Quantity\",\"Amount\"\n\(lines)\n\"03/31/2026\",\"Sell\",\"1\",\"$7.00\"\n\"Transactions Total\",\"\",\"\",\"$1369.00\"\n",
      "account.csv")
    #expect(file.fields == ["Date", "Action", "Quantity", "Amount"])
    #expect(file.field("Amount")?.currency == "USD" && file.field("Date")?.kind == .date)
    #expect(try await file.column("Amount").count == 10)
    #expect(file.remarks.contains { $0.contains("Transactions Total") })
  }

  @Test(
    "A closing line that has a text where others have numbers is no record, and one amount makes a column of amounts")
  func statement() async throws {
    let file = try await GuessedFile(
      "Datum;Text;Soll;Haben;Saldo\n03.01.2026;Karte;-12,50;;1.987,50\n05.01.2026;Lohn;;2.500,00;4.487,50\n"
        + "28.02.2026;Miete;-900,00;;3.587,50\n;;;Saldo am Ende;3.587,50\n")
    #expect(file.kinds == [.date, .text, .decimal, .decimal, .decimal])
    #expect(try await file.column("Haben") == ["", "2500.00", ""])
  }

  @Test(
    "Rows that look like others are records, however few values they have",
    arguments: [
      "Name,Mail,Phone\nAnn,a@x.example,+48 600 100 200\nBob,b@x.example,+48 600 100 201\nCec\n",
      "Item,Price\nTea,2.50\nTotal recall,9.99\n", "Name\nAnn\nBob\nTotal\n",
      "Day,Note\n2026-01-01,a\n2026-01-02,b\n2026-01-03,\n",
    ])
  func records(text: String) async throws {
    let file = try await GuessedFile(text)
    #expect(file.report.files[0].inserted == text.split(separator: "\n").count - 1)
  }

  @Test("Short rows are complete with empty values, and said to be short")
  func short() async throws {
    let file = try await GuessedFile("Name,Mail,Remark\nAnn,ann@x.example,regular\nBob,bob@x.example\nCec\n")
    #expect(try await file.column("Mail") == ["ann@x.example", "bob@x.example", ""])
    #expect(file.remarks.contains { $0.hasPrefix("2 rows lack fields") })
  }

  @Test("Equal and missing headings become distinct fields")
  func headings() async throws {
    let rows: [[SheetMaker.Cell]?] = [
      texts("Team", "Score", "", "Score"), [.text("Reds"), .number("1", 0), .text("x"), .number("2", 0)],
      [.text("Blues"), .number("3", 0), .text("y"), .number("4", 0)],
    ]
    let file = try await GuessedFile(sheet(rows), "games.xlsx")
    #expect(file.fields == ["Team", "Score", "Column C", "Score 2"])
    #expect(try await file.column("Score 2") == ["2", "4"])
    let text = "Date,Amount,Currency,Amount,Currency\n2026-01-02,10.00,EUR,43.20,PLN\n2026-01-03,20.00,EUR,86.40,PLN\n"
    #expect(try await GuessedFile(text).column("Amount 2") == ["43.20", "86.40"])
  }

  @Test("What stands above the headings is told, in the proposal and in the result, and another row can be chosen")
  func toldPreamble() async throws {
    let text = "Stock of the shop\nSeptember,,\n\nItem,Count,Price\nTea,3,2.50\nCup,4,3.75\n"
    let note = "2 rows above the headings are left out: 1: Stock of the shop; 2: September"
    let file = try await GuessedFile(text)
    #expect(file.remarks == [note] && file.fields == ["Item", "Count", "Price"])
    let source = try TextSource(text, name: "stock.csv")
    let shown = EntityGuess([try TableSample(source, name: "stock.csv")]).tables
    #expect(shown[0].notes?.map { Localizer.english($0) } == [note])
    let url = FileManager.default.temporaryDirectory.appending(path: "preamble-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(text.utf8).write(to: url)
    func open(_ header: Int) throws -> ImportFile {
      try #require(
        try ImportFile.open(path: url.path(percentEncoded: false), name: "stock.csv", as: nil, header: header).first)
    }
    let chosen = try open(5)
    #expect(try EntityGuess([chosen]).tables[0].columns.map(\.heading) == ["Tea", "3", "2.50"])
    #expect(chosen.notes.map { Localizer.english($0) }.first?.hasPrefix("3 rows above the headings") == true)
    #expect(try EntityGuess([open(0)]).tables[0].columns[0].heading == "Column A")
    // A row that is not there is said to be none.
    let wrong = try open(50)
    #expect(try EntityGuess([wrong]).tables[0].columns.map(\.heading) == ["Item", "Count", "Price"])
    #expect(wrong.notes.map { Localizer.english($0) }.last?.hasPrefix("There is no row 50") == true)
  }

  @Test("Headings in two lines are joined")
  func twoLines() async throws {
    let rows: [[SheetMaker.Cell]?] = [
      texts("", "2025", "", "2026", ""), texts("Product", "Q1", "Q2", "Q1", "Q2"),
      [.text("Tea"), .number("1", 0), .number("2", 0), .number("3", 0), .number("4", 0)],
      [.text("Coffee"), .number("5", 0), .number("6", 0), .number("7", 0), .number("8", 0)],
    ]
    let file = try await GuessedFile(sheet(rows), "sales.xlsx")
    #expect(file.fields == ["Product", "2025 Q1", "2025 Q2", "2026 Q1", "2026 Q2"])
    #expect(try await file.column("2026 Q1") == ["3", "7"])
    #expect(file.remarks.isEmpty, "The upper line is no row that is left out")
  }

  @Test(
    "A second table below the first one is a table of its own; headings that are repeated on each page are no records")
  func severalTables() async throws {
    let number = { (digits: Int) in SheetMaker.Cell.number("\(digits)", 0) }
    let rows: [[SheetMaker.Cell]?] = [
      texts("Name", "Points"), [.text("Ann"), number(3)], [.text("Bob"), number(4)], texts("Name", "Points"),
      [.text("Cec"), number(5)], nil, texts("Town", "Country"), texts("Oslo", "Norway"), texts("Rome", "Italy"),
    ]
    let file = try await GuessedFile(sheet(rows), "both.xlsx")
    #expect(try await file.column("Name") == ["Ann", "Bob", "Cec"])
    #expect(file.entities.count == 2 && file.entities.last?.attributes.map(\.label) == ["Town", "Country"])
  }

  @Test("A sheet that is no table is said to be none")
  func noTable() async throws {
    var zip = ZipMaker.workbook()
    zip.add(
      "xl/worksheets/sheet1.xml",
      "<worksheet><sheetData><row r='6'><c r='AKE6' t='str'><v>x</v></c></row></sheetData></worksheet>")
    let bytes = zip.bytes
    await #expect(throws: ImportError.noTable(file: "far.xlsx")) { _ = try await GuessedFile(bytes, "far.xlsx") }
  }

  @Test("A stray quote costs its row, also where an application is made of the file")
  func quote() async throws {
    let rows = (1...30).map { "\($0);n\($0);a\n" }.joined()
    let file = try await GuessedFile("No;Name;Size\n" + rows + "31;\"5 inch;x\n32;n32;a\n")
    #expect(try await file.column("Name").count >= 31)
  }
}

@Suite("Kinds of columns as people fill them")
struct ColumnKindTests {
  @Test("Numbers of a spreadsheet's cells are never asked about, whatever texts beside them look like")
  func cells() async throws {
    let rows: [[SheetMaker.Cell]?] = [
      [.text("Plot"), .text("Height"), .text("Paid")],
      [.text("Plot 1"), .number("43.077", 0), .text("1.234,56")],
      [.text("Plot 2"), .number("2449.008", 0), .text("2.500")],
    ]
    let file = try await GuessedFile(SheetMaker(rows: rows).bytes, "plots.xlsx")
    #expect(try await file.column("Height") == ["43.077", "2449.008"])
    #expect(try await file.column("Paid") == ["1234.56", "2500.00"])
  }

  @Test("A cell's format tells money with its currency and places, percentages and durations")
  func formats() async throws {
    let rows: [[SheetMaker.Cell]?] = [
      [.text("Article"), .text("Price"), .text("Cost"), .text("Pay"), .text("Share"), .text("Litres")],
      [.text("Apple"), .number("0.5", 1), .number("0.25", 2), .number("1", 3), .number("0.05", 4), .number("3", 5)],
      [.text("Pear"), .number("10000", 1), .number("5000", 2), .number("2.5", 3), .number("0.3", 4), .number("4", 5)],
    ]
    let formats = ["#,##0.00\\ [$€-407]", "#,##0.00\\ [$CHF]", "#,##0.00\\ \"zł\"", "0%", "0\\ \"L\""]
    let file = try await GuessedFile(SheetMaker(formats: formats, rows: rows).bytes, "articles.xlsx")
    #expect(file.field("Price")?.currency == "EUR" && file.field("Price")?.scale == 2)
    #expect(file.field("Cost")?.currency == "CHF" && file.field("Pay")?.currency == "PLN")
    #expect(try await file.column("Price") == ["0.50", "10000.00"])
    #expect(file.field("Share")?.form == .percent && file.field("Share")?.scale == 2)
    #expect(try await file.column("Share") == ["5%", "30%"] && file.field("Litres")?.kind == .integer)
  }

  @Test("Hours beyond 24 are durations, times of day are none, and percentages beyond the first rows widen their field")
  func numberForms() async throws {
    var rows: [[SheetMaker.Cell]?] = [[.text("Task"), .text("Spent"), .text("Begins"), .text("Done")]]
    for row in 1...2_100 {
      let done = row == 2_050 ? "0.12345" : "0.5"
      rows.append([
        .text("Task \(row)"), .number(row == 1 ? "1.0625" : "0.0625", 1), .number("0.375", 2), .number(done, 3),
      ])
    }
    let file = try await GuessedFile(SheetMaker(formats: ["[h]:mm", "h:mm", "0%"], rows: rows).bytes, "tasks.xlsx")
    #expect(file.field("Spent")?.form == .duration && file.field("Begins")?.kind == .text)
    #expect(try await file.column("Spent").prefix(2) == ["25:30", "1:30"])
    #expect(file.field("Done")?.form == .percent && file.field("Done")?.scale == 5)
    #expect(try await file.column("Done")[2_049] == "12.345%")
    #expect(file.report.files[0].rejected == 0)
  }

  @Test("Texts for no value are empty where the rest of a column has a kind, and the result says so")
  func placeholders() async throws {
    let lines = (1...12).map { "m\($0),\($0 + 10)/02/2024,\($0)\n" }.joined()
    let file = try await GuessedFile("Name,Joined,Fee\n" + lines + "Guest,-,n/a\n?,#N/A,–\n")
    #expect(file.kinds == [.text, .date, .integer])
    #expect(try await file.column("Name").suffix(2) == ["Guest", "?"])
    #expect(try await file.column("Fee").suffix(2) == ["", ""])
    #expect(file.remarks.contains { $0.hasPrefix("4 texts such as n/a") })
  }

  @Test("One day that does not exist is empty and named with its line, and its column stays one of days")
  func oneWrongDay() async throws {
    let file = try await GuessedFile("Name,Born\na,1990-02-28\nb,1990-02-29\nc,1991-03-01\nd,1992-04-01\n")
    #expect(file.kinds == [.text, .date] && file.report.files[0].rejected == 0)
    #expect(try await file.column("Born") == ["1990-02-28", "", "1991-03-01", "1992-04-01"])
    #expect(file.remarks.contains { $0.contains("3, Born: 1990-02-29") })
  }

  @Test("A code among numbers makes the column a text, since nothing of it may be lost")
  func codes() async throws {
    let rooms = (1...40).map { "r\($0),\($0)\n" }.joined()
    let file = try await GuessedFile("Name,Room\n" + rooms + "last,3a\n")
    #expect(file.kinds == [.text, .text])
    #expect(try await file.column("Room").last == "3a")
  }

  @Test("A value beyond the first rows changes the kind before anything is loaded: no row is rejected")
  func late() async throws {
    let rows = (1...2_500).map { "n\($0),\($0),2026-01-01,x\($0)@y.example\n" }.joined()
    let file = try await GuessedFile("Name,Number,Day,Mail\n" + rows + "last,7b,soon,nobody\n")
    #expect(file.report.files[0].rejected == 0)
    #expect(file.kinds == [.text, .text, .date, .mail])
    #expect(try await file.column("Number").last == "7b")
  }

  @Test("First and last name are the title together; a name comes before a street")
  func titles() async throws {
    let people = try await GuessedFile(
      "Street,First name,Last name\nOak 1,Ann,Berg\nOak 2,Bob,Ek\nOak 3,Cec,Ek\n")
    #expect(people.entities[0].attributes.filter(\.isTitle).map(\.label) == ["First name", "Last name"])
    let places = try await GuessedFile("Adresse,Bezeichnung\nOak 1,Bank\nOak 2,Bank\n")
    #expect(places.entities[0].attributes.filter(\.isTitle).map(\.label) == ["Bezeichnung"])
  }

  @Test(
    "Columns of degrees are one position",
    arguments: [
      ("Lat", "Lon"), ("latitude", "longitude"), ("Breite", "Länge"), ("szerokość", "długość"), ("широта", "долгота"),
      ("stop_lat", "stop_lon"), ("Latitude", "Lng"),
    ])
  func positions(latitude: String, longitude: String) async throws {
    let file = try await GuessedFile(
      "Place,\(latitude),\(longitude)\nOslo,59.91,10.75\nCape Town,\"-33,93\",18.42\nNowhere,,\n")
    #expect(file.kinds == [.text, .coordinate])
    #expect(try await file.column("Position") == ["59.91,10.75", "-33.93,18.42", ""])
    #expect(try await file.loadAgain().files[0].unchanged == 3)
  }

  @Test(
    "Names are those of the file",
    arguments: [("axis.csv", "axis", "axis"), ("plz.csv", "plz", "plz"), ("books.csv", "book", "books")])
  func names(file: String, one: String, many: String) async throws {
    let guessed = try await GuessedFile("Name\na\n", file)
    #expect(guessed.entities[0].nouns == Nouns(one, many) && guessed.entities[0].plural == many)
  }
}

@Suite("Records that lead to others and records that are there already")
struct IdentityTests {
  @Test("A title that two records have is no reference")
  func repeatedTitles() throws {
    let files = [
      ("players.csv", "Player,Team\nKim,Reds\nKim,Blues\nOla,Reds\n"), ("goals.csv", "Match,Player\n1,Kim\n2,Ola\n"),
    ]
    let tables = try EntityGuess(files.map { ImportFile(try TextSource($1, name: $0)) }).tables
    #expect(tables[1].columns[1].meaning == .field)
  }

  @Test("A reference that a row beyond the first ones lacks is a text")
  func lateReferences() throws {
    let people = (1...2_100).map { "Person \($0)\n" }.joined()
    let tasks = (1...2_100).map { "Task \($0),Person \($0)\n" }.joined() + "Task last,Nobody\n"
    let files = try [("people.csv", "Name\n" + people), ("tasks.csv", "Task,Name\n" + tasks)].map {
      ImportFile(try TextSource($1, name: $0))
    }
    var tables = try EntityGuess(files).tables
    tables[1].columns[1].meaning = .one(0)
    let checked = try LinkCheck.checked(tables) { files[$0].text }
    #expect(checked[1].columns[1].meaning == .field && checked[1].columns[1].field.kind == .text)
  }

  @Test("The same file again changes nothing, doubles nothing and says so; equal rows within a file stay")
  func again() async throws {
    let file = try await GuessedFile(
      "Day,What,Amount\n2026-01-02,Coffee,3.50\n2026-01-02,Coffee,3.50\n2026-01-03,Tea,2.00\n")
    #expect(file.report.files[0].inserted == 3)
    let again = try await file.loadAgain()
    #expect(again.files[0].unchanged == 3 && again.files[0].inserted == 0 && again.changeSet == nil)
    #expect(
      again.files[0].remarks.map { Localizer.english($0) }.contains("All rows are stored already: nothing was changed"))
  }

  @Test("Values that were left empty are all named with their lines, and stay known with the import")
  func emptied() async throws {
    let rows = (1...300).map {
      $0.isMultiple(of: 15) ? "Shard \($0),in spring\n" : "Shard \($0),1951-05-\(10 + $0 % 20)\n"
    }
    let file = try await GuessedFile("Find,Day\n" + rows.joined())
    #expect(file.field("Day")?.kind == .date && file.report.files[0].emptied == 20)
    let remark = try #require(file.remarks.first { $0.hasPrefix("20 values") })
    #expect(remark.contains("in lines 16, Day: in spring") && remark.hasSuffix("301, Day: in spring"))
    #expect(try await file.store.storedImports(limit: 1).first?.files.map(\.hasLostValues) == [true])
    let sound = try await GuessedFile("Find,Day\nA,1951-05-10\nB,n/a\nC,1951-05-11\nD,1951-05-12\n")
    #expect(try await sound.store.storedImports(limit: 1).first?.files.map(\.hasLostValues) == [false])
  }

  @Test("A card's UID is its key: cards that come again are the same people, with kinds of their numbers")
  func cards() async throws {
    func card(_ number: Int, _ mobile: String) -> String {
      "BEGIN:VCARD\nVERSION:3.0\nUID:c0ffee-\(number)\nN:\(number);Person;;;\nNICKNAME:P\(number)\nTEL;TYPE=HOME:22111\(number)\n"
        + "TEL;TYPE=WORK:22222\(number)\nTEL;TYPE=CELL:\(mobile)\nTITLE:Head\nX-ODD:1\n"
        + "ADR;type=HOME:;;Oak 1;Oslo;;1;\nADR;type=WORK:;;Oak 2;Oslo;;2;\nPHOTO;ENCODING=b:\(String(repeating: "A", count: 70_000))\nEND:VCARD\n"
    }
    let file = try await GuessedFile((0...2).map { card($0, "60070080\($0)") }.joined(), "cards.vcf")
    #expect(try await file.column("Mobile phone") == ["600700800", "600700801", "600700802"])
    #expect(try await file.column("Work phone").first == "222220" && file.field("Home phone")?.kind == .phone)
    #expect(try await file.column("Job title").first == "Head")
    #expect(try await file.column("Work address").first == "Oak 2, 2 Oslo")
    #expect(file.remarks.contains { $0.contains("PHOTO (3)") && $0.contains("X-ODD (3)") })
    #expect(file.field("UID")?.isUnique == true)
    let changed = try await Importer(file.store).run(
      try Importer(file.store).plan([
        ImportFile(
          try TextSource("UID,Mobile phone\nc0ffee-1,123456789\n", name: "cards.csv"), into: file.entities[0].plural)
      ]))
    #expect(changed.files[0].updated == 1)
  }

  @Test("No import changes a record by a guessed kind: the person names it")
  func guessedKind() async throws {
    let desk = try Desk()
    try await desk.take(["things.csv": "id,name,weight\n1,Hammer,2\n"])
    await #expect(throws: ImportError.guessedChange(file: "odd.csv", entity: "things")) {
      try await desk.take(["odd.csv": "id,name,weight\n1,Saw,3\n"])
    }
    #expect(try await desk.column("thing", "name") == ["Hammer"])
    try await desk.take(["odd.csv": "id,name,weight\n1,Saw,3\n"], into: "things")
    #expect(try await desk.column("thing", "name") == ["Saw"])
  }
}

@Suite("JSON with several kinds of records")
struct JSONTableTests {
  @Test("An object of objects is a list with keys, and lists within its records lead to them")
  func keys() async throws {
    let file = try await GuessedFile(
      #"{"101":{"title":"Momo","authors":[{"lf":"Ende","role":"Author"}],"rating":4.5},"102":{"title":"Krabat","authors":[{"lf":"Preussler"}],"rating":5}}"#,
      "books.json")
    #expect(file.entities.map(\.name) == ["book", "author"])
    #expect(try await file.column("title") == ["Momo", "Krabat"])
    #expect(try await file.column("rating") == ["4.5", "5.0"])
    #expect(file.entities[1].relationships.map(\.target) == ["book"])
    #expect(try await file.column("book", of: "author") == ["101", "102"])
  }

  @Test("Several lists become kinds that lead to each other, and what is no list is named")
  func board() async throws {
    let file = try await GuessedFile(
      #"{"id":"b1","lists":[{"id":"l1","name":"To do"},{"id":"l2","name":"Done"}],"cards":[{"id":"c1","name":"Buy","idList":"l1","idMembers":["m1"]},{"id":"c2","name":"Call","idList":"l2","idMembers":[]}],"members":[{"id":"m1","fullName":"Ann"}]}"#,
      "board.json")
    #expect(file.entities.map(\.name) == ["list", "card", "member"])
    let links = file.entities[1].relationships.filter { $0.inverse == nil || $0.cardinality != .toMany }
    #expect(Set(links.map(\.target)) == ["list", "member"])
    #expect(file.report.files.map(\.rejected) == [0, 0, 0] && file.report.files.map(\.inserted) == [2, 2, 1])
    #expect(try await file.column("List", of: "card") == ["1", "2"])
    #expect(file.remarks.contains { $0.contains("no records") && $0.contains("id") })
  }

  @Test("One list of flat records is read as before")
  func plain() throws {
    let text = try TextSource(#"[{"a":1},{"a":2}]"#, name: "a.json")
    #expect(try JSONBook(text, name: "a.json", splits: true) == nil)
    let nested = try TextSource(#"[{"a":1,"b":[{"c":1}]}]"#, name: "a.json")
    #expect(try JSONBook(nested, name: "a.json", splits: true)?.sheets == ["a", "b"])
    #expect(try JSONBook(nested, name: "a.json", splits: false) == nil)
  }
}
