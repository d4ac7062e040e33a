import KartotekaModel

extension ExportShape {
  static let banks: [ExportShape] = [
    ExportShape(
      "Sparkasse, CAMT", "sparkasse.csv", .windowsCP1252,
      lines: [
        "\"Auftragskonto\";\"Buchungstag\";\"Valutadatum\";\"Buchungstext\";\"Verwendungszweck\";"
          + "\"Beguenstigter/Zahlungspflichtiger\";\"Kontonummer/IBAN\";\"BIC (SWIFT-Code)\";\"Betrag\";\"Waehrung\";"
          + "\"Info\"\r",
        "\"DE12500105170648489890\";\"05.01.26\";\"05.01.26\";\"FOLGELASTSCHRIFT\";\"Strom 0815\";\"Stadtwerke\";"
          + "\"DE02120300000000202051\";\"BYLADEM1001\";\"-1.084,50\";\"EUR\";\"Umsatz gebucht\"\r",
        "\"DE12500105170648489890\";\"02.01.26\";\"02.01.26\";\"GUTSCHR. UEBERW. DAUERAUFTR.\";\"Miete\";\"Müller,"
          + " Jörg\";\"DE02500105170137075030\";\"INGDDEFF\";\"650,00\";\"EUR\";\"Umsatz gebucht\"\r",
        "\"DE12500105170648489890\";\"30.12.25\";\"31.12.25\";\"KARTENZAHLUNG\";\"REWE SAGT DANKE\";\"REWE\";"
          + "\"DE02700100800030876808\";\"PBNKDEFF\";\"-23,10\";\"EUR\";\"Umsatz vorgemerkt\"\r",
      ],
      [
        Field("Buchungstag", .date, ["2026-01-05", "2026-01-02", "2025-12-30"]),
        Field("Betrag", .decimal, ["-1084.50", "650.00", "-23.10"]),
        Field("Beguenstigter/Zahlungspflichtiger", .text, ["Stadtwerke", "Müller, Jörg", "REWE"]),
      ]),
    ExportShape(
      "DKB", "dkb.csv",
      lines: [
        "\u{FEFF}\"Girokonto\";\"DE12120300000012345678\"",
        "\"Zeitraum:\";\"01.12.2025 - 05.01.2026\"",
        "\"Kontostand vom 05.01.2026:\";\"1.234,56 €\"",
        "\"\"",
        "\"Buchungsdatum\";\"Wertstellung\";\"Status\";\"Zahlungspflichtige*r\";\"Zahlungsempfänger*in\";"
          + "\"Verwendungszweck\";\"Umsatztyp\";\"IBAN\";\"Betrag (€)\";\"Gläubiger-ID\";"
          + "\"Mandatsreferenz\";\"Kundenreferenz\"",
        "\"05.01.26\";\"05.01.26\";\"Gebucht\";\"ISSUER\";\"REWE\";\"2026-01-04 Debitk.11\";\"Ausgang\";"
          + "\"DE96120300009005290904\";\"-12,4\";\"\";\"\";\"480051\"",
        "\"02.01.26\";\"02.01.26\";\"Gebucht\";\"Acme\";\"Ute Öztürk\";\"Lohn\";\"Eingang\";\"DE02500105170137075030\";"
          + "\"2.500\";\"\";\"\";\"\"",
        "\"30.12.25\";\"30.12.25\";\"Gebucht\";\"ISSUER\";\"Bahn\";\"Fahrkarte\";\"Ausgang\";\"DE96120300009005290904\";\"-59,"
          + "99\";\"DE02\";\"M1\";\"\"",
      ],
      [
        Field("Buchungsdatum", .date, ["2026-01-05", "2026-01-02", "2025-12-30"]),
        Field("Betrag (€)", .decimal, ["-12.40", "2500.00", "-59.99"]),
        Field("Zahlungsempfänger*in", .text, ["REWE", "Ute Öztürk", "Bahn"]),
      ]),
    ExportShape(
      "mBank", "mbank.csv", .windowsCP1250,
      lines: [
        "mBank S.A. Bankowość Detaliczna;",
        "Skrytka Pocztowa 2108;",
        "",
        "#Klient;",
        "JAN KOWALSKI;",
        "",
        "#Lista operacji;",
        "",
        "#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;",
        "2026-01-05;\"BIEDRONKA ŁÓDŹ\";\"eKonto 1234\";\"Żywność\";-1 234,56 PLN;",
        "2026-01-04;\"PRZELEW\";\"eKonto 1234\";\"Wpływy\";5 000,00 PLN;",
        "2026-01-02;\"KINO\";\"eKonto 1234\";\"Rozrywka\";-49,90 PLN;",
      ],
      [
        Field("#Data operacji", .date, ["2026-01-05", "2026-01-04", "2026-01-02"]),
        Field("#Kwota", .decimal, ["-1234.56", "5000.00", "-49.90"]),
        Field("#Opis operacji", .text, ["BIEDRONKA ŁÓDŹ", "PRZELEW", "KINO"]),
      ]),
    ExportShape(
      "Revolut", "revolut.csv",
      lines: [
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
        "CARD_PAYMENT,Current,2026-01-05 10:11:12,2026-01-06 08:00:01,Tesco,-12.50,0.00,GBP,COMPLETED,487.50",
        "TOPUP,Current,2026-01-01 09:00:00,2026-01-01 09:00:02,Top-up by *1234,500.00,0.00,GBP,COMPLETED,"
          + "500.00",
        "CARD_PAYMENT,Current,2026-01-07 11:11:12,,Shop,-1.00,0.00,GBP,REVERTED,",
      ],
      [
        Field(
          "Started Date", .timestamp,
          ["2026-01-05T10:11:12.000Z", "2026-01-01T09:00:00.000Z", "2026-01-07T11:11:12.000Z"]),
        Field("Amount", .decimal, ["-12.50", "500.00", "-1.00"]),
        Field("Balance", .decimal, ["487.50", "500.00", ""]),
      ]),
    ExportShape(
      "PayPal", "paypal.csv",
      lines: [
        "\u{FEFF}\"Date\",\"Time\",\"TimeZone\",\"Name\",\"Type\",\"Status\",\"Currency\",\"Gross\",\"Fee\",\"Net\","
          + "\"From Email Address\",\"Transaction ID\",\"Balance\"",
        "\"01/13/2026\",\"10:11:12\",\"PST\",\"Ann Brown\",\"Express Checkout Payment\",\"Completed\",\"USD\",\"1,234.56\","
          + "\"-36.10\",\"1,198.46\",\"ann@x.example\",\"9AB12345CD678901E\",\"1,198.46\"",
        "\"01/14/2026\",\"08:01:02\",\"PST\",\"\",\"General Withdrawal\",\"Completed\",\"USD\",\"-1,000.00\",\"0.00\",\"-1,"
          + "000.00\",\"\",\"1XY12345CD678901F\",\"198.46\"",
        "\"01/15/2026\",\"18:01:02\",\"PST\",\"Bob Fox\",\"Website Payment\",\"Pending\",\"USD\",\"12.00\",\"-0.65\",\"11.35\","
          + "\"bob@x.example\",\"7ZZ12345CD678901G\",\"209.81\"",
      ],
      [
        Field("Date", .date, ["2026-01-13", "2026-01-14", "2026-01-15"]),
        Field("Gross", .decimal, ["1234.56", "-1000.00", "12.00"]),
        Field("Name", .text, ["Ann Brown", "", "Bob Fox"]),
      ]),
    ExportShape(
      "Splitwise", "splitwise.csv",
      lines: [
        "Date,Description,Category,Cost,Currency,Ann Brown,Bob Fox",
        "",
        "2026-01-05,Dinner,Dining out,60.00,EUR,30.00,-30.00",
        "2026-01-06,Taxi,Taxi,18.50,EUR,-9.25,9.25",
        "2026-01-07,Bob F. paid Ann B.,Payment,20.75,EUR,-20.75,20.75",
        "",
        "2026-01-08,Total balance, , ,EUR,0.00,0.00",
      ],
      [
        Field("Description", .text, ["Dinner", "Taxi", "Bob F. paid Ann B."]),
        Field("Ann Brown", .decimal, ["30.00", "-9.25", "-20.75"]),
      ]),
  ]
}
