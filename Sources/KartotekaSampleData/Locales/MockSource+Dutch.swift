extension MockSource {
  /// The Netherlands.
  static let dutch = MockSource(
    code: "nl-NL", country: "Netherlands", callingCode: "31", weight: 30,
    female: """
      Emma, Julia, Mila, Sophie, Olivia, Yara, Saar, Nora, Tess, Noor, Milou, Sara, Liv, Zoë, Evi, Anna, Eva,
      Lotte, Fenna, Femke, Sanne, Anouk, Marieke, Maaike, Ingrid, Anneke, Wilma, Marijke, Hanneke, Ria,
      Esther, Linda, Petra, Monique, Yvonne, Renske, Jolanda, Hennie, Roos, Floor
      """,
    male: """
      Noah, Liam, Luca, Lucas, Mees, Finn, James, Milan, Sem, Levi, Daan, Bram, Thijs, Luuk, Jesse, Lars,
      Ruben, Thomas, Jan, Pieter, Kees, Henk, Gerrit, Johan, Willem, Hans, Bas, Jeroen, Maarten, Sander,
      Wouter, Joost, Stijn, Koen, Teun, Sjoerd, Ruud, Dirk, Marco, Youssef
      """,
    last: """
      de Jong, Jansen, de Vries, van den Berg, van Dijk, Bakker, Janssen, Visser, Smit, Meijer, de Boer,
      Mulder, de Groot, Bos, Vos, Peters, Hendriks, van Leeuwen, Dekker, Brouwer, de Wit, Dijkstra, Smits,
      de Graaf, van der Meer, van der Linden, Kok, Jacobs, de Haan, Vermeulen, van den Heuvel, van der Veen,
      van den Broek, de Bruijn, de Bruin, van der Heijden, Schouten, van Beek, Willems, van Vliet, van de Ven,
      Hoekstra, Maas, Verhoeven, Koster, van Dam, van der Wal, Prins, Blom, Huisman, Peeters, de Jonge,
      Kuipers, van Veen, Post, Kuiper, Veenstra, Kramer, van den Brink, Scholten, van Wijk, Postma, Martens,
      Vink, de Ruiter, Timmermans, Groen, Gerritsen, Jonker, van Loon, Boer, van der Velde, Willemsen, Smeets,
      de Lange, de Vos, van Dongen, Schipper, de Koning, Wolters, van der Laan, Koning, Driessen, van Doorn,
      Hermans, Evers, van der Heide, Bosman, Molenaar, Zijlstra
      """,
    doubleLast: (women: 120, men: 10, join: "-"),
    streets: """
      Kerkstraat, Schoolstraat, Dorpsstraat, Molenweg, Julianastraat, Nieuwstraat, Wilhelminastraat,
      Molenstraat, Parallelweg, Beatrixstraat, Stationsweg, Emmastraat, Industrieweg, Burgemeesterstraat,
      Kastanjelaan, Eikenlaan, Beukenlaan, Lindelaan, Havenstraat, Raadhuisstraat, Markt, Hoofdweg,
      Oranjestraat, Prinsengracht, Noordeinde, Zuiderweg, Meidoornstraat, Vondelstraat
      """,
    numbers: "{n}; {n}; {n}; {n}{a}; {n}-{s}",
    address: "{street} {number}, {code} {city}",
    cities: """
      Amsterdam|Noord-Holland|10%# @@|200######|52.37|4.90
      Rotterdam|Zuid-Holland|30%# @@|100######|51.92|4.48
      Den Haag|Zuid-Holland|25%# @@|700######|52.08|4.31
      Utrecht|Utrecht|35%# @@|300######|52.09|5.12
      Eindhoven|Noord-Brabant|56%# @@|400######|51.44|5.48
      Groningen|Groningen|97%# @@|500######|53.22|6.57
      Tilburg|Noord-Brabant|50%# @@|130######|51.56|5.09
      Nijmegen|Gelderland|65%# @@|240######|51.81|5.84
      Haarlem|Noord-Holland|20%# @@|230######|52.39|4.65
      Leiden|Zuid-Holland|23%# @@|710######|52.16|4.49
      Maastricht|Limburg|62%# @@|430######|50.85|5.69
      Zwolle|Overijssel|80%# @@|380######|52.52|6.08
      """,
    spare: "200######",
    companies: "{last} & Zonen B.V.; {trade} {last}; Gebroeders {last}; {last} {trade} B.V.; {trade} {city}",
    trades: """
      Bakkerij, Boekhandel, Kwekerij, Kaashandel, Drukkerij, Meubelmakerij, Groothandel, Zuivel, Fietsen
      """)
}
