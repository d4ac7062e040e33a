import KartotekaModel

extension ExportShape {
  static let addressBooks: [ExportShape] = [
    ExportShape(
      "Google Contacts", "google-contacts.csv",
      lines: [
        "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,"
          + "Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,"
          + "Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,"
          + "Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted",
        "Ann,,Brown,,,,,,,,Acme,Engineer,,1985-04-12,,https://lh3.example/a.jpg,* myContacts,* Work,"
          + "ann@acme.example,Mobile,+44 20 7946 0958,Home,\"1 High St",
        "Leeds\"",
        "Bob,J.,O'Neil,,,,Dr.,,,,,,,--04-12,Met at fair,,* myContacts ::: Friends,,bob@x.example,,"
          + "020 7946 0123,,",
        "Zoë,,Łuk,,,,,,Zo,,,,,,,,* myContacts,,,Home,+48 601 234 567,,",
      ],
      [
        Field("First Name", .text, ["Ann", "Bob", "Zoë"]),
        Field("Last Name", .text, ["Brown", "O'Neil", "Łuk"]),
        Field("Birthday", .text, ["1985-04-12", "--04-12", ""]),
        Field("E-mail 1 - Value", .mail, ["ann@acme.example", "bob@x.example", ""]),
        Field("Phone 1 - Value", .phone, ["+44 207 946 0958", "02079460123", "+48 601 234 567"]),
        Field("Address 1 - Formatted", .text, ["1 High St\nLeeds", "", ""]),
      ]),
    ExportShape(
      "Outlook, contacts", "outlook-contacts.csv", .windowsCP1252,
      lines: [
        "\"Title\",\"First Name\",\"Middle Name\",\"Last Name\",\"Suffix\",\"Company\",\"Department\",\"Job Title\","
          + "\"Business Street\",\"Business City\",\"Home Phone\",\"Mobile Phone\",\"E-mail Address\",\"E-mail Type\","
          + "\"Birthday\",\"Anniversary\",\"Gender\",\"Priority\",\"Private\",\"Sensitivity\"\r",
        "\"\",\"Jörg\",\"\",\"Müller\",\"\",\"Müller GmbH\",\"\",\"Chef\",\"Hauptstr. 1\","
          + "\"Köln\",\"\",\"+49 (0)221 123456\","
          + "\"j@mueller.example\",\"SMTP\",\"23.7.1970\",\"0.0.00\",\"Unspecified\",\"Normal\",\"False\",\"Normal\"\r",
        "\"Frau\",\"Änne\",\"\",\"Groß\",\"\",\"\",\"\",\"\",\"\",\"\",\"0221 98765\",\"\","
          + "\"aenne@x.example\",\"SMTP\",\"0.0.00\","
          + "\"0.0.00\",\"Unspecified\",\"Normal\",\"False\",\"Normal\"\r",
        "\"\",\"Ute\",\"\",\"Öztürk\",\"\",\"\",\"\",\"\",\"Weg 2\",\"Bonn\",\"\",\"0151 2345678"
          + "\",\"\",\"\",\"5.3.1981\",\"1.6.2010\","
          + "\"Unspecified\",\"High\",\"True\",\"Private\"\r",
      ],
      [
        Field("Last Name", .text, ["Müller", "Groß", "Öztürk"]),
        Field("Birthday", .date, ["1970-07-23", "", "1981-03-05"]),
        Field("Anniversary", .date, ["", "", "2010-06-01"]),
        Field("Private", .boolean, ["false", "false", "true"]),
      ]),
    ExportShape(
      "Thunderbird", "thunderbird.csv",
      lines: [
        "First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,"
          + "Home Phone,Fax Number,Pager Number,Mobile Number,Home Address,Home City,Home Zipcode,Work Title,"
          + "Organization,Web Page 1,Birth Year,Birth Month,Birth Day,Custom 1,Notes,",
        "Ann,Brown,Ann Brown,,ann@x.example,,,,020 1234567,,,+44 7700 900123,1 High St,Leeds,LS1 4AB,,,,1985,"
          + "4,12,,,",
        "Bob,Fox,Bob Fox,Bobby,bob@x.example,b2@x.example,,,,,,,,,,,Acme,http://acme.example,,,,,\"Likes tea,"
          + " cake\",",
      ],
      [
        Field("Display Name", .text, ["Ann Brown", "Bob Fox"]),
        Field("Mobile Number", .phone, ["+44 770 090 0123", ""]),
        Field("Notes", .text, ["", "Likes tea, cake"]),
      ]),
  ]
}
