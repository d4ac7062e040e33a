// Types for the check of the page's scripts: properties that TypeScript's DOM library lacks, and the scripts' own events.

interface Element {
  role: string | null
}

interface IntersectionObserverInit {
  scrollMargin?: string
}

// The target of most events is an element.
interface EventTarget {
  closest?(selector: string): any
  matches?(selector: string): boolean
  form?: any
  method?: string
}

interface WindowEventMap {
  entities: CustomEvent<string>
  paste: ClipboardEvent
  renewed: CustomEvent<Document>
}
