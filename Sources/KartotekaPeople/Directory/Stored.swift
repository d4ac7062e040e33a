import Foundation
import KartotekaModel

/// The entities of the store of people. Secrets are in entities of their own, which neither history nor backups have: all that have
/// anything beside ``open``.
enum Stored {
  /// A person. A removed one stays, without a key, since the history of applications names the number.
  struct Account: Entity {
    let name = Attribute<String>("Name", .required, .length(1...PersonName.longest))
    /// Tells names apart; none of a removed person, whose name others may have.
    let key = Attribute<String>("Key", .unique, .length(1...PersonName.longestKey))
    /// By which applications know the person on whatever server: ``PersonIdentity``. A person of an earlier version gets it when the
    /// store is opened.
    let identity = Attribute<Int>("Identity")
    let isAdministrator = Attribute<Bool>("Administrator", .required, .default(false))
    let language = Attribute<String>("Language", .length(0...20))
    let timeZone = Attribute<String>("Time zone", .length(0...100))
    let singleKeys = Attribute<Bool>("Single-key shortcuts")
    let created = Attribute<Date>("Created", .required)
    let removed = Attribute<Date>("Removed")
  }

  /// The role of a person in an application.
  struct Membership: Entity {
    let account = ToOne<Account>("Person", required: true, onDelete: .cascade)
    let application = Attribute<String>("Application", .required, .length(1...200))
    let role = Attribute<String>("Role", .required, .length(1...20))
    static let uniqueKeys = [UniqueKey(\Membership.account, \.application)]
  }

  /// The hash of a person's password.
  struct Password: Entity {
    let account = ToOne<Account>("Person", required: true, unique: true, onDelete: .cascade)
    let phc = Attribute<String>("Hash", .required, .length(1...500))
  }

  /// A session of a person. Its key is in a cookie alone.
  struct Session: Entity {
    let account = ToOne<Account>("Person", required: true, onDelete: .cascade)
    let digest = Attribute<String>("Digest", .required, .unique, .length(64...64))
    let device = Attribute<String>("Device", .length(0...200))
    let began = Attribute<Date>("Began", .required)
    let lastUse = Attribute<Date>("Last use", .required)
    let ends = Attribute<Date>("Ends", .required)
    /// Whether it began with a second factor, or got one since.
    let hasFactor = Attribute<Bool>("Second factor", .required, .default(false))
  }

  /// A token of a person for a program.
  struct ProgramToken: Entity {
    let account = ToOne<Account>("Person", required: true, onDelete: .cascade)
    let digest = Attribute<String>("Digest", .required, .unique, .length(64...64))
    let label = Attribute<String>("Name", .required, .length(1...200))
    /// JSON; none for all applications.
    let applications = Attribute<String>("Applications", .length(0...10_000))
    let isReadOnly = Attribute<Bool>("Only reads", .required, .default(false))
    let made = Attribute<Date>("Made", .required)
    let lastUse = Attribute<Date>("Last use")
    let ends = Attribute<Date>("Ends")
  }

  /// A link that works once.
  struct Link: Entity {
    let digest = Attribute<String>("Digest", .required, .unique, .length(64...64))
    /// JSON.
    let purpose = Attribute<String>("Purpose", .required, .length(1...10_000))
    /// The administrator who made it; none for the command line.
    let account = ToOne<Account>("Person", onDelete: .cascade)
    /// The person whose password it sets; none for other purposes.
    let target = ToOne<Account>("Whose", onDelete: .cascade)
    let maker = Attribute<String>("Maker", .required, .length(1...PersonName.longest))
    let made = Attribute<Date>("Made", .required)
    let ends = Attribute<Date>("Ends", .required)
  }

  /// An event of the audit list.
  struct Event: Entity {
    let at = Attribute<Date>("At", .required)
    let kind = Attribute<String>("Kind", .required, .length(1...40))
    /// The identity of the author, the number in events of an earlier version; none for the command line and for strangers.
    let author = Attribute<Int>("Author")
    let authorName = Attribute<String>("Author's name", .length(0...PersonName.longest))
    /// The number of the person whom it is about.
    let subject = Attribute<Int>("Subject")
    let subjectName = Attribute<String>("Subject's name", .length(0...PersonName.longest))
    let detail = Attribute<String>("Detail", .length(0...1_000))
  }

  /// The model of the store.
  static let model = ModelDescription(
    [
      Account.self, Membership.self, Password.self, Session.self, ProgramToken.self, Link.self, Event.self,
      ServerRule.self, TypedDraft.self, TypedText.self,
    ] + steps)

  /// The entities whose values are in no history.
  static let withoutHistory = Set(secret + [Event.name])

  /// The attributes and references that are no secrets, by entity. These are listed, and not the secrets: an entity with any other one is
  /// secret as a whole, so that an attribute that is added leaves the store nowhere until it is named here.
  static let open: [String: Set<String>] = [
    Account.name: [
      "name", "key", "identity", "isAdministrator", "language", "timeZone", "singleKeys", "created", "removed",
    ],
    Membership.name: ["account", "application", "role"],
    Event.name: ["at", "kind", "author", "authorName", "subject", "subjectName", "detail"],
    ServerRule.name: ["number", "idle", "absolute", "factorSince"],
  ]

  /// The entities that neither history nor a backup contains.
  static let secret = secrets(in: model)

  /// The entities of a model that have anything that is not ``open``.
  static func secrets(in model: ModelDescription) -> [String] {
    model.entities.filter { entity in
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      return !Set(names).isSubset(of: open[entity.name] ?? [])
    }.map(\.name)
  }

  /// The entities of what is typed and not saved. They change all the time, and nobody's rights follow from them.
  static let drafts = [TypedDraft.name, TypedText.name]

  /// The entities from which it follows who is signed in and with which rights.
  static let rights = Set(model.entities.map(\.name)).subtracting(drafts + [Event.name])
}
