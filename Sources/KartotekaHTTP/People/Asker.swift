import KartotekaModel
import KartotekaPeople
@_spi(System) import KartotekaStore

/// The sender of a request. Their rights in the application of the request are its ``WebContext/access``.
package enum Asker: Sendable {
  /// Anybody: the server has no people.
  case everybody
  /// Somebody without a session or token.
  case stranger
  /// A person who is signed in, or a program with a person's token. Indirect, because each middleware copies the context.
  indirect case person(Signed)
  /// The holder of the administrator's token.
  case administrator(AdministratorToken)

  /// The person; nil for others.
  package var signed: Signed? { if case .person(let signed) = self { signed } else { nil } }

  /// The author of their changes; nil where nobody is known.
  var author: Author? {
    switch self {
    case .everybody, .stranger: nil
    case .person(let signed): signed.author
    case .administrator: Administrator.author
    }
  }

  /// Whether the server has people.
  package var hasPeople: Bool { if case .everybody = self { false } else { true } }

  /// The access to an application, or with nil to what is outside of applications.
  func access(to app: String?) -> Access {
    switch self {
    case .everybody: return SystemAccess.everything
    case .stranger: return .nobody
    case .administrator: return SystemAccess.level(Need.administer.level)
    case .person(let signed):
      // Until a second factor is set up.
      if signed.needsFactor { return app == nil ? SystemAccess.level(Need.see.level) : .nobody }
      if signed.mayAdminister { return SystemAccess.level(Need.administer.level) }
      guard let app else { return SystemAccess.level(Need.see.level) }
      guard let role = signed.role(in: app) else { return .nobody }
      return SystemAccess.level(role.level)
    }
  }

  /// The access of a person to an application.
  static func access(of person: Person, to app: String) -> Access {
    if person.isAdministrator { return SystemAccess.level(Need.administer.level) }
    return person.role(in: app).map { SystemAccess.level($0.level) } ?? .nobody
  }

  /// Whether it is a program with a token that only reads.
  package var onlyReads: Bool { if case .token(_, _, true)? = signed?.way { true } else { false } }

  /// Whether they administer the server.
  package var mayAdminister: Bool { access(to: nil).allows(.administer) }

  /// Whether they have a right in an application.
  package func may(_ need: Need, in app: String) -> Bool { access(to: app).allows(need) }

  /// Whether an application exists for them.
  package func sees(_ app: String) -> Bool { access(to: app) != .nobody }
}

extension Signed {
  /// Whether it is a person in a browser.
  package var isSession: Bool { if case .session = way { true } else { false } }
}

extension Need {
  /// The least number of an ``Access`` with the right: that of the least role.
  fileprivate var level: Int {
    switch self {
    case .public: -1
    case .see, .export, .own, .keep: 1
    case .change, .import, .act: 2
    case .design: 3
    case .administer: 4
    }
  }
}

extension Role {
  fileprivate var level: Int {
    switch self {
    case .reads: 1
    case .writes: 2
    case .shapes: 3
    }
  }
}

extension Access {
  /// Whether somebody with it may use addresses with a need.
  package func allows(_ need: Need) -> Bool { self == SystemAccess.everything || number >= need.level }
}
