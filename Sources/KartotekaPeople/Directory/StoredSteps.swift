import Foundation
import KartotekaModel

// Proofs that people show beside a password, and the settings of an administrator: one-time codes, passkeys, and the keys of
// known devices.
extension Stored {
  /// The secret of a person's one-time codes. While there is one, a password alone lets nobody in.
  struct SecondFactor: Entity {
    let account = ToOne<Account>("Person", required: true, unique: true, onDelete: .cascade)
    let secret = Attribute<String>("Secret", .required, .length(1...200))
    /// The period of the last code that was used. A code counts once.
    let lastPeriod = Attribute<Int>("Last period")
    let since = Attribute<Date>("Since", .required)
  }

  /// The digest of a code that can be used once instead of a one-time code.
  struct RecoveryDigest: Entity {
    let account = ToOne<Account>("Person", required: true, onDelete: .cascade)
    let digest = Attribute<String>("Digest", .required, .unique, .length(64...64))
  }

  /// A passkey of a person.
  struct PublicKey: Entity {
    let account = ToOne<Account>("Person", required: true, onDelete: .cascade)
    /// The credential's name in base64url.
    let credential = Attribute<String>("Credential", .required, .unique, .length(1...1400))
    /// JSON of a ``Passkey``.
    let content = Attribute<String>("Content", .required, .length(1...10_000))
    let label = Attribute<String>("Name", .required, .length(1...200))
    let made = Attribute<Date>("Made", .required)
    let lastUse = Attribute<Date>("Last use")
  }

  /// A browser in which a person has signed in. Its key is in a cookie alone. It gives no access: strangers who guess the person's
  /// password do not slow it down.
  struct KnownDevice: Entity {
    let account = ToOne<Account>("Person", required: true, onDelete: .cascade)
    let digest = Attribute<String>("Digest", .required, .length(64...64))
    let lastUse = Attribute<Date>("Last use", .required)
    static let uniqueKeys = [UniqueKey(\KnownDevice.account, \.digest)]
  }

  /// The digest of a ticket that counts once, until the ticket ends.
  struct UsedTicket: Entity {
    let digest = Attribute<String>("Digest", .required, .unique, .length(64...64))
    let ends = Attribute<Date>("Ends", .required)
  }

  /// The key with which tickets are made.
  struct TicketKey: Entity {
    /// Always 1: all servers of a store have one key.
    let number = Attribute<Int>("Number", .required, .unique)
    let secret = Attribute<String>("Secret", .required, .length(1...100))
  }

  /// The settings of the server.
  struct ServerRule: Entity {
    /// Always 1.
    let number = Attribute<Int>("Number", .required, .unique)
    /// In minutes.
    let idle = Attribute<Int>("Idle limit", .required)
    let absolute = Attribute<Int>("Absolute limit", .required)
    /// Since when a second factor is required; none if none is.
    let factorSince = Attribute<Date>("Second factor since")
  }

  /// The entities of proofs.
  static let steps: [any Entity.Type] = [
    SecondFactor.self, RecoveryDigest.self, PublicKey.self, KnownDevice.self, UsedTicket.self, TicketKey.self,
  ]
}
