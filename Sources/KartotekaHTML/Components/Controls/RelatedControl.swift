import KartotekaModel

/// A related record: its title, which leads to it where it can be followed, and a button for the sheet to choose
/// another one in. The button sends the whole form, so that nothing typed is lost.
struct RelatedControl: FormControl {
  func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    guard case .toOne(let relationship) = field.column else { return }
    // The form's script tells by what is stored whether another one was chosen.
    html.void(
      .input, .type("hidden"), .name(relationship.name), .value(field.text), .stored(field.stored ?? field.text),
      relationship.isRequired ? .required : nil)
    let title = field.title ?? html.say(relationship.placeholder ?? "Choose")
    if let href = field.follow {
      html.element(.a, .class("goes"), .href(href)) { html in
        html.text(title)
        html.symbol(.go, .chevron)
      }
    }
    // Its name would be the field's label alone.
    let name = html.say(relationship.label) + ": " + title
    html.element(
      .button, .id(field.id), .name(FormIntent.choose(relationship.name).name),
      .value(FormIntent.choose(relationship.name).value),
      .classes("choose", field.follow != nil ? " accent" : field.title == nil ? " dim" : ""),
      .label(field.follow == nil ? name : html.say("Change") + " – " + name),
      field.error == nil ? nil : .describedBy(field.errorID), more: [field.hasFocus ? .autofocus : nil]
    ) { $0.text(field.follow == nil ? title : $0.say("Change")) }
    if field.follow == nil { html.symbol(.go, .chevron) }
  }
}
