/**
 * Replaces the content of a frame's document by another HTML document and keeps its scroll position. Scripts of the new
 * content do not run: the frame's sandbox forbids them.
 */
export function patchDocument(frame: Document, html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const { scrollLeft = 0, scrollTop = 0 } = frame.scrollingElement ?? {};
  const root = frame.documentElement;
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  for (const { name, value } of next.documentElement.attributes) root.setAttribute(name, value);
  frame.head.replaceWith(frame.importNode(next.head, true));
  frame.body.replaceWith(frame.importNode(next.body, true));
  frame.scrollingElement?.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' });
}
