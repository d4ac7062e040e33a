import KartotekaModel
import KartotekaScreens
import KartotekaStore

extension Job {
  /// The action of the same name: has the job begin in the background, and on the command line does it.
  public var action: Action {
    let name = description.name
    let description = ActionDescription(name: name, title: description.title, scope: .record(description.entity))
    return Action(description) { call in
      guard let record = call.record, let id = record.id else { throw ActionError.needsRecord }
      if let context = call.jobs, let obstacle = try await obstacle(context) { throw ActionError.refused(obstacle) }
      guard call.origin == .command, let context = call.jobs else {
        try await call.store.request(name, for: record.entity, id: id)
        return ActionResult(Phrase(self.description.doing), goesOn: true)
      }
      guard let queued = try await call.store.takeJob(name, for: record.entity, id: id) else {
        throw ActionError.refused("This is being done already.")
      }
      do {
        return ActionResult(try await attempt(queued, context, report: call.report) ?? "The record is gone.")
      } catch let failure as JobFailure {
        throw ActionError.refused(self.description.failed(failure.reason))
      }
    }
  }
}

extension JobDescription {
  /// What went wrong, with the reason.
  public func failed(_ reason: Phrase) -> Phrase {
    Phrase("{failure}: {reason}", ["failure": .phrase(Phrase(failure)), "reason": .phrase(reason)])
  }
}
