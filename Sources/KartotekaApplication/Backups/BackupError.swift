import Foundation
import KartotekaModel
import KartotekaStore

/// Why a backup of a data folder is not restored.
package enum BackupError: Error, Sendable {
  /// The file is no backup of a data folder.
  case notABackup(file: String)
  /// A newer version of the program made it.
  case newer(file: String, program: String)
  /// It has what no backup has, such as a link or a name that leads elsewhere.
  case foreign(file: String, name: String)
  /// It has two files, or two applications, of this name.
  case twice(file: String, name: String)
  /// It has more files than that.
  case tooMany(file: String, count: Int)
  /// It can't be read; with the system's words.
  case unreadable(file: String, reason: String)
  /// It became shorter while it was read.
  case shortened(file: String)
  /// Applications in it are damaged, or it was cut off.
  /// - lost: the applications that can't be restored.
  /// - whole: the names of those that can.
  case damaged(file: String, lost: [Phrase], whole: [String])
  /// It has no application of this name.
  case unknown(file: String, name: String, known: [String])
  /// It has no secrets.
  case noSecrets(file: String)
  /// The password is not the one of its secrets.
  case wrongPassword(file: String)
  /// Its secrets were cut off or changed.
  case damagedSecrets(file: String)
  /// Its secrets are encrypted with a work factor that would take minutes or all memory.
  case tooMuchWork(file: String, factor: Int)
  /// This machine's libcrypto refuses the algorithms of encrypted secrets.
  case noEncryption
  /// These applications are in code that this program does not have.
  case unknownCode([String])
  /// The folder has applications of these names already.
  case exist([String])
  /// Another name is possible for one application only.
  case severalRenamed
  /// An application in code has one name only.
  case renamedCode(String)
  /// The name can't be one of an application.
  case badName(String)
  /// Another restore into the folder has not ended.
  case restoring(folder: String)
  /// Another backup into the folder of backups has not ended.
  case backingUp
  /// The folder of backups is not there, or is not the one that was chosen.
  case folderGone
  /// Nothing can be written to the folder of backups.
  case folderReadOnly
  /// The disk with the folder of backups is full.
  case folderFull
  /// The data folder's disk has no room for a restore.
  case noRoom
  /// The description of a damaged application can't be read, and another one can be given.
  case noDescription(String)
  /// There is no application.
  case nothing
  /// The chosen folder is no place for backups.
  case badFolder
  /// Some applications are restored, and the next one could not be.
  case partly(done: [String], name: String, reason: Phrase)

  init(_ fault: TarReader.Fault, in url: URL) {
    let file = url.path(percentEncoded: false)
    self =
      switch fault {
      case .notAnArchive: .notABackup(file: file)
      case .foreign(let name): .foreign(file: file, name: Self.shown(name))
      case .twice(let name): .twice(file: file, name: Self.shown(name))
      case .tooMany(let count): .tooMany(file: file, count: count)
      case .unreadable(let reason): .unreadable(file: file, reason: reason)
      case .shortened: .shortened(file: file)
      }
  }

  package init(_ fault: AgeFile.Fault, in url: URL) {
    let file = url.path(percentEncoded: false)
    self =
      switch fault {
      case .foreign, .damaged: .damagedSecrets(file: file)
      case .wrongPassword: .wrongPassword(file: file)
      case .tooMuchWork(let factor): .tooMuchWork(file: file, factor: factor)
      case .unavailable: .noEncryption
      }
  }

  /// A text of an archive, which may be long, and have characters that a terminal takes for commands.
  package static func shown(_ text: String, atMost limit: Int = 100) -> String {
    let scalars = text.unicodeScalars.prefix(limit).map {
      $0.properties.generalCategory == .control || $0.properties.generalCategory == .format ? "?" : $0
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension BackupError {
  /// The fault, for the person.
  package var phrase: Phrase {
    switch self {
    case .notABackup(let file): Phrase("{file} is no backup of a data folder", ["file": .text(file)])
    case .newer(let file, let program):
      Phrase(
        "{file} was made by a newer version: {program}", ["file": .text(file), "program": .text(Self.shown(program))])
    case .foreign(let file, let name):
      Phrase("{file} contains what no backup contains: {name}", ["file": .text(file), "name": .text(name)])
    case .twice(let file, let name):
      Phrase("{file} contains {name} more than once", ["file": .text(file), "name": .text(name)])
    case .tooMany(let file, let count):
      Phrase("{file} contains more than {count} files", ["file": .text(file), "count": .count(count)])
    case .unreadable(let file, let reason):
      Phrase("{file} can't be read: {reason}", ["file": .text(file), "reason": .text(reason)])
    case .shortened(let file): Phrase("{file} became shorter while it was read", ["file": .text(file)])
    case .damaged(let file, let lost, let whole):
      Phrase(
        whole.isEmpty
          ? "{file} is damaged, and no application in it is whole: {reason}"
          : "{file} is damaged: {reason}. Whole in it: {names}",
        [
          "file": .text(file), "reason": Phrase.list(lost).map(Phrase.Argument.phrase) ?? .text(""),
          "names": .text(whole.joined(separator: ", ")),
        ])
    case .unknown(let file, let name, let known):
      Phrase(
        "{file} has no application {app}. It has: {names}",
        ["file": .text(file), "app": .text(name), "names": .text(known.joined(separator: ", "))])
    case .noSecrets(let file): Phrase("{file} contains no secrets", ["file": .text(file)])
    case .wrongPassword(let file):
      Phrase("This is not the password of the secrets in {file}", ["file": .text(file)])
    case .damagedSecrets(let file): Phrase("The secrets in {file} are damaged", ["file": .text(file)])
    case .tooMuchWork(let file, let factor):
      Phrase(
        "The secrets in {file} have a work factor of {factor}, which takes too long",
        ["file": .text(file), "factor": .text(String(factor))])
    case .noEncryption: "OpenSSL on this machine refuses scrypt or ChaCha20-Poly1305"
    case .unknownCode(let names):
      Phrase(
        "This program does not have these applications in code: {names}",
        ["names": .text(names.joined(separator: ", "))])
    case .exist(let names):
      Phrase("There already: {names}", ["names": .text(names.joined(separator: ", "))])
    case .severalRenamed: "Another name needs one application"
    case .renamedCode(let name):
      Phrase("{app} is an application in code, which has one name only.", ["app": .text(name)])
    case .badName(let name): Phrase("{name} is no name of an application", ["name": .text(Self.shown(name))])
    case .restoring(let folder):
      Phrase("Another restore into {folder} has not ended", ["folder": .text(folder)])
    case .backingUp: "Another backup into this folder has not ended"
    case .folderGone: "The folder of the backups is not there"
    case .folderReadOnly: "Nothing can be written to the folder of the backups"
    case .folderFull: "The disk with the folder of the backups is full"
    case .noRoom: "The disk with the data folder has too little room"
    case .noDescription(let name):
      Phrase(
        "its description can't be read. With --salvage --only {app} --description FILE another one is used",
        ["app": .text(name)])
    case .nothing: "There is no application to back up"
    case .badFolder: "This is no folder for backups"
    case .partly(let done, let name, let reason):
      Phrase(
        done.isEmpty ? "{app}: {reason}" : "{app}: {reason}. Restored before: {names}",
        ["app": .text(name), "reason": .phrase(reason), "names": .text(done.joined(separator: ", "))])
    }
  }

  /// The remedy.
  package var remedy: Phrase? {
    switch self {
    case .notABackup: "Name a file that kartoteka backup --all wrote."
    case .newer: "Nothing was restored. Use that version, or a newer one."
    case .foreign, .twice, .tooMany: "Nothing was restored. Name a file that kartoteka backup --all wrote."
    case .unreadable: "Copy it to a disk that can be read, and try again."
    case .shortened: "Try again when nobody writes to it."
    case .damaged(_, _, let whole):
      whole.isEmpty
        ? "Nothing was restored. Choose another backup, or see with --salvage --list what can be saved of this one."
        : "Nothing was restored. --whole restores what is whole, --salvage also what can be read of the rest."
    case .unknown: "Look at the names with --list."
    case .noSecrets: "Nothing was restored. Leave out --with-secrets."
    case .wrongPassword: "Nothing was restored. Try again with the password that was given for the backup."
    case .damagedSecrets: "Nothing was restored. Use another backup, or leave out --with-secrets."
    case .tooMuchWork: "Nothing was restored. Leave out --with-secrets: kartoteka backup never makes such a file."
    case .noEncryption: "Leave out --with-secrets, or allow these algorithms in OpenSSL's configuration."
    case .unknownCode: "Nothing was restored. Use the program that has them, or choose others with --only."
    case .exist:
      "Nothing was restored. --replace replaces them and keeps copies, --continue leaves them as they are, --only chooses others."
    case .severalRenamed: "Choose it with --only."
    case .renamedCode: nil
    case .badName: "Use small letters, digits and hyphens, a letter first."
    case .restoring: "Nothing was restored. Try again when it has ended."
    case .backingUp: "Wait until it has ended."
    case .folderGone: "Connect its disk, or choose another folder."
    case .folderReadOnly: "Give the server the right to write there, or choose another folder."
    case .folderFull: "Delete backups that are no longer needed, or choose a folder on another disk."
    case .noRoom: "Make room on it, and try again."
    case .noDescription, .nothing: nil
    case .badFolder: "Write the whole path of a folder that is there and that the server can write to."
    case .partly: "Restore the others with --only, and with --replace if they replace what is there."
    }
  }

  /// The remedy where there are screens and no options of a command.
  package var remedyOnScreen: Phrase? {
    switch self {
    case .notABackup, .foreign, .twice, .tooMany: "Nothing was restored. Choose a file that Kartoteka has made."
    case .damaged(_, _, let whole):
      whole.isEmpty
        ? "Nothing was restored. Choose another backup, or what can be read of this one."
        : "Nothing was restored. Choose the applications that are whole, or what can be read of the others."
    case .unknown: "Choose an application that is in the backup."
    case .unknownCode: "Nothing was restored. Use the program that has them, or choose others."
    case .exist: "Nothing was restored. Choose whether they are replaced or left as they are."
    case .severalRenamed: "Choose it alone."
    case .partly: "Restore the others again."
    case .newer, .noSecrets, .wrongPassword, .damagedSecrets, .tooMuchWork, .noEncryption, .unreadable, .shortened,
      .renamedCode, .badName, .restoring, .backingUp, .folderGone, .folderReadOnly, .folderFull,
      .noRoom, .noDescription, .nothing, .badFolder:
      remedy
    }
  }
}
