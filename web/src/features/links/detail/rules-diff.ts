import type { RuleInput } from '@/entities/link/link.types';
import { describeAction, describeCondition } from '../rules/describe-rule';

/** One rule's entry in a diff. */
export interface RuleChange {
  key: string;
  /** 1-based position in the new list, or in the old one for removed rules. */
  position: number;
  kind: 'added' | 'removed' | 'changed' | 'moved' | 'same';
  before: string | null;
  after: string | null;
}

/** A rule as text: "Country is Germany → shop.example/de". */
export function formatRule({ name, when, then }: RuleInput, zone?: string): string {
  return `${name ? `${name}: ` : ''}${describeCondition(when, zone)} → ${describeAction(then)}`;
}

const keyOf = (rule: RuleInput, at: number) => rule.id ?? `${at}`;

/** The longest set of keys whose relative order is unchanged; all others were moved. */
function unmovedKeys(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const common = after.filter((key) => before.includes(key));
  let best: string[] = [];
  const longest: string[][] = [];
  for (const [at, key] of common.entries()) {
    const position = before.indexOf(key);
    const below = longest.slice(0, at).filter((chain) => before.indexOf(chain.at(-1) ?? '') < position);
    const chain = [...below.reduce((a, b) => (b.length > a.length ? b : a), [] as string[]), key];
    longest.push(chain);
    if (chain.length > best.length) best = chain;
  }
  return new Set(best);
}

/** The diff of two rule lists in the new order, with removed rules at the end. */
export function rulesDiff(before: readonly RuleInput[], after: readonly RuleInput[], zone?: string): RuleChange[] {
  const old = new Map(before.map((rule, at) => [keyOf(rule, at), rule]));
  const now = new Map(after.map((rule, at) => [keyOf(rule, at), rule]));
  const unmoved = unmovedKeys([...old.keys()], [...now.keys()]);
  const current = [...now].map(([key, rule], at): RuleChange => {
    const prev = old.get(key);
    const text = { before: prev ? formatRule(prev, zone) : null, after: formatRule(rule, zone) };
    const changed = text.before !== text.after;
    const kind = !prev ? 'added' : changed ? 'changed' : unmoved.has(key) ? 'same' : 'moved';
    return { key, position: at + 1, kind, ...text };
  });
  const removed = [...old].flatMap(([key, rule], at): RuleChange[] =>
    now.has(key) ? [] : [{ key, position: at + 1, kind: 'removed', before: formatRule(rule, zone), after: null }],
  );
  return [...current, ...removed];
}
