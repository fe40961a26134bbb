/** Scores a substring match without case or accents: 1 at the start, 0.5 elsewhere, 0 for none. */
export function matches(text: string, search: string): number {
  const fold = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const at = fold(text).indexOf(fold(search.trim()));
  if (at < 0) return 0;
  return at === 0 ? 1 : 0.5;
}

/** What a search looks at. */
interface Searchable {
  label: string;
  /** Further words that find it. */
  keywords?: string;
}

const score = (option: Searchable, search: string) =>
  Math.max(matches(option.label, search), option.keywords ? matches(option.keywords, search) : 0);

/** Returns the options that match a search, the best ones first. Equal ones stay in order. */
export function rankOptions<T extends Searchable>(options: readonly T[], search: string): readonly T[] {
  return options
    .map((option) => ({ option, score: score(option, search) }))
    .filter((scored) => scored.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((scored) => scored.option);
}
