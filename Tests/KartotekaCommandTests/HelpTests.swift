import Foundation
import Testing

@Suite("Help and wrong usage")
struct HelpTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("The root's help lists every command")
  func root() async throws {
    let run = try await sandbox.kartoteka("--help")
    #expect(run.status == 0)
    #expect(
      run.output == """
        OVERVIEW: Applications with one SQLite database each, in the browser and on the
        command line.

        USAGE: kartoteka <subcommand>

        OPTIONS:
          -h, --help              Show help information.

        SUBCOMMANDS:
          serve (default)         Serves the applications to browsers and programs.
          open                    Serves SQLite files of other programs as
                                  applications. Their schema is never changed.
          apps                    Lists the applications, their records and their
                                  database files.
          schema                  Shows an application's entities, fields and rules.
          describe                Writes an application's description as JSON:
                                  entities, rules, screens and words.
          apply                   Creates an application from a description, or changes
                                  it to match the description.
          import                  Loads records from files: CSV, JSON, spreadsheets,
                                  address cards, calendars, tracks, web pages.
          export                  Writes an entity's records: CSV, JSON, NDJSON or a
                                  spreadsheet.
          mock                    Writes plausible sample records.
          people                  Lists the people with accounts, and adds, invites and
                                  removes them.
          action                  Runs an action of an application.
          settings                Shows and changes the settings of an application.
          backup                  Copies an application, or everything, to a file,
                                  while it is in use.
          restore                 Restores an application, or everything, from a backup.
          copy                    Copies applications from a data folder to a
                                  PostgreSQL database, or back.
          history                 Lists the change sets of records.
          undo                    Undoes a change set.
          trash                   Lists deleted records and brings them back.
          forget                  Deletes the history of records for good.
          duplicates              Lists pairs of records that may be about the same
                                  thing.
          migrate                 Shows how a changed model changes an application's
                                  data, and migrates the data.
          check                   Looks for damage in an application's data, and
                                  repairs what it can.
          new                     Writes a Swift package with an application of your
                                  own.
          words                   Writes an application's words in a language, or those
                                  that are missing.

          See 'kartoteka help <subcommand>' for detailed help.

        """)
    #expect(run.errors.isEmpty)
  }

  @Test(
    "Every command has help, and takes --data",
    arguments: [
      "serve", "apps", "schema", "describe", "apply", "import", "export", "mock", "action", "settings", "backup",
      "restore",
      "history", "undo", "trash",
      "forget",
      "migrate",
    ])
  func commands(command: String) async throws {
    let run = try await sandbox.kartoteka(command, "--help")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("OVERVIEW: "))
    #expect(run.output.contains("--data <dir>"))
  }

  @Test(
    "Wrong usage ends with 64, says what is wrong, and makes nothing",
    arguments: [
      (["bogus"], "There is no command bogus"),
      (["--bogus"], "Unknown option '--bogus'"),
      (["apps", "--data"], "Missing value for '--data <dir>'"),
      (["apps", "--data", ""], "--data needs the name of a folder."),
      (["apps", "more"], "Unexpected argument 'more'"),
      (["serve", "--port", "many"], "The value 'many' is invalid for '--port <port>'"),
      (["serve", "--port", "-1"], "A port is a number from 0 to 65535."),
      (["serve", "--port", "65536"], "A port is a number from 0 to 65535."),
      (["serve", "--log-sql", "9"], "There are: 1, 2, 3"),
      (["schema"], "Missing expected argument '<app>'"),
      (["schema", "nope"], "There is no such application. There are: travellers, userscrud"),
      (["schema", "userscrud", "--format", "xml"], "Please provide one of 'text', 'json' or 'sql'."),
      (["import", "userscrud"], "Missing expected argument '<file> ...'"),
      (["import", "nope", "a.csv"], "There is no such application. There are: travellers, userscrud"),
      (["import", "userscrud", "a.csv", "--into", "nope"], "userscrud has no nope. There are: users"),
      (
        ["import", "userscrud", "a.csv", "--unresolved", "maybe"],
        "Please provide one of 'reject' and 'empty'."
      ),
      (["export", "userscrud"], "Missing expected argument '<entity>'"),
      (["export", "userscrud", "nope"], "userscrud has no nope. There are: users"),
      (
        ["export", "userscrud", "users", "--format", "xml"],
        "Please provide one of the following:\n  - csv\n  - json\n  - ndjson\n  - xlsx\n  - ods\n  - vcf\n  - ics\n  - geojson"
      ),
      (["mock", "userscrud", "users"], "Missing expected argument '--count <count>'"),
      (["mock", "userscrud", "nope", "--count", "1"], "userscrud has no nope. There are: users"),
      (["mock", "userscrud", "users", "--count", "-1"], "--count must be 0 or more."),
      (
        ["mock", "userscrud", "users", "--count", "1", "--format", "ndjson"],
        "Please provide one of 'json' and 'csv'."
      ),
      (["action", "userscrud", "explode"], "userscrud has no action explode."),
      (["action", "userscrud", "explode", "4", "when=now"], "userscrud has no action explode."),
      (["backup", "userscrud"], "Missing expected argument '<file>'"),
      (["backup", "--all"], "Missing expected argument '<app>'"),
      (["backup", "userscrud", "a.tar", "--all"], "--all takes only the file to write."),
      (["backup", "userscrud", "a.sqlite", "--linked-files"], "--linked-files can be used only with --all."),
      (["restore", "a.tar", "--replace", "--continue"], "Choose one of --replace and --continue"),
      (["restore", "userscrud", "a.sqlite", "--whole"], "are for backups of everything"),
    ])
  func usage(arguments: [String], message: String) async throws {
    let run = try await sandbox.kartoteka(arguments, environment: ["LC_ALL": "C"])
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(try sandbox.names().isEmpty)
  }
}
