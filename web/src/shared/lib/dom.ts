/** Creates an element with properties (`className`, `href`, …) and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Replaces an element by a copy, whose CSS animations start from the beginning. Returns the copy. */
export function replay<Type extends Element>(element: Type): Type {
  const copy = element.cloneNode(true) as Type;
  element.replaceWith(copy);
  return copy;
}
