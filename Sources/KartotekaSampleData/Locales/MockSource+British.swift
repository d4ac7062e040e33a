extension MockSource {
  /// The United Kingdom. Telephone numbers: Ofcom, "Telephone numbers for use in TV and radio drama".
  static let british = MockSource(
    code: "en-GB", country: "United Kingdom", callingCode: "44", weight: 110,
    female: """
      Olivia, Amelia, Isla, Ava, Ivy, Freya, Lily, Florence, Mia, Willow, Rosie, Sophia, Isabella, Grace,
      Daisy, Evelyn, Poppy, Elsie, Emily, Ella, Phoebe, Charlotte, Harriet, Matilda, Alice, Sienna, Evie,
      Eliza, Ruby, Maisie, Penelope, Bonnie, Imogen, Martha, Beatrice, Nancy, Edith, Eleanor, Orla, Clara,
      Margaret, Hazel, Gillian, Heather, Fiona, Priya, Aisha, Niamh, Rhiannon, Catrin
      """,
    male: """
      Noah, Oliver, George, Arthur, Leo, Harry, Oscar, Archie, Henry, Theodore, Freddie, Jack, Charlie, Theo,
      Alfie, Jacob, Thomas, Finley, Albie, Isaac, Alexander, Edward, Joshua, Lucas, Max, Mohammed, Reuben,
      William, Rory, Elijah, James, Tommy, Ezra, Jude, Hugo, Louie, Benjamin, Sebastian, Albert, Ralph,
      Callum, Ewan, Gareth, Rhys, Nigel, Graham, Stuart, Duncan, Angus, Imran
      """,
    last: """
      Smith, Jones, Taylor, Brown, Williams, Wilson, Johnson, Davies, Patel, Robinson, Wright, Thompson,
      Evans, Walker, White, Roberts, Green, Hall, Wood, Jackson, Clarke, Khan, Hughes, Edwards, Hill, Cooper,
      Ward, Turner, Martin, Carter, Phillips, Mitchell, Shaw, Begum, Harris, Lewis, Cook, Bennett, Scott,
      Kelly, Simpson, Marshall, Collins, Bell, Richardson, Parker, Foster, Mason, Webb, Palmer, Barker,
      Chapman, Hussain, Ellis, Fisher, Rogers, Knight, Barnes, Holmes, Harvey, Butler, Powell, Matthews,
      Stevens, Dixon, Pearson, Fletcher, Hunt, Hudson, Lawrence, Gibson, Fox, Gordon, Spencer, Armstrong,
      Elliott, Burton, Ferguson, MacDonald, Campbell, Stewart, Murray, Reid, Morrison, Fraser, Sinclair,
      Douglas, Cameron, Buchanan, Lloyd, Morgan, Griffiths, Pritchard, Bevan, Gallagher, O'Connor, O'Neill,
      Doherty, McLaughlin, Quinn, Ashworth, Hargreaves, Pemberton, Whitaker, Thornton, Radcliffe,
      Hollingsworth, Ainsworth, Braithwaite, Cartwright, Fairclough, Greenhalgh, Haworth, Lockwood, Nuttall,
      Ogden, Rowbotham, Sutcliffe, Tattersall, Underwood, Winterbottom, Yates, Blackwood, Chadwick, Dunmore,
      Eastwood
      """,
    doubleFirst: (20, "-"), doubleLast: (women: 60, men: 40, join: "-"),
    streets: """
      High Street, Station Road, Church Lane, Victoria Road, Green Lane, Manor Road, Church Street, Park Road,
      The Crescent, Queens Road, New Road, Grange Road, Kings Road, Windsor Road, Highfield Road, Mill Lane,
      Alexandra Road, York Road, St John's Road, Main Street, Broadway, School Lane, The Avenue,
      Springfield Road, George Street, Park Lane, Albert Road, Chapel Street, Elm Grove, Bridge Street
      """,
    numbers: "{n}; {n}; {n}; {n}; {n}{a}; Flat {s}, {n}",
    address: "{number} {street}, {city} {code}",
    cities: """
      London|Greater London|SE1# #@@|2079460###|51.51|-0.13
      London|Greater London|N1# #@@|2079460###|51.56|-0.12
      Leeds|West Yorkshire|LS1# #@@|1134960###|53.80|-1.55
      Sheffield|South Yorkshire|S1# #@@|1144960###|53.38|-1.47
      Nottingham|Nottinghamshire|NG% #@@|1154960###|52.95|-1.15
      Leicester|Leicestershire|LE% #@@|1164960###|52.64|-1.13
      Bristol|Bristol|BS% #@@|1174960###|51.45|-2.59
      Reading|Berkshire|RG% #@@|1184960###|51.46|-0.97
      Birmingham|West Midlands|B1# #@@|1214960###|52.48|-1.90
      Edinburgh|Midlothian|EH% #@@|1314960###|55.95|-3.19
      Glasgow|Lanarkshire|G1# #@@|1414960###|55.86|-4.25
      Liverpool|Merseyside|L1# #@@|1514960###|53.41|-2.98
      Manchester|Greater Manchester|M1# #@@|1614960###|53.48|-2.24
      Newcastle upon Tyne|Tyne and Wear|NE% #@@|1914980###|54.98|-1.61
      Cardiff|South Glamorgan|CF1# #@@|2920180###|51.48|-3.18
      Belfast|Antrim|BT% #@@|2896496###|54.60|-5.93
      York|North Yorkshire|YO1# #@@|7700900###|53.96|-1.08
      Oxford|Oxfordshire|OX% #@@|7700900###|51.75|-1.26
      Norwich|Norfolk|NR% #@@|7700900###|52.63|1.30
      Exeter|Devon|EX% #@@|7700900###|50.72|-3.53
      """,
    mobile: "7700900###", spare: "200#######",
    companies: """
      {last} & Sons Ltd; {last} and {other}; {last} {trade} Ltd; The {city} {trade} Company; {last} Brothers;
      {last} {trade}; {other} & {last} Trading
      """,
    trades: """
      Bakery, Foods, Supplies, Interiors, Motors, Garden Centre, Brewery, Stationers, Timber, Textiles, Books
      """)
}
