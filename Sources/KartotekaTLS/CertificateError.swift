import KartotekaModel

/// The reason why a certificate can't be used.
package enum CertificateError: Error, Sendable, Hashable {
  /// A file can't be read; with the system's message.
  case unreadable(String, String)
  /// A file has no certificate in PEM.
  case noCertificate(String)
  /// A file has no private key in PEM.
  case noKey(String)
  /// The private key in a file is encrypted with a password.
  case encryptedKey(String)
  /// The key in the second file is not that of the first certificate in the first.
  case mismatch(String, String)
  /// A certificate or key is of a kind that the TLS library refuses; with its message.
  case unsupported(String, String)
  /// The file of the server's own authority is no certificate with its key.
  case damagedAuthority(String)
  /// The time of the server's own authority, which is in a file, is over.
  case endedAuthority(String)
  /// The clock of the machine, whose day this is, is so far from right that no authority is made.
  case wrongClock(String)
  /// The server's own authority, which is in the second place, may not make certificates for a name.
  case foreignName(String, String)
  /// A folder for keys can't be written; with the system's message.
  case unwritable(String, String)
  /// libcrypto can't make a certificate; with its message.
  case notMade(String)
}

extension CertificateError {
  /// The explanation.
  package var phrase: Phrase {
    switch self {
    case .unreadable(let file, let reason):
      Phrase("{file} can't be read: {reason}", ["file": .text(file), "reason": .text(reason)])
    case .noCertificate(let file): Phrase("{file} contains no certificate.", ["file": .text(file)])
    case .noKey(let file): Phrase("{file} contains no private key.", ["file": .text(file)])
    case .encryptedKey(let file):
      Phrase("The private key in {file} is encrypted with a password.", ["file": .text(file)])
    case .mismatch(let certificate, let key):
      Phrase(
        "The private key in {key} does not belong to the first certificate in {file}.",
        ["key": .text(key), "file": .text(certificate)])
    case .unsupported(let file, let reason):
      Phrase("The certificate in {file} can't be used: {reason}", ["file": .text(file), "reason": .text(reason)])
    case .damagedAuthority(let file):
      Phrase("{file} is no certificate of an authority with its key.", ["file": .text(file)])
    case .endedAuthority(let file):
      Phrase("The server's own authority in {file} has ended.", ["file": .text(file)])
    case .wrongClock(let day):
      Phrase("The clock of this machine is wrong: it says {day}.", ["day": .text(day)])
    case .foreignName(let name, let file):
      Phrase(
        "The server's own authority in {file} is not for the name {name}.",
        ["name": .text(name), "file": .text(file)])
    case .unwritable(let folder, let reason):
      Phrase("{file} can't be written: {reason}", ["file": .text(folder), "reason": .text(reason)])
    case .notMade(let reason): Phrase("The certificate can't be made: {reason}", ["reason": .text(reason)])
    }
  }

  /// The remedy.
  package var remedy: Phrase {
    switch self {
    case .unreadable: "Check its name, and that the user of this server may read it and its folder."
    case .noCertificate:
      "Name a file in PEM that begins with the server's certificate, followed by those of its authorities (often fullchain.pem)."
    case .noKey: "Name the file in PEM with the private key of the certificate (often privkey.pem)."
    case .encryptedKey:
      Phrase(
        "Write the key without a password into a file that only the server's user can read: {command}",
        ["command": .text("openssl pkey -in KEY -out server.key")])
    case .mismatch:
      "Name the certificate and the key that were made together. The server's own certificate comes first."
    case .damagedAuthority:
      "Bring the file back from a copy. Or move it away: the server makes another authority then, which each device has to trust anew."
    case .endedAuthority, .foreignName:
      "Move the file away: the server makes another authority then, which each device has to trust anew."
    case .wrongClock:
      "Set the clock, then start the server again. Devices refuse an authority whose time has not begun or is over."
    case .unwritable: "Check that the folder exists and is writable, and that the disk has free space."
    case .notMade: "Name a certificate and its key with --certificate and --key."
    case .unsupported: "Use a certificate with an RSA key of at least 2048 bits, or with an EC key (P-256 or P-384)."
    }
  }
}
