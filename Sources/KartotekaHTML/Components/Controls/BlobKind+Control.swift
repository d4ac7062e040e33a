import KartotekaModel

extension BlobKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    FileControl(choose: html.say("Choose file"), accepted: nil).write(field, to: &html)
  }
}
