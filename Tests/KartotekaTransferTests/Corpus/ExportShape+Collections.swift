import KartotekaModel

extension ExportShape {
  static let collections: [ExportShape] = [
    ExportShape(
      "Goodreads", "goodreads.csv",
      lines: [
        "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,"
          + "Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
          + "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies",
        "2767052,\"The Hunger Games (The Hunger Games, #1)\",Suzanne Collins,\"Collins, Suzanne\",,"
          + "\"=\"\"0439023483\"\"\",\"=\"\"9780439023481\"\"\",5,4.34,Scholastic Press,Hardcover,374,2008,2008,2026/01/05,"
          + "2025/12/24,favorites,favorites (#1),read,Great<br/>book,,,1,0",
        "6,Momo,Michael Ende,\"Ende, Michael\",,\"=\"\"\"\"\",\"=\"\"\"\"\",0,4.35,,Paperback,,1973,1973,,2025/11/01,"
          + "to-read,to-read (#2),to-read,,,,0,0",
      ],
      [
        Field("Title", .text, ["The Hunger Games (The Hunger Games, #1)", "Momo"]),
        Field("ISBN", .text, ["0439023483", ""]),
        Field("ISBN13", .text, ["9780439023481", ""]),
        Field("Average Rating", .decimal, ["4.34", "4.35"]),
        Field("Date Read", .date, ["2026-01-05", ""]),
      ]),
    ExportShape(
      "StoryGraph", "storygraph.csv",
      lines: [
        "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,"
          + "Read Count,Moods,Pace,Star Rating,Review,Tags,Owned?",
        "Momo,Michael Ende,,9783522177504,paperback,read,2025/11/01,2026/01/09,2026/01/05-2026/01/09,1,"
          + "\"adventurous, reflective\",slow,4.25,,,Yes",
        "Krabat,Otfried Preußler,,9783522202275,hardcover,to-read,2025/11/02,,,0,,,,,\"dark, winter\",No",
      ],
      [
        Field("ISBN/UID", .text, ["9783522177504", "9783522202275"]),
        Field("Star Rating", .decimal, ["4.25", ""]),
        Field("Dates Read", .text, ["2026/01/05-2026/01/09", ""]),
        Field("Owned?", .boolean, ["true", "false"]),
      ]),
    ExportShape(
      "Letterboxd, diary", "letterboxd-diary.csv",
      lines: [
        "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date",
        "2026-01-05,Alien,1979,https://boxd.it/abc1,4.5,Yes,\"space, horror\",2026-01-04",
        "2026-01-07,Amélie,2001,https://boxd.it/abc2,5,,,2026-01-06",
        "2026-01-09,1917,2019,https://boxd.it/abc3,,,,2026-01-08",
      ],
      [
        Field("Name", .text, ["Alien", "Amélie", "1917"]),
        Field("Year", .integer, ["1979", "2001", "2019"]),
        Field("Rating", .decimal, ["4.5", "5.0", ""]),
        Field("Rewatch", .boolean, ["true", "", ""]),
      ]),
    ExportShape(
      "IMDb, ratings", "imdb-ratings.csv",
      lines: [
        "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,"
          + "Genres,Num Votes,Release Date,Directors",
        "tt0078748,9,2026-01-05,Alien,Alien,https://www.imdb.com/title/tt0078748,Movie,8.5,117,1979,\"Horror,"
          + " Sci-Fi\",1012345,1979-05-25,Ridley Scott",
        "tt0211915,8,2026-01-06,Amélie,Le fabuleux destin d'Amélie Poulain,"
          + "https://www.imdb.com/title/tt0211915,Movie,8.3,122,2001,\"Comedy, Romance\",801234,2001-04-25,"
          + "Jean-Pierre Jeunet",
      ],
      [
        Field("Const", .text, ["tt0078748", "tt0211915"]),
        Field("IMDb Rating", .decimal, ["8.5", "8.3"]),
        Field("Release Date", .date, ["1979-05-25", "2001-04-25"]),
      ]),
    ExportShape(
      "Discogs, collection", "discogs.csv",
      lines: [
        "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,"
          + "Collection Media Condition,Collection Notes",
        "SHVL 804,Pink Floyd,The Dark Side Of The Moon,Harvest,\"LP, Album, Gat\",5,1973,1873013,Uncategorized,"
          + "2026-01-05 10:11:12,Near Mint (NM or M-),",
        "ECM 1064,Keith Jarrett,The Köln Concert,ECM Records,\"2xLP, Album\",,1975,464119,Jazz,"
          + "2026-01-06 10:11:12,Very Good Plus (VG+),",
      ],
      [
        Field("Catalog#", .text, ["SHVL 804", "ECM 1064"]),
        Field("release_id", .integer, ["1873013", "464119"]),
        Field("Date Added", .timestamp, ["2026-01-05T10:11:12.000Z", "2026-01-06T10:11:12.000Z"]),
      ]),
    ExportShape(
      "Mealie, recipes", "recipes.json",
      lines: [
        "[{\"name\":\"Bread\",\"slug\":\"bread\",\"recipeYield\":\"1 loaf\",\"totalTime\":\"PT2H\",\"rating\":5,"
          + "\"dateAdded\":\"2026-01-05\",\"tags\":[\"baking\",\"basic\"],\"recipeIngredient\":[{\"quantity\":500,\"unit\":\"g\","
          + "\"food\":\"flour\"},{\"quantity\":0.5,\"unit\":\"l\",\"food\":\"water\"}]},",
        "{\"name\":\"Soup\",\"slug\":\"soup\",\"recipeYield\":\"4 servings\",\"totalTime\":\"PT30M\",\"rating\":null,"
          + "\"dateAdded\":\"2026-01-06\",\"tags\":[],\"recipeIngredient\":[{\"quantity\":2,\"unit\":null,\"food\":\"leek\"}]}]",
      ],
      [
        Field("name", .text, ["Bread", "Soup"]),
        Field("tags", .text, ["baking; basic", ""]),
        Field("dateAdded", .date, ["2026-01-05", "2026-01-06"]),
      ]),
  ]
}
