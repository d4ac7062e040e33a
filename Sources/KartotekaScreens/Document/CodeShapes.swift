import KartotekaModel

/// The parts of an application that are code: named in its document, and made only by a program that has the code.
public struct CodeDescription: Hashable, Sendable {
  /// The actions.
  public var actions: [ActionDescription] = []
  /// The background jobs.
  public var jobs: [JobDescription] = []

  /// No code.
  package init() {}

  /// Whether there is none.
  public var isEmpty: Bool { actions.isEmpty && jobs.isEmpty }
}

extension CodeDescription: DocumentValue {
  package static var shape: Shape<CodeDescription> {
    .object("Code", CodeDescription()) {
      Member.optional("actions", \.actions, "What the application can be told to do.")
      Member.optional("jobs", \.jobs, "What it does in the background.")
    }
  }
}

extension ActionDescription.Audience: DocumentValue {}

extension ActionDescription.Placement: DocumentValue {}

extension ActionDescription.Scope: DocumentValue {
  package static var shape: Shape<ActionDescription.Scope> {
    .oneOf("Scope") {
      Variant.of("app", Bool.shape, { _ in .app }) { if case .app = $0 { true } else { nil } }
      Variant.of("entity", String.shape, { .entity($0) }) { if case .entity(let name) = $0 { name } else { nil } }
      Variant.of("record", String.shape, { .record($0) }) { if case .record(let name) = $0 { name } else { nil } }
    }
  }
}

extension ActionDescription: DocumentValue {
  package static var shape: Shape<ActionDescription> {
    .object("Action", ActionDescription(name: "", title: "")) {
      Member.needed("name", \.name, "The name in addresses and on the command line.")
      Member.needed("title", \.title, "What its button says.")
      Member.optional("about", \.scope, "What it is about; the application unless given.")
      Member.optional("states", \.states, "The states of a record in which it is offered.")
      Member.optional("placement", \.placement, "Where screens offer it.")
      Member.optional("audience", \.audience, "Who may do it.")
      Member.optional("inputs", \.inputs, "What it has to be told.")
      Member.optional("related", \.related, "The records that it has to be told.")
      Member.optional("confirmation", \.confirmation, "What is asked before it is done.")
      Member.optional("symbol", \.symbol, "The symbol of its button.")
      Member.optional("dangerous", \.isDangerous, "Whether it destroys something.")
      Member.optional("onEmptyScreens", \.isForEmptyScreens, "Whether empty screens offer it.")
    }
  }
}

extension JobDescription: DocumentValue {
  package static var shape: Shape<JobDescription> {
    .object(
      "Job",
      JobDescription(name: "", title: "", doing: "", failure: "", entity: "", startsWithRecord: false, limit: 1)
    ) {
      Member.needed("name", \.name, "The name in addresses and on the command line.")
      Member.needed("title", \.title, "What its button says.")
      Member.needed("doing", \.doing, "What is going on while it runs.")
      Member.needed("failure", \.failure, "What is wrong when it could not be done.")
      Member.needed("entity", \.entity, "The entity of its records.")
      Member.optional("startsWithRecord", \.startsWithRecord, "Whether it begins for every new record.")
      Member.optional(
        "startsWithChange", \.startsWithChange, "Whether it begins whenever a record was added or changed.")
      Member.optional("limit", \.limit, "How many records it is done for at once.")
    }
  }
}
