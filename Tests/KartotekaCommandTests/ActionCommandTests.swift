import Foundation
import Testing

@Suite("kartoteka action")
struct ActionCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("TR-12 the summary is rebuilt, and all tables are dropped and made again")
  func administrator() async throws {
    let demo = try await sandbox.kartoteka("action", "travellers", "demo")
    #expect(demo.status == 0 && demo.output == "Added examples\n", "\(demo.errors)")
    #expect(try await sandbox.sqlite("SELECT count(*) FROM travellers", app: "travellers") == "38")
    let rebuilt = try await sandbox.kartoteka("action", "travellers", "rebuild-travellers", language: "pl_PL")
    #expect(rebuilt.output == "Odbudowano 38 rekordów\n", "\(rebuilt.errors)")
    let dropped = try await sandbox.kartoteka("action", "travellers", "drop-tables")
    #expect(dropped.output == "Dropped all tables and made them again\n", "\(dropped.errors)")
    #expect(try await sandbox.sqlite("SELECT count(*) FROM users", app: "travellers") == "0")
    #expect(try await sandbox.sqlite("SELECT count(*) FROM travellers", app: "travellers") == "0")
    // What was there is kept beside the file.
    let names = try sandbox.names(in: "data")
    #expect(names.count { $0.contains(".before-") } == 1, "\(names)")
  }

  @Test("A refusal of the store ends with 1, states the reason, and changes nothing")
  func refused() async throws {
    _ = try await sandbox.kartoteka("action", "travellers", "demo")
    let again = try await sandbox.kartoteka("action", "travellers", "demo")
    #expect(again.status == 1)
    #expect(again.errors.contains("The examples are there already") && again.output.isEmpty)
    #expect(try await sandbox.sqlite("SELECT count(*) FROM users", app: "travellers") == "12")
  }

  @Test(
    "Wrong usage ends with 64 and says what there is",
    arguments: [
      (
        ["travellers", "explode"],
        "travellers has no action explode. There are: demo, rebuild-travellers, drop-tables"
      ),
      (["userscrud", "explode"], "userscrud has no action explode."),
      (["travellers", "demo", "4"], "demo takes no inputs: 4"),
      (["travellers", "demo", "count=4"], "demo takes no inputs: count=4"),
      (["travellers"], "Missing expected argument '<action>'"),
    ])
  func usage(arguments: [String], message: String) async throws {
    let run = try await sandbox.kartoteka(["action"] + arguments, environment: ["LC_ALL": "C"])
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try sandbox.names().isEmpty)
  }

  @Test("kartoteka schema lists the actions, and who may do them")
  func schema() async throws {
    let run = try await sandbox.kartoteka("schema", "travellers")
    #expect(
      run.output.hasSuffix(
        """

        Actions:
          demo                Fill with examples
          rebuild-travellers  Rebuild Travellers                   for administrators only
          drop-tables         Drop all tables and make them again  for administrators only

        """), "\(run.output)")
    let json = try await sandbox.kartoteka("schema", "travellers", "--format", "json")
    #expect(json.output.contains("\"name\" : \"rebuild-travellers\""))
  }

  @Test("TR-13 an empty database's path is on the console, and the file with the administrator's token")
  func announcement() async throws {
    let program = try sandbox.start(Executable.url, ["serve", "--port", "0"], ["LC_ALL": "C"])
    let run = try await program.wrote("Stop it with Ctrl-C.")
    let data = sandbox.data.path(percentEncoded: false)
    #expect(run.lines.contains { $0.hasPrefix("  travellers ") && $0.hasSuffix(data + "travellers.sqlite") })
    #expect(run.lines.contains("The administrator's token is in \(data)admin-token"), "\(run.output)")
    #expect(try await sandbox.sqlite("SELECT count(*) FROM users", app: "travellers") == "0")
    let token = try sandbox.read("data/admin-token").trimmingCharacters(in: .newlines)
    #expect(token.count == 43)
    program.send(SIGTERM)
    await program.ended()
    let end = try program.result()
    #expect(!end.output.contains(token) && !end.errors.contains(token))
  }

  @Test("TR-13 a backup of another Travellers database is restored; one of something else is refused, and all stays")
  func restore() async throws {
    _ = try await sandbox.kartoteka("action", "travellers", "demo", "--data", "other")
    #expect(try await sandbox.kartoteka("backup", "travellers", "t.sqlite", "--data", "other").status == 0)
    #expect(try await sandbox.kartoteka("restore", "travellers", "t.sqlite").status == 0)
    #expect(try await sandbox.kartoteka("export", "travellers", "travellers").lines.count == 39)
    let foreign = sandbox.folder.appending(path: "data/userscrud.sqlite")
    try FileManager.default.createDirectory(at: sandbox.data, withIntermediateDirectories: true)
    try await sandbox.sqlite("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('Soup')")
    let run = try await sandbox.kartoteka("restore", "travellers", foreign.path(percentEncoded: false))
    #expect(run.status == 1)
    #expect(run.errors.contains("is a database of something else: it lacks"), "\(run.errors)")
    #expect(try await sandbox.kartoteka("export", "travellers", "users").lines.count == 13)
  }

  @Test("NW-7 an order is shipped by a shipper's number; without stock it is refused with the missing products")
  func ship() async throws {
    let shippers = sandbox.folder.appending(path: "shippers.csv")
    try Data("ShipperID,CompanyName\n2,United Package\n".utf8).write(to: shippers)
    let imported = try await sandbox.kartoteka("import", "northwind", shippers.path(percentEncoded: false))
    #expect(imported.status == 0, "\(imported.errors)")
    try await sandbox.sqlite(
      """
      INSERT INTO products (id, name, unit_price, units_in_stock, units_on_order, reorder_level, discontinued)
      VALUES (11, 'Tofu', 2325, 12, 0, 0, 0);
      INSERT INTO orders (id, order_date, freight) VALUES (11077, '2026-07-04', 0), (11078, '2026-07-05', 0);
      INSERT INTO order_details (order_id, product_id, unit_price, quantity, discount)
      VALUES (11077, 11, 2325, 12, 0), (11078, 11, 2325, 1, 0);
      """, app: "northwind")
    let shipped = try await sandbox.kartoteka("action", "northwind", "ship", "11077", "shipper=2", "freight=4.50")
    #expect(shipped.status == 0 && shipped.output == "Shipped Order 11077\n", "\(shipped.errors)")
    #expect(
      try await sandbox.sqlite("SELECT shipper_id, freight FROM orders WHERE id = 11077", app: "northwind") == "2|450")
    let short = try await sandbox.kartoteka("action", "northwind", "ship", "11078", "shipper=2")
    #expect(short.status == 1 && short.errors.contains("Not enough is in stock: Tofu (0 there, 1 needed)"))
    #expect(try await sandbox.sqlite("SELECT units_in_stock FROM products", app: "northwind") == "0")
    for (input, message) in [
      ("shipper=nobody", "shipper: "), ("date=2026-02-30", "date: "), ("colour=red", "shipper=…"),
    ] {
      let wrong = try await sandbox.kartoteka("action", "northwind", "ship", "11078", input)
      #expect(wrong.status == 64 && wrong.errors.contains(message), "\(wrong.errors)")
    }
  }
}
