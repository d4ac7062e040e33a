import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The routes of imports: uploaded files at `files/…`, imports by their number, rows at `rows/…`.
extension ScreenRoutes {
  /// Adds the routes to an application's.
  func addImport(of screens: AppScreens, to group: RouterGroup<WebContext>) {
    let all = ImportScreens(screens)
    let start = ImportScreen(screens: all)
    let plan = PlanScreen(screens: all)
    group.get("import") { request, context in try await answer(request, context, screens) { try await start.page($0) } }
    group.post("import") { request, context in
      try await answer(request, context, screens) { try await start.upload(request, $0) }
    }
    group.post("import/sample") { request, context in
      try await answer(request, context, screens) { try await start.loadSample($0) }
    }
    group.get("import/files/{files}") { request, context in
      try await answer(request, context, screens) { try await plan.page(text(context, "files"), $0) }
    }
    group.post("import/files/{files}") { request, context in
      try await answer(request, context, screens) { asked in
        try await plan.answer(text(context, "files"), try await SubmittedForm(request), asked)
      }
    }
    group.post("import/files/{files}/cancel") { request, context in
      try await answer(request, context, screens) { _ in try await plan.cancel(text(context, "files")) }
    }
    group.get("import/files/{files}/{number}") { request, context in
      try await answer(request, context, screens) { asked in
        try await FilePlanScreen(all, text(context, "files"), text(context, "number"), site).page(asked)
      }
    }
    group.post("import/files/{files}/{number}") { request, context in
      try await answer(request, context, screens) { asked in
        let screen = try await FilePlanScreen(all, text(context, "files"), text(context, "number"), site)
        return try await screen.answer(try await SubmittedForm(request), asked)
      }
    }
    for entity in screens.description.model.entities where !entity.isDerived {
      let paste = PasteScreen(screens: all, entity: entity)
      group.get("\(entity.pathName)/paste") { request, context in
        try await answer(request, context, screens) { try await paste.page($0) }
      }
      group.post("\(entity.pathName)/paste") { request, context in
        try await answer(request, context, screens) { asked in
          try await paste.answer(try await SubmittedForm(request), asked)
        }
      }
    }
    addResults(of: all, screens, to: group)
  }

  private func addResults(of all: ImportScreens, _ screens: AppScreens, to group: RouterGroup<WebContext>) {
    group.get("import/rows/{row}") { request, context in
      try await answer(request, context, screens) { try await RejectedRowScreen(all, text(context, "row")).page($0) }
    }
    group.post("import/rows/{row}") { request, context in
      try await answer(request, context, screens) { asked in
        try await RejectedRowScreen(all, text(context, "row")).answer(try await SubmittedForm(request), asked)
      }
    }
    group.get("import/{import}") { request, context in
      try await answer(request, context, screens) {
        try await ImportResultScreen(all, text(context, "import")).page($0)
      }
    }
    group.get("import/{import}/rejects") { request, context in
      try await answer(request, context, screens) {
        try await ImportResultScreen(all, text(context, "import")).download(nil, $0)
      }
    }
    group.get("import/{import}/rejects/{index}") { request, context in
      try await answer(request, context, screens) {
        try await ImportResultScreen(all, text(context, "import")).download(Int(text(context, "index")) ?? -1, $0)
      }
    }
    group.get("import/{import}/forget") { request, context in
      try await answer(request, context, screens) {
        try await ImportResultScreen(all, text(context, "import")).forgetting($0)
      }
    }
    group.post("import/{import}/forget") { request, context in
      try await answer(request, context, screens) { _ in
        try await ImportResultScreen(all, text(context, "import")).forget()
      }
    }
    group.post("import/{import}/link") { request, context in
      try await answer(request, context, screens) { asked in
        try await ImportResultScreen(all, text(context, "import")).link(try await SubmittedForm(request), asked)
      }
    }
    group.post("import/{import}/correct") { request, context in
      try await answer(request, context, screens) { _ in
        try await ImportResultScreen(all, text(context, "import")).correct(try await SubmittedForm(request))
      }
    }
    group.get("import/{import}/references/{reference}") { request, context in
      try await answer(request, context, screens) { asked in
        try await ImportResultScreen(all, text(context, "import")).choose(text(context, "reference"), nil, asked)
      }
    }
    group.post("import/{import}/references/{reference}") { request, context in
      try await answer(request, context, screens) { asked in
        try await ImportResultScreen(all, text(context, "import"))
          .choose(text(context, "reference"), try await SubmittedForm(request), asked)
      }
    }
  }

  func text(_ context: WebContext, _ name: String) -> String { context.parameters.get(name) ?? "" }
}
