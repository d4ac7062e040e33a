import KartotekaModel

/// The page that is shown without a connection in place of one that was not opened before.
package struct OfflinePage: Component {
  package init() {}

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .class("empty")) { html in
        html.unescaped(trustedHTML: EmptyState.drawing)
        html.element(.h1, .id("lt"), text: html.say("No connection"))
        html.element(.p, text: html.say("This page was not opened in this browser before. These were:"))
      }
      // The service worker fills it in.
      html.element(.ul, .id("kept"), .class("group")) { _ in }
    }
  }
}
