extension MockSource {
  /// Norway.
  static let norwegian = MockSource(
    code: "nb-NO", country: "Norway", callingCode: "47", weight: 20,
    female: """
      Nora, Emma, Sofie, Olivia, Ella, Maja, Ada, Frida, Ingrid, Sara, Leah, Emilie, Amalie, Hedda, Astrid,
      Aurora, Anne, Inger, Kari, Marit, Liv, Eva, Berit, Astri, Bjørg, Hilde, Marianne, Solveig, Randi, Turid,
      Ellen, Tone, Silje, Ragnhild, Gunn, Wenche, Sissel, Åse, Guro, Tuva
      """,
    male: """
      Jakob, Noah, Emil, Lucas, Oskar, Oliver, Isak, Elias, Filip, Aksel, Henrik, Magnus, Sander, Jan, Per,
      Bjørn, Ole, Lars, Kjell, Knut, Arne, Svein, Thomas, Hans, Geir, Tor, Morten, Terje, Odd, Erik, Rune,
      Trond, Øyvind, Håkon, Sverre, Leif, Stein, Vegard, Sindre, Eivind
      """,
    last: """
      Hansen, Johansen, Olsen, Larsen, Andersen, Pedersen, Nilsen, Kristiansen, Jensen, Karlsen, Johnsen,
      Pettersen, Eriksen, Berg, Haugen, Hagen, Johannessen, Andreassen, Jacobsen, Dahl, Jørgensen, Halvorsen,
      Henriksen, Lund, Sørensen, Jakobsen, Moen, Gundersen, Iversen, Svendsen, Strand, Solberg, Martinsen,
      Eide, Bakken, Kristoffersen
      """,
    lastParts: (
      "Nord, Sol, Berg, Haug, Lang, Sand, Stor, Sør, Vest, Øy, Fjell, Bjørk, Hel, Grøn, Lille, Myr",
      "vik, heim, land, stad, dal, nes, bø, gård, seth, rud"
    ),
    doubleFirst: (60, " "), doubleLast: (women: 150, men: 90, join: " "),
    streets: """
      Storgata, Kirkegata, Skolegata, Strandgata, Kongens gate, Parkveien, Bjørkeveien, Skogveien, Solveien,
      Havnegata, Jernbanegata, Torggata, Fjellveien, Granveien, Furuveien, Nygata, Sjøgata, Industriveien,
      Idrettsveien, Åsveien, Ringveien, Møllergata, Elvegata, Dronningens gate, Løkkeveien
      """,
    numbers: "{n}; {n}; {n}; {n}{u}",
    address: "{street} {number}, {code} {city}",
    cities: """
      Oslo|Oslo|01##|220#####|59.91|10.75
      Oslo|Oslo|04##|220#####|59.93|10.78
      Bergen|Vestland|50##|550#####|60.39|5.32
      Trondheim|Trøndelag|70##|730#####|63.43|10.39
      Stavanger|Rogaland|40##|510#####|58.97|5.73
      Tromsø|Troms|90##|770#####|69.65|18.96
      Kristiansand|Agder|46##|380#####|58.15|8.00
      Drammen|Buskerud|30##|320#####|59.74|10.20
      Ålesund|Møre og Romsdal|60##|700#####|62.47|6.15
      Bodø|Nordland|80##|750#####|67.28|14.40
      Lillehammer|Innlandet|26##|610#####|61.12|10.47
      """,
    spare: "220#####",
    companies: "{last} & Sønner AS; {trade} {last}; {city} {trade} AS; {last} og {other}; Brødrene {last}",
    trades: "Bakeri, Bokhandel, Fiskeeksport, Trelast, Trykkeri, Meieri, Møbler, Verksted, Kaffebrenneri")
}
