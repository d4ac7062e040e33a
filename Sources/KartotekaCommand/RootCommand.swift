import ArgumentParser

/// The program and its commands. The default command is `serve`.
struct RootCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Program.current.name,
      abstract: say(
        "Applications with one SQLite database each, in the browser and on the command line."),
      discussion: OwnCommand.lines,
      subcommands: commands, defaultSubcommand: ServeCommand.self)
  }

  /// All commands, in the order of the help. New commands are added here.
  static let commands: [any ParsableCommand.Type] =
    [
      ServeCommand.self, OpenCommand.self, AppsCommand.self, SchemaCommand.self, DescribeCommand.self,
      ApplyCommand.self, ImportCommand.self, ExportCommand.self,
    ] + samples + [
      PeopleCommand.self, ActionCommand.self, SettingsCommand.self, BackupCommand.self, RestoreCommand.self,
      CopyCommand.self,
      HistoryCommand.self, UndoCommand.self, TrashCommand.self, ForgetCommand.self, DuplicatesCommand.self,
      MigrateCommand.self, CheckCommand.self, NewCommand.self, WordsCommand.self, RoutesCommand.self,
    ]

  private static var samples: [any ParsableCommand.Type] {
    #if SampleData
      [MockCommand.self]
    #else
      []
    #endif
  }
}
