import KartotekaApplication
import KartotekaModel
import KartotekaPeople
import KartotekaScreens
import KartotekaStore

extension App {
  /// The application of people, for backups and restores. It is never among the applications of a site.
  package static let people = App(
    AppDescription(
      name: People.application, title: "People", summary: "", symbol: .person, hue: 220, model: People.model, tabs: []))
}

extension FolderBackup.Source {
  /// The people without what gives access.
  package init(_ store: Store) {
    self.init(.people, without: People.secretEntities) { store }
  }
}

extension FolderRestore.Report {
  /// The remaining step after people were restored; nil if they were not.
  package var hintAboutPeople: Phrase? {
    restored.contains { $0.name == People.application }
      ? "The people of the backup have no passwords: set one of an administrator with kartoteka people password NAME"
      : nil
  }
}
