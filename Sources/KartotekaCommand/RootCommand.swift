import ArgumentParser

/// The program: what it is, and its commands. Without the name of one it serves.
struct RootCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "kartoteka",
      abstract: say(
        "Applications for records, on one database each, in the browser and on the command line."),
      subcommands: commands, defaultSubcommand: ServeCommand.self)
  }

  /// Every command, in the order of the help. A new one is added here and nowhere else.
  static let commands: [any ParsableCommand.Type] = [
    ServeCommand.self, AppsCommand.self, SchemaCommand.self, DescribeCommand.self, ApplyCommand.self,
    ImportCommand.self, ExportCommand.self, MockCommand.self, ActionCommand.self,
    SettingsCommand.self, BackupCommand.self, RestoreCommand.self, HistoryCommand.self, UndoCommand.self,
    TrashCommand.self, ForgetCommand.self,
    MigrateCommand.self, CheckCommand.self,
  ]
}
