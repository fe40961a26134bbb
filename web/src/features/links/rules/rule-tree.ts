import type { Condition } from '@/entities/link/link.types';
import { uuid } from '@/shared/lib/ids';
import {
  CONDITION_FIELDS,
  type ConditionField,
  type ConditionOperator,
  defaultOperator,
  type Hours,
  type Leaf,
  takesValues,
} from './rule-fields';
import { parseValues } from './rule-values';

/** Maximum nesting of groups and negations. The server enforces the same limit. */
export const MAX_DEPTH = 5;

/** Error messages by the part of a node or rule they refer to. */
export type PartErrors = Readonly<Record<string, string>>;

/** One comparison in its editable form. */
export interface LeafNode {
  kind: 'leaf';
  id: string;
  not: boolean;
  field: ConditionField;
  op: ConditionOperator;
  /** Query parameter name; only for the query field. */
  name: string;
  values: readonly string[];
  /** Text in the input that is not committed as a value yet. */
  typed: string;
  hours: Hours;
  errors: PartErrors;
}

/** Conditions of which all or any must match; `not` negates the result. */
export interface GroupNode {
  kind: 'all' | 'any';
  id: string;
  not: boolean;
  children: readonly RuleNode[];
  errors: PartErrors;
}

export type RuleNode = LeafNode | GroupNode;

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Office hours in the browser's time zone. */
const officeHours = (): Hours => ({
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:00',
  timeZone: zone(),
});

/** An empty comparison. */
export function newLeaf(field: ConditionField = 'country'): LeafNode {
  const values = field === 'bot' ? ['true'] : [];
  const op = defaultOperator(field);
  return {
    kind: 'leaf',
    id: uuid(),
    not: false,
    field,
    op,
    name: '',
    values,
    typed: '',
    hours: officeHours(),
    errors: {},
  };
}

export function newGroup(kind: GroupNode['kind'], children: readonly RuleNode[] = [newLeaf()]): GroupNode {
  return { kind, id: uuid(), not: false, children, errors: {} };
}

/** The leaf with another field. Its values are cleared, since they belong to the old field. */
export function withField(leaf: LeafNode, field: ConditionField): LeafNode {
  return { ...newLeaf(field), id: leaf.id, not: leaf.not };
}

function leafNode(leaf: Leaf, not: boolean): LeafNode {
  const given = leaf.values ?? [];
  const [hours] = given.filter((value): value is Hours => typeof value === 'object');
  return {
    ...newLeaf(leaf.field),
    not,
    op: leaf.op,
    name: leaf.name ?? '',
    values: given.filter((value) => typeof value !== 'object').map(String),
    ...(hours && { hours }),
  };
}

function toNode(condition: Condition, not = false): RuleNode {
  if ('field' in condition) return leafNode(condition, not);
  if (condition.not) return toNode(condition.not, !not);
  const children = (condition.all ?? condition.any ?? []).map((child) => toNode(child));
  return { ...newGroup(condition.all ? 'all' : 'any', children), not };
}

/** Converts an API condition to a tree. The root is always a group, so that conditions can be added to it. */
export function toTree(when: Condition): GroupNode {
  const node = toNode(when);
  return node.kind === 'leaf' ? newGroup('all', [node]) : node;
}

/** The leaf's values, including those parsed from uncommitted text. */
export function leafValues(leaf: LeafNode): string[] {
  return [...leaf.values, ...parseValues(leaf.field, leaf.typed, leaf.values)];
}

function leafCondition(leaf: LeafNode): Condition {
  const { field, op } = leaf;
  const named = field === 'query' ? { name: leaf.name.trim() } : {};
  if (!takesValues(op)) return { field, op, ...named };
  const values = CONDITION_FIELDS[field].control === 'hours' ? [leaf.hours] : leafValues(leaf);
  return { field, op, ...named, values };
}

function conditionOf(node: RuleNode): Condition {
  const children = () => (node.kind === 'leaf' ? [] : node.children.map(conditionOf));
  const own: Condition =
    node.kind === 'leaf' ? leafCondition(node) : node.kind === 'all' ? { all: children() } : { any: children() };
  return node.not ? { not: own } : own;
}

/** The root, or its only condition: a group around a single condition is redundant. */
function unwrapSingle(root: GroupNode): RuleNode {
  const [only] = root.children;
  return only && root.children.length === 1 && !root.not ? only : root;
}

/** Converts a tree to an API condition. */
export const toCondition = (root: GroupNode): Condition => conditionOf(unwrapSingle(root));

function nodeDepth(node: RuleNode): number {
  const own = node.not ? 1 : 0;
  return node.kind === 'leaf' ? own : own + 1 + Math.max(0, ...node.children.map(nodeDepth));
}

/** Nesting depth of groups and negations, counted as the server counts it. */
export const depthOf = (root: GroupNode): number => nodeDepth(unwrapSingle(root));

/** Updates one node and clears its errors. Nodes off its path are not copied. */
export function changeNode<N extends RuleNode>(node: N, id: string, change: (found: RuleNode) => RuleNode): N {
  if (node.id === id) return { ...change(node), errors: {} } as N;
  if (node.kind === 'leaf') return node;
  const children = node.children.map((child) => changeNode(child, id, change));
  return children.every((child, at) => child === node.children[at]) ? node : { ...node, children };
}

/** Appends a node to a group. */
export function addTo(root: GroupNode, groupId: string, node: RuleNode): GroupNode {
  return changeNode(root, groupId, (group) =>
    group.kind === 'leaf' ? group : { ...group, children: [...group.children, node] },
  );
}

function without(node: GroupNode, id: string): GroupNode {
  const children = node.children
    .filter((child) => child.id !== id)
    .map((child) => (child.kind === 'leaf' ? child : without(child, id)))
    .filter((child) => child.kind === 'leaf' || child.children.length > 0);
  return { ...node, children };
}

/** Removes a node and any groups that this leaves empty. An empty tree is replaced by a new group. */
export function removeNode(root: GroupNode, id: string): GroupNode {
  const rest = without(root, id);
  return rest.children.length > 0 ? rest : newGroup('all');
}

/** Replaces a condition with an any-group that contains it and an empty comparison. */
export function wrapNode(root: GroupNode, id: string): GroupNode {
  return changeNode(root, id, (node) => newGroup('any', [node, newLeaf()]));
}

/** Whether the tree is within MAX_DEPTH. */
export const isWithinMaxDepth = (root: GroupNode): boolean => depthOf(root) <= MAX_DEPTH;

function paths(node: RuleNode, path: string, into: Map<string, string>): void {
  into.set(path, node.id);
  const inner = node.not ? `${path}.not` : path;
  into.set(inner, node.id);
  if (node.kind === 'leaf') return;
  const { kind } = node;
  node.children.forEach((child, at) => {
    paths(child, `${inner}.${kind}[${at}]`, into);
  });
}

/** Sets an error by its server path, such as "when.all[0].values". Paths that match no node go to the root. */
export function setErrorAt(root: GroupNode, path: string, message: string): GroupNode {
  const known = new Map<string, string>();
  paths(unwrapSingle(root), 'when', known);
  let at = path;
  while (at !== '' && !known.has(at)) at = at.replace(/(\.[^.[]*|\[[^[]*\]|^[^.[]*)$/, '');
  const part = path.slice(at.length + 1) || 'self';
  return setNodeError(root, known.get(at) ?? root.id, part, message);
}

/** Adds an error to the node with this id. */
export function setNodeError<N extends RuleNode>(node: N, id: string, part: string, message: string): N {
  if (node.id === id) return { ...node, errors: { ...node.errors, [part]: message } };
  return node.kind === 'leaf'
    ? node
    : { ...node, children: node.children.map((child) => setNodeError(child, id, part, message)) };
}

/** All nodes, the root first. */
export function allNodes(node: RuleNode): RuleNode[] {
  return node.kind === 'leaf' ? [node] : [node, ...node.children.flatMap(allNodes)];
}

/** The tree with all errors cleared. */
export function withoutErrors<N extends RuleNode>(node: N): N {
  const bare = { ...node, errors: {} };
  return bare.kind === 'leaf' ? bare : { ...bare, children: bare.children.map((child) => withoutErrors(child)) };
}
