import KartotekaModel

extension PictureKind: FormControl {
  package func writeControl(_ field: FormField, to html: inout HTMLWriter) {
    FileControl(
      choose: html.say("Choose picture"), accepted: "image/png,image/jpeg,image/gif,image/webp,image/bmp"
    ).write(field, to: &html)
  }
}
