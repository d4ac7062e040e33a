/// A course with its branch and subject.
struct MockCourse: Sendable {
  let subject: String
  let branch: String
  let name: String

  /// All courses.
  static let all: [MockCourse] = MockPool.list(rows, separator: "\n").flatMap { line in
    let cells = line.split(separator: "|").map(String.init)
    guard cells.count == 3 else { return [MockCourse]() }
    return MockPool.list(cells[2]).map { MockCourse(subject: cells[0], branch: cells[1], name: $0) }
  }

  /// The distinct subjects.
  static let subjects = all.map(\.subject).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }

  private static let rows = """
    Maths|Algebra|Linear algebra, Groups and rings, Number theory
    Maths|Analysis|Calculus I, Calculus II, Complex analysis
    Maths|Geometry|Euclidean geometry, Topology
    Maths|Statistics|Probability, Statistical inference
    Computer science|Data|Databases, Data structures, Information retrieval
    Computer science|Systems|Operating systems, Computer networks, Compilers
    Computer science|Theory|Algorithms, Logic for computing
    Computer science|Practice|Programming for beginners, Software design
    Physics|Mechanics|Classical mechanics, Fluid dynamics
    Physics|Electricity|Electromagnetism, Circuits
    Physics|Modern physics|Quantum mechanics, Relativity, Astrophysics
    Chemistry|Organic|Organic chemistry, Polymers
    Chemistry|Inorganic|Inorganic chemistry, Crystallography
    Chemistry|Analytical|Laboratory methods
    Biology|Botany|Plants of Europe, Plant physiology
    Biology|Zoology|Birds and their songs, Marine life
    Biology|Genetics|Heredity, Molecular genetics
    Geography|Physical geography|Climate and weather, Rivers and coasts
    Geography|Human geography|Cities and people, Reading maps
    History|Antiquity|Ancient Rome, Ancient Greece
    History|Middle Ages|Medieval towns, Trade routes
    History|Modern times|The nineteenth century, Europe since 1945
    Languages|Polish|Polish for beginners, Polish conversation
    Languages|French|French for beginners, French literature
    Languages|Russian|Russian for beginners, Russian short stories
    Languages|Latin|Latin grammar
    Literature|Poetry|Reading poems, The sonnet
    Literature|Drama|Theatre and stage, Reading Shakespeare
    Literature|Prose|The novel, Writing short stories
    Music|Theory|Harmony, Counterpoint
    Music|Practice|Choir, Piano for adults, Chamber music
    Art|Drawing|Drawing from life, Perspective
    Art|Painting|Watercolour, Oil painting
    Art|History of art|Gothic to Baroque, Modern painting
    Economics|Business|Bookkeeping, Marketing, Project management
    Economics|Theory|Microeconomics, Macroeconomics
    Law|Civil law|Contracts, Family law
    Law|Public law|Constitutional law, European law
    Philosophy|Ethics|Introduction to ethics, Bioethics
    Philosophy|Logic|Formal logic, Paradoxes
    Sport|Athletics|Running, Long jump and high jump
    Sport|Games|Volleyball, Chess, Table tennis
    Crafts|Textile|Sewing, Weaving
    Crafts|Wood|Joinery, Wood carving
    Crafts|Kitchen|Baking bread, Cooking for two
    """
}
