extension MockSource {
  /// The United States. Telephone numbers: NANPA keeps 555-0100 to 555-0199 of each area for fiction.
  static let american = MockSource(
    code: "en-US", country: "United States", callingCode: "1", weight: 150,
    female: """
      Emma, Olivia, Ava, Sophia, Isabella, Mia, Abigail, Madison, Elizabeth, Avery, Evelyn, Harper, Scarlett,
      Chloe, Victoria, Riley, Aria, Zoe, Nora, Hannah, Addison, Lillian, Natalie, Aubrey, Brooklyn, Leah,
      Savannah, Audrey, Stella, Paisley, Skylar, Bella, Claire, Lucy, Anna, Caroline, Genesis, Kennedy, Naomi,
      Ruth, Jennifer, Jessica, Ashley, Amanda, Brenda, Pamela, Denise, Latoya, Guadalupe, Mei
      """,
    male: """
      Liam, Noah, Mason, Ethan, Logan, Michael, Elijah, Jackson, Aiden, Matthew, Samuel, David, Joseph,
      Carter, Owen, Wyatt, John, Luke, Jayden, Dylan, Grayson, Levi, Isaac, Gabriel, Julian, Mateo, Anthony,
      Jaxon, Lincoln, Andrew, Christopher, Ryan, Nathan, Aaron, Caleb, Hunter, Connor, Robert, Austin,
      Jeremiah, Kevin, Brian, Jeffrey, Gary, Dwayne, Tyrone, Marcus, Hector, Wayne, Ezekiel
      """,
    last: """
      Smith, Johnson, Williams, Brown, Jones, Garcia, Miller, Davis, Rodriguez, Martinez, Hernandez, Lopez,
      Gonzalez, Wilson, Anderson, Thomas, Taylor, Moore, Jackson, Martin, Lee, Perez, Thompson, White, Harris,
      Sanchez, Clark, Ramirez, Lewis, Robinson, Walker, Young, Allen, King, Wright, Scott, Torres, Nguyen,
      Hill, Flores, Green, Adams, Nelson, Baker, Hall, Rivera, Campbell, Mitchell, Carter, Roberts, Gomez,
      Phillips, Evans, Turner, Diaz, Parker, Cruz, Edwards, Collins, Reyes, Stewart, Morris, Morales, Murphy,
      Cook, Rogers, Gutierrez, Ortiz, Morgan, Cooper, Peterson, Bailey, Reed, Kelly, Howard, Ramos, Kim, Cox,
      Ward, Richardson, Watson, Brooks, Chavez, Wood, James, Bennett, Gray, Mendoza, Ruiz, Hughes, Price,
      Alvarez, Castillo, Sanders, Patel, Myers, Long, Ross, Foster, Jimenez, Powell, Jenkins, Perry, Russell,
      Sullivan, Bell, Coleman, Butler, Henderson, Barnes, Fisher, Vasquez, Simmons, Romero, Jordan, Patterson,
      Alexander, Hamilton, Graham, Reynolds, Griffin, Wallace, Moreno, West, Cole, Hayes, Bryant, Herrera,
      Gibson, Ellis, Tran, Medina, Aguilar, Stevens, Murray, Ford, Castro, Marshall, Owens, Harrison,
      Fernandez, McDonald, Woods, Washington, Kennedy, Wells, Vargas, Henry, Chen, Freeman, Webb, Tucker,
      Guzman, Burns, Crawford, Olson, Simpson, Porter, Hunter, Gordon, Mendez, Silva, Shaw, Snyder, Mason,
      Dixon
      """,
    doubleFirst: (25, " "), doubleLast: (women: 50, men: 30, join: "-"),
    streets: """
      Main Street, Oak Street, Maple Avenue, Cedar Lane, Park Avenue, Pine Street, Elm Street,
      Washington Avenue, Lake Drive, Hill Street, Walnut Street, Spring Street, North Avenue, Church Street,
      Willow Road, Jefferson Street, Ridge Road, Adams Street, Madison Avenue, Lincoln Avenue,
      Sunset Boulevard, River Road, Highland Avenue, Franklin Street, Chestnut Street, Dogwood Court,
      Meadow Lane, Prospect Street, Forest Drive, College Avenue
      """,
    numbers: "{k}; {k}; {k}; {n}; {n}",
    address: "{number} {street}, {city}, {region} {code}",
    cities: """
      New York|NY|100##|21255501##|40.71|-74.01
      Brooklyn|NY|112##|71855501##|40.68|-73.94
      Los Angeles|CA|900##|21355501##|34.05|-118.24
      Chicago|IL|606##|31255501##|41.88|-87.63
      Houston|TX|770##|71355501##|29.76|-95.37
      Phoenix|AZ|850##|60255501##|33.45|-112.07
      Philadelphia|PA|191##|21555501##|39.95|-75.17
      San Antonio|TX|782##|21055501##|29.42|-98.49
      San Diego|CA|921##|61955501##|32.72|-117.16
      Dallas|TX|752##|21455501##|32.78|-96.80
      Austin|TX|787##|51255501##|30.27|-97.74
      Columbus|OH|432##|61455501##|39.96|-83.00
      Denver|CO|802##|30355501##|39.74|-104.99
      Seattle|WA|981##|20655501##|47.61|-122.33
      Portland|OR|972##|50355501##|45.52|-122.68
      Boston|MA|021##|61755501##|42.36|-71.06
      Nashville|TN|372##|61555501##|36.16|-86.78
      Atlanta|GA|303##|40455501##|33.75|-84.39
      Minneapolis|MN|554##|61255501##|44.98|-93.27
      Albuquerque|NM|871##|50555501##|35.08|-106.65
      """,
    spare: "2120######",
    companies: """
      {last} & Co.; {last} {trade} Inc.; {last} Brothers {trade}; {city} {trade}; {last} and {other} LLC;
      {other} {last} Partners
      """,
    trades: """
      Hardware, Farms, Foods, Supply, Market, Outfitters, Tools, Imports, Coffee Roasters, Orchards, Furniture
      """)
}
