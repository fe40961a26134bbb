// biome-ignore-all lint/suspicious/noThenProperty: so the API calls what a rule does
import { withScheme } from '@/entities/link/destination';
import type { Action, Link, RuleInput } from '@/entities/link/link.types';
import { uuid } from '@/shared/lib/ids';
import { FACTS, takesValues } from './rule-fields';
import {
  blame,
  blameNode,
  everyNode,
  type Faults,
  fits,
  forgiven,
  type GroupNode,
  type LeafNode,
  leafValues,
  newGroup,
  treeOf,
  whenOf,
} from './rule-tree';
import { type BranchForm, newBranch } from './split';

/** What becomes of the visitors of a rule. */
export type ActionKind = 'redirect' | 'split' | '404' | '410' | '451';

/** A rule as it is typed, with what is wrong about it. */
export interface RuleForm {
  /** Tells rules apart before the server has given them ids. */
  key: string;
  id: string | null;
  name: string;
  when: GroupNode;
  action: ActionKind;
  url: string;
  split: readonly BranchForm[];
  /** Of the rule itself: its name, its action. */
  faults: Faults;
}

export function newRule(): RuleForm {
  return { key: uuid(), id: null, name: '', when: newGroup('all'), action: 'redirect', url: '', split: [], faults: {} };
}

/** Whether nothing was said yet about a new rule. */
export function isBlank(rule: RuleForm): boolean {
  const leaves = everyNode(rule.when).filter((node) => node.kind === 'leaf');
  return rule.id === null && rule.url === '' && leaves.every((leaf) => leafValues(leaf).length === 0);
}

export const branchesOf = (split: Link['split']): BranchForm[] =>
  (split ?? []).map(({ url, weight }) => newBranch(url, weight));

export function ruleForm({ id, name, when, then }: RuleInput): RuleForm {
  const rule = { ...newRule(), id: id ?? null, name: name ?? '', when: treeOf(when) };
  if ('redirect' in then) return { ...rule, url: then.redirect };
  if ('split' in then) return { ...rule, action: 'split', split: branchesOf(then.split) };
  return { ...rule, action: String(then.block) as ActionKind };
}

export const splitOf = (branches: readonly BranchForm[]) =>
  branches.map(({ url, weight }) => ({ url: withScheme(url), weight }));

/** What the rule does, as the API takes it. */
export function thenOf({ action, url, split }: Pick<RuleForm, 'action' | 'url' | 'split'>): Action {
  if (action === 'redirect') return { redirect: withScheme(url) };
  if (action === 'split') return { split: splitOf(split) };
  return { block: Number(action) as 404 | 410 | 451 };
}

/** The rule that the API takes. */
export function ruleInput(rule: RuleForm): RuleInput {
  const known = rule.id ? { id: rule.id } : {};
  const named = rule.name.trim() ? { name: rule.name.trim() } : {};
  return { ...known, ...named, when: whenOf(rule.when), then: thenOf(rule) };
}

function leafFault(leaf: LeafNode): [part: string, message: string] | null {
  const { control } = FACTS[leaf.field];
  if (leaf.field === 'query' && leaf.name.trim() === '') return ['name', 'Name the parameter.'];
  if (!takesValues(leaf.op)) return null;
  if (control === 'hours') {
    const { from, to } = leaf.hours;
    if (!from || !to) return ['values', 'Say from when to when.'];
    return from === to ? ['values', 'The hours begin and end at the same time.'] : null;
  }
  if (leafValues(leaf).length > 0) return null;
  return ['values', control === 'date' ? 'Choose a day and an hour.' : 'Say what to compare with.'];
}

const BRANCH_FAULT = 'Give the address of this branch.';

/** The branches, with a word to each that leads nowhere. */
export function checkedBranches(branches: readonly BranchForm[]): BranchForm[] {
  return branches.map((branch) => ({ ...branch, fault: branch.url.trim() === '' ? BRANCH_FAULT : '' }));
}

/** The rule with everything blamed that needs no server to see. */
export function checkedRule(rule: RuleForm): RuleForm {
  let when = forgiven(rule.when);
  for (const node of everyNode(when)) {
    const fault = node.kind === 'leaf' ? leafFault(node) : null;
    if (fault) when = blameNode(when, node.id, ...fault);
  }
  if (!fits(when)) when = blameNode(when, when.id, 'self', 'Conditions nest five deep at most. Take a group out.');
  const faults: Record<string, string> = {};
  if (rule.action === 'redirect' && rule.url.trim() === '') faults.url = 'Say where these visitors go.';
  const split = rule.action === 'split' ? checkedBranches(rule.split) : rule.split;
  return { ...rule, when, split, faults };
}

/** The rule with nothing blamed. */
export function forgivenRule(rule: RuleForm): RuleForm {
  const split = rule.split.map((branch) => ({ ...branch, fault: '' }));
  return { ...rule, when: forgiven(rule.when), split, faults: {} };
}

/** Whether something is wrong with a rule. */
export function isFaulty(rule: RuleForm): boolean {
  const parts = [rule, ...everyNode(rule.when)];
  return parts.some(({ faults }) => Object.keys(faults).length > 0) || rule.split.some(({ fault }) => fault !== '');
}

/** Blames a branch by the path that the server knows it by: "[1].url". */
export function blameBranch(branches: readonly BranchForm[], path: string, message: string): BranchForm[] | null {
  const at = Number(/^\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN);
  if (branches[at] === undefined) return null;
  return branches.map((branch, index) => (index === at ? { ...branch, fault: message } : branch));
}

/** Blames a part of a rule by the server's path behind "rules[2].": "when.all[0].values", "then.redirect". */
export function blameRule(rule: RuleForm, path: string, message: string): RuleForm {
  if (path.startsWith('when')) return { ...rule, when: blame(rule.when, path, message) };
  const split = path.startsWith('then.split') && blameBranch(rule.split, path.slice('then.split'.length), message);
  if (split) return { ...rule, split };
  const part = path === 'then.redirect' ? 'url' : path === 'name' ? 'name' : 'then';
  return { ...rule, faults: { ...rule.faults, [part]: message } };
}

/** The list with one entry put in another's place. Beyond the ends is at the end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from];
  if (entry === undefined) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.min(rest.length, Math.max(0, to)), 0, entry);
}
