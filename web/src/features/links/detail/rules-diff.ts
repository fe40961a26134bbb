import type { RuleInput } from '@/entities/link/link.types';
import { actionWords, conditionWords } from '../rules/describe-rule';

/** One line of what became of a link's rules. */
export interface RuleChange {
  key: string;
  /** Its place in the list that it is shown of, from 1. */
  place: number;
  what: 'added' | 'removed' | 'changed' | 'moved' | 'same';
  before: string | null;
  after: string | null;
}

/** A rule as a sentence: "Country is Germany → shop.example/de". */
export function ruleSentence({ name, when, then }: RuleInput, zone?: string): string {
  return `${name ? `${name}: ` : ''}${conditionWords(when, zone)} → ${actionWords(then)}`;
}

const keyOf = (rule: RuleInput, at: number) => rule.id ?? `${at}`;

/** The keys that keep their order among one another: those outside have been moved. */
function steady(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const kept = after.filter((key) => before.includes(key));
  let best: string[] = [];
  const longest: string[][] = [];
  for (const [at, key] of kept.entries()) {
    const place = before.indexOf(key);
    const below = longest.slice(0, at).filter((chain) => before.indexOf(chain.at(-1) ?? '') < place);
    const chain = [...below.reduce((a, b) => (b.length > a.length ? b : a), [] as string[]), key];
    longest.push(chain);
    if (chain.length > best.length) best = chain;
  }
  return new Set(best);
}

/** What became of each rule, in the new order, with those that are gone behind. */
export function rulesDiff(before: readonly RuleInput[], after: readonly RuleInput[], zone?: string): RuleChange[] {
  const old = new Map(before.map((rule, at) => [keyOf(rule, at), rule]));
  const now = new Map(after.map((rule, at) => [keyOf(rule, at), rule]));
  const still = steady([...old.keys()], [...now.keys()]);
  const shown = [...now].map(([key, rule], at): RuleChange => {
    const was = old.get(key);
    const sentences = { before: was ? ruleSentence(was, zone) : null, after: ruleSentence(rule, zone) };
    const changed = sentences.before !== sentences.after;
    const what = !was ? 'added' : changed ? 'changed' : still.has(key) ? 'same' : 'moved';
    return { key, place: at + 1, what, ...sentences };
  });
  const gone = [...old].flatMap(([key, rule], at): RuleChange[] =>
    now.has(key) ? [] : [{ key, place: at + 1, what: 'removed', before: ruleSentence(rule, zone), after: null }],
  );
  return [...shown, ...gone];
}
