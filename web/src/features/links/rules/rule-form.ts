// biome-ignore-all lint/suspicious/noThenProperty: `then` is the API's name for a rule's action
import { withScheme } from '@/entities/link/destination';
import type { Action, Link, RuleInput } from '@/entities/link/link.types';
import { t } from '@/shared/i18n/t';
import { uuid } from '@/shared/lib/ids';
import { CONDITION_FIELDS, takesValues } from './rule-fields';
import {
  allNodes,
  type GroupNode,
  isWithinMaxDepth,
  type LeafNode,
  leafValues,
  newGroup,
  type PartErrors,
  setErrorAt,
  setNodeError,
  toCondition,
  toTree,
  withoutErrors,
} from './rule-tree';
import { unknownCountryError } from './rule-values';
import { type BranchForm, newBranch } from './split';

/** What a matching rule does with the visitor. */
export type ActionKind = 'redirect' | 'split' | '404' | '410' | '451';

/** A rule in its editable form, with its validation errors. */
export interface RuleForm {
  /** Client-side identity; new rules have no id yet. */
  key: string;
  id: string | null;
  name: string;
  when: GroupNode;
  action: ActionKind;
  url: string;
  split: readonly BranchForm[];
  /** Errors of the rule's own name and action. */
  errors: PartErrors;
}

export function newRule(): RuleForm {
  return { key: uuid(), id: null, name: '', when: newGroup('all'), action: 'redirect', url: '', split: [], errors: {} };
}

/** Whether the rule is new and has neither values nor a URL. */
export function isBlank(rule: RuleForm): boolean {
  const leaves = allNodes(rule.when).filter((node) => node.kind === 'leaf');
  return rule.id === null && rule.url === '' && leaves.every((leaf) => leafValues(leaf).length === 0);
}

export const toBranchForms = (split: Link['split']): BranchForm[] =>
  (split ?? []).map(({ url, weight }) => newBranch(url, weight));

export function toRuleForm({ id, name, when, then }: RuleInput): RuleForm {
  const rule = { ...newRule(), id: id ?? null, name: name ?? '', when: toTree(when) };
  if ('redirect' in then) return { ...rule, url: then.redirect };
  if ('split' in then) return { ...rule, action: 'split', split: toBranchForms(then.split) };
  return { ...rule, action: String(then.block) as ActionKind };
}

export const toSplit = (branches: readonly BranchForm[]) =>
  branches.map(({ url, weight }) => ({ url: withScheme(url), weight }));

/** Converts the form's action to the API's. */
export function toAction({ action, url, split }: Pick<RuleForm, 'action' | 'url' | 'split'>): Action {
  if (action === 'redirect') return { redirect: withScheme(url) };
  if (action === 'split') return { split: toSplit(split) };
  return { block: Number(action) as 404 | 410 | 451 };
}

/** Converts the form to the API's rule. */
export function toRuleInput(rule: RuleForm): RuleInput {
  const known = rule.id ? { id: rule.id } : {};
  const named = rule.name.trim() ? { name: rule.name.trim() } : {};
  return { ...known, ...named, when: toCondition(rule.when), then: toAction(rule) };
}

function leafError(leaf: LeafNode): [part: string, message: string] | null {
  const { control } = CONDITION_FIELDS[leaf.field];
  if (leaf.field === 'query' && leaf.name.trim() === '') return ['name', t('Enter the parameter name.')];
  if (!takesValues(leaf.op)) return null;
  if (control === 'hours') {
    const { from, to } = leaf.hours;
    if (!from || !to) return ['values', t('Enter a start and an end time.')];
    return from === to ? ['values', t('Start and end time must differ.')] : null;
  }
  const unknown = leaf.field === 'country' && unknownCountryError(leafValues(leaf));
  if (unknown) return ['values', unknown];
  if (leafValues(leaf).length > 0) return null;
  return ['values', control === 'date' ? t('Choose a date and time.') : t('Enter at least one value.')];
}

const MISSING_URL = t('Enter a URL for this variant.');

/** The branches, with an error on each that has no URL. */
export function validateBranches(branches: readonly BranchForm[]): BranchForm[] {
  return branches.map((branch) => ({ ...branch, error: branch.url.trim() === '' ? MISSING_URL : '' }));
}

/** The rule with the errors that can be found without the server. */
export function validateRule(rule: RuleForm): RuleForm {
  let when = withoutErrors(rule.when);
  for (const node of allNodes(when)) {
    const error = node.kind === 'leaf' ? leafError(node) : null;
    if (error) when = setNodeError(when, node.id, ...error);
  }
  if (!isWithinMaxDepth(when))
    when = setNodeError(when, when.id, 'self', 'Conditions can be nested 5 levels deep. Remove a group.');
  const errors: Record<string, string> = {};
  if (rule.action === 'redirect' && rule.url.trim() === '') errors.url = t('Enter a destination.');
  const split = rule.action === 'split' ? validateBranches(rule.split) : rule.split;
  return { ...rule, when, split, errors };
}

/** The rule with all errors cleared. */
export function withoutRuleErrors(rule: RuleForm): RuleForm {
  const split = rule.split.map((branch) => ({ ...branch, error: '' }));
  return { ...rule, when: withoutErrors(rule.when), split, errors: {} };
}

/** Whether the rule, one of its conditions or one of its branches has an error. */
export function hasErrors(rule: RuleForm): boolean {
  const parts = [rule, ...allNodes(rule.when)];
  return parts.some(({ errors }) => Object.keys(errors).length > 0) || rule.split.some(({ error }) => error !== '');
}

/** Sets a branch's error by its server path, such as "[1].url". Null when the path names no branch. */
export function setBranchError(branches: readonly BranchForm[], path: string, message: string): BranchForm[] | null {
  const at = Number(/^\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN);
  if (branches[at] === undefined) return null;
  return branches.map((branch, index) => (index === at ? { ...branch, error: message } : branch));
}

/** Sets an error by the server path after "rules[2].", such as "when.all[0].values" or "then.redirect". */
export function setRuleError(rule: RuleForm, path: string, message: string): RuleForm {
  if (path.startsWith('when')) return { ...rule, when: setErrorAt(rule.when, path, message) };
  const split = path.startsWith('then.split') && setBranchError(rule.split, path.slice('then.split'.length), message);
  if (split) return { ...rule, split };
  const part = path === 'then.redirect' ? 'url' : path === 'name' ? 'name' : 'then';
  return { ...rule, errors: { ...rule.errors, [part]: message } };
}

/** The list with one entry moved to index `to`, clamped to the list. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from];
  if (entry === undefined) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.min(rest.length, Math.max(0, to)), 0, entry);
}
