/** Gives an element of a prerendered page its behaviour. */
export type Island = (root: HTMLElement) => void;

/** Starts, for each element with `data-island`, the island of that name. Throws for a name that is not registered. */
export function startIslands(islands: Readonly<Record<string, Island>>, within: ParentNode = document): void {
  for (const root of within.querySelectorAll<HTMLElement>('[data-island]')) {
    const name = root.dataset.island ?? '';
    const start = islands[name];
    if (!start) throw new Error(`The page names an unknown island: ${name}`);
    start(root);
  }
}

/** The element of an island that the markup marks with `data-part`. Throws if there is none of the type. */
export function part<Type extends Element>(root: Element, name: string, type: { new (): Type }): Type {
  const element = root.querySelector(`[data-part="${name}"]`);
  if (element instanceof type) return element;
  throw new Error(`The island ${root.getAttribute('data-island')} has no part ${name} of type ${type.name}.`);
}
