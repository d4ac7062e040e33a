extension MockSource {
  /// Sweden. Telephone numbers: PTS, "Telefonnummer för användning i böcker och filmer".
  static let swedish = MockSource(
    code: "sv-SE", country: "Sweden", callingCode: "46", weight: 25,
    female: """
      Vera, Alma, Selma, Elsa, Lilly, Astrid, Wilma, Freja, Olivia, Maja, Ebba, Ellie, Agnes, Alva, Signe,
      Stina, Anna, Eva, Karin, Kristina, Lena, Sara, Kerstin, Ingrid, Marie, Malin, Jenny, Åsa, Ulla,
      Birgitta, Gunilla, Annika, Susanne, Monica, Inger, Linnéa, Hanna, Johanna, Tove, Märta
      """,
    male: """
      Noah, Liam, Hugo, Adam, William, Oliver, Walter, Elias, August, Matteo, Nils, Axel, Vidar, Gustav, Lars,
      Mikael, Anders, Johan, Per, Erik, Peter, Jan, Thomas, Karl, Daniel, Fredrik, Andreas, Hans, Stefan,
      Mats, Göran, Björn, Bengt, Håkan, Sven, Åke, Jonas, Magnus, Emil, Arvid
      """,
    last: """
      Andersson, Johansson, Karlsson, Nilsson, Eriksson, Larsson, Olsson, Persson, Svensson, Gustafsson,
      Pettersson, Jonsson, Jansson, Hansson, Bengtsson, Jönsson, Petersson, Carlsson, Magnusson, Olofsson,
      Fredriksson, Axelsson, Jakobsson, Mattsson, Henriksson, Danielsson, Håkansson, Nyberg, Ekberg, Norén,
      Hedin, Wallin, Åkesson, Sjögren
      """,
    lastParts: (
      "Lind, Berg, Sand, Ek, Sund, Hall, Ny, Holm, Lund, Ceder, Björk, Hägg, Söder, Öst, Väster, Åker, Nord",
      "ström, gren, qvist, berg, lund, dahl, man, mark, blad, stedt"
    ),
    doubleFirst: (60, "-"),
    streets: """
      Storgatan, Skolgatan, Kyrkogatan, Drottninggatan, Kungsgatan, Björkvägen, Ringvägen, Parkvägen,
      Industrigatan, Skogsvägen, Järnvägsgatan, Stationsgatan, Idrottsvägen, Ängsvägen, Nygatan,
      Trädgårdsgatan, Hantverkargatan, Sjögatan, Lindvägen, Granvägen, Bruksgatan, Strandvägen, Rosenvägen,
      Tallvägen, Norra Vägen, Brogatan
      """,
    numbers: "{n}; {n}; {n}; {n} {u}",
    address: "{street} {number}, {code} {city}",
    cities: """
      Stockholm|Stockholms län|11# ##|8465004##|59.33|18.07
      Göteborg|Västra Götalands län|41# ##|3139006##|57.71|11.97
      Malmö|Skåne län|21# ##|4062804##|55.61|13.00
      Kiruna|Norrbottens län|981 ##|9803192##|67.86|20.23
      Uppsala|Uppsala län|75# ##|7017406%#|59.86|17.64
      Linköping|Östergötlands län|58# ##|7017406%#|58.41|15.62
      Örebro|Örebro län|70# ##|7017406%#|59.27|15.21
      Umeå|Västerbottens län|90# ##|7017406%#|63.83|20.26
      Lund|Skåne län|22# ##|7017406%#|55.70|13.19
      Visby|Gotlands län|621 ##|7017406%#|57.64|18.30
      """,
    mobile: "7017406%#", spare: "80#######",
    companies: "{last}s {trade} AB; {last} & Söner; {trade} i {city} AB; {last} & {other} HB; {last} AB",
    trades: "Bageri, Bokhandel, Snickeri, Trävaror, Tryckeri, Livs, Möbler, Mejeri, Bryggeri, Fiskeri")
}
