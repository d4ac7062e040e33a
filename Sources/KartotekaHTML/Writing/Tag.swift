/// An element that has content: its start, up to where attributes begin, and its end.
///
/// Only the elements that pages use; one that is missing is a line here.
struct Tag: Sendable {
  let opening: StaticString
  let closing: StaticString

  static let html = Tag(opening: "<html", closing: "</html>\n")
  static let head = Tag(opening: "<head", closing: "</head>\n")
  static let title = Tag(opening: "<title", closing: "</title>\n")
  static let script = Tag(opening: "<script", closing: "</script>\n")
  static let body = Tag(opening: "<body", closing: "</body>")
  static let main = Tag(opening: "<main", closing: "</main>\n")
  static let nav = Tag(opening: "<nav", closing: "</nav>\n")
  static let section = Tag(opening: "<section", closing: "</section>\n")
  static let article = Tag(opening: "<article", closing: "</article>\n")
  static let header = Tag(opening: "<header", closing: "</header>")
  static let div = Tag(opening: "<div", closing: "</div>")
  static let span = Tag(opening: "<span", closing: "</span>")
  static let b = Tag(opening: "<b", closing: "</b>")
  static let mark = Tag(opening: "<mark", closing: "</mark>")
  static let p = Tag(opening: "<p", closing: "</p>")
  static let h1 = Tag(opening: "<h1", closing: "</h1>")
  static let h2 = Tag(opening: "<h2", closing: "</h2>")
  static let h3 = Tag(opening: "<h3", closing: "</h3>")
  static let table = Tag(opening: "<table", closing: "</table>")
  static let thead = Tag(opening: "<thead", closing: "</thead>")
  static let tbody = Tag(opening: "<tbody", closing: "</tbody>")
  static let tr = Tag(opening: "<tr", closing: "</tr>")
  static let th = Tag(opening: "<th", closing: "</th>")
  static let td = Tag(opening: "<td", closing: "</td>")
  static let details = Tag(opening: "<details", closing: "</details>")
  static let summary = Tag(opening: "<summary", closing: "</summary>")
  static let datalist = Tag(opening: "<datalist", closing: "</datalist>")
  static let ul = Tag(opening: "<ul", closing: "</ul>")
  static let ol = Tag(opening: "<ol", closing: "</ol>")
  static let li = Tag(opening: "<li", closing: "</li>")
  static let address = Tag(opening: "<address", closing: "</address>")
  static let dl = Tag(opening: "<dl", closing: "</dl>")
  static let dt = Tag(opening: "<dt", closing: "</dt>")
  static let dd = Tag(opening: "<dd", closing: "</dd>")
  static let del = Tag(opening: "<del", closing: "</del>")
  static let ins = Tag(opening: "<ins", closing: "</ins>")
  static let a = Tag(opening: "<a", closing: "</a>")
  static let button = Tag(opening: "<button", closing: "</button>")
  static let form = Tag(opening: "<form", closing: "</form>")
  static let fieldset = Tag(opening: "<fieldset", closing: "</fieldset>")
  static let legend = Tag(opening: "<legend", closing: "</legend>")
  static let label = Tag(opening: "<label", closing: "</label>")
  static let select = Tag(opening: "<select", closing: "</select>")
  static let option = Tag(opening: "<option", closing: "</option>")
  static let textarea = Tag(opening: "<textarea", closing: "</textarea>")
  static let output = Tag(opening: "<output", closing: "</output>")
  static let quote = Tag(opening: "<q", closing: "</q>")
  static let progress = Tag(opening: "<progress", closing: "</progress>")
  static let withoutScript = Tag(opening: "<noscript", closing: "</noscript>")
  static let dialog = Tag(opening: "<dialog", closing: "</dialog>")
  // Drawings
  static let svg = Tag(opening: "<svg", closing: "</svg>")
  static let g = Tag(opening: "<g", closing: "</g>")
  static let use = Tag(opening: "<use", closing: "</use>")
  static let circle = Tag(opening: "<circle", closing: "</circle>")
  static let line = Tag(opening: "<line", closing: "</line>")
  static let path = Tag(opening: "<path", closing: "</path>")
  static let rect = Tag(opening: "<rect", closing: "</rect>")
  static let svgText = Tag(opening: "<text", closing: "</text>")
}

/// An element that never has content.
struct VoidTag: Sendable {
  let opening: StaticString

  static let meta = VoidTag(opening: "<meta")
  static let link = VoidTag(opening: "<link")
  static let input = VoidTag(opening: "<input")
  static let img = VoidTag(opening: "<img")
}
