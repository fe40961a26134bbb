import type { Condition } from '@/entities/link/link.types';
import { uuid } from '@/shared/lib/ids';
import { FACTS, type FactField, type FactOp, firstOp, type Hours, type Leaf, takesValues } from './rule-fields';
import { valuesIn } from './rule-values';

/** How deep groups and denials may nest, as on the server (spec: api, "Link"). */
export const MAX_DEPTH = 5;

/** What is wrong with which part; a change of the node takes its faults away. */
export type Faults = Readonly<Record<string, string>>;

/** One comparison as it is typed. */
export interface LeafNode {
  kind: 'leaf';
  id: string;
  not: boolean;
  field: FactField;
  op: FactOp;
  /** The parameter, for query. */
  name: string;
  values: readonly string[];
  /** Typed behind the values and not yet one of them. */
  typed: string;
  hours: Hours;
  faults: Faults;
}

/** Conditions of which all or any must hold; `not` turns the answer round. */
export interface GroupNode {
  kind: 'all' | 'any';
  id: string;
  not: boolean;
  kids: readonly RuleNode[];
  faults: Faults;
}

export type RuleNode = LeafNode | GroupNode;

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Office hours, where the editor sits. */
const officeHours = (): Hours => ({
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:00',
  timeZone: zone(),
});

/** A comparison that says nothing yet. */
export function newLeaf(field: FactField = 'country'): LeafNode {
  const values = field === 'bot' ? ['true'] : [];
  const op = firstOp(field);
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
    faults: {},
  };
}

export function newGroup(kind: GroupNode['kind'], kids: readonly RuleNode[] = [newLeaf()]): GroupNode {
  return { kind, id: uuid(), not: false, kids, faults: {} };
}

/** A leaf that looks at something else; what was typed for the old fact makes no sense for the new one. */
export function withField(leaf: LeafNode, field: FactField): LeafNode {
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

function nodeOf(condition: Condition, not = false): RuleNode {
  if ('not' in condition) return nodeOf(condition.not, !not);
  if ('field' in condition) return leafNode(condition, not);
  const [kind, kids] = 'all' in condition ? (['all', condition.all] as const) : (['any', condition.any] as const);
  return {
    ...newGroup(
      kind,
      kids.map((kid) => nodeOf(kid)),
    ),
    not,
  };
}

/** The tree of a condition. Its root is always a group, so that more can be added. */
export function treeOf(when: Condition): GroupNode {
  const node = nodeOf(when);
  return node.kind === 'leaf' ? newGroup('all', [node]) : node;
}

/** Everything that a leaf compares with, also what is still being typed. */
export function leafValues(leaf: LeafNode): string[] {
  return [...leaf.values, ...valuesIn(leaf.field, leaf.typed, leaf.values)];
}

function leafCondition(leaf: LeafNode): Condition {
  const { field, op } = leaf;
  const named = field === 'query' ? { name: leaf.name.trim() } : {};
  if (!takesValues(op)) return { field, op, ...named };
  const values = FACTS[field].control === 'hours' ? [leaf.hours] : leafValues(leaf);
  return { field, op, ...named, values };
}

function conditionOf(node: RuleNode): Condition {
  const kids = () => (node.kind === 'leaf' ? [] : node.kids.map(conditionOf));
  const own: Condition =
    node.kind === 'leaf' ? leafCondition(node) : node.kind === 'all' ? { all: kids() } : { any: kids() };
  return node.not ? { not: own } : own;
}

/** What the root stands for: a group around a single condition says nothing of its own. */
function essence(root: GroupNode): RuleNode {
  const [only] = root.kids;
  return only && root.kids.length === 1 && !root.not ? only : root;
}

/** The condition that the API takes. */
export const whenOf = (root: GroupNode): Condition => conditionOf(essence(root));

function levels(node: RuleNode): number {
  const own = node.not ? 1 : 0;
  return node.kind === 'leaf' ? own : own + 1 + Math.max(0, ...node.kids.map(levels));
}

/** How many groups and denials stand within one another. */
export const depthOf = (root: GroupNode): number => levels(essence(root));

/** Changes one node and takes its faults away; all others stay the same objects. */
export function changeNode<N extends RuleNode>(node: N, id: string, change: (found: RuleNode) => RuleNode): N {
  if (node.id === id) return { ...change(node), faults: {} } as N;
  if (node.kind === 'leaf') return node;
  const kids = node.kids.map((kid) => changeNode(kid, id, change));
  return kids.every((kid, at) => kid === node.kids[at]) ? node : { ...node, kids };
}

/** Puts a node behind the others of a group. */
export function addTo(root: GroupNode, groupId: string, node: RuleNode): GroupNode {
  return changeNode(root, groupId, (group) =>
    group.kind === 'leaf' ? group : { ...group, kids: [...group.kids, node] },
  );
}

function without(node: GroupNode, id: string): GroupNode {
  const kids = node.kids
    .filter((kid) => kid.id !== id)
    .map((kid) => (kid.kind === 'leaf' ? kid : without(kid, id)))
    .filter((kid) => kid.kind === 'leaf' || kid.kids.length > 0);
  return { ...node, kids };
}

/** Takes a node out, and with it the groups that it leaves empty. A tree that would be empty begins anew. */
export function removeNode(root: GroupNode, id: string): GroupNode {
  const rest = without(root, id);
  return rest.kids.length > 0 ? rest : newGroup('all');
}

/** Puts a condition into a group of its own, to be combined with others there. */
export function wrapNode(root: GroupNode, id: string): GroupNode {
  return changeNode(root, id, (node) => newGroup('any', [node, newLeaf()]));
}

/** Whether a change leaves the tree as flat as the server wants it. */
export const fits = (root: GroupNode): boolean => depthOf(root) <= MAX_DEPTH;

function paths(node: RuleNode, path: string, into: Map<string, string>): void {
  into.set(path, node.id);
  const inner = node.not ? `${path}.not` : path;
  into.set(inner, node.id);
  if (node.kind === 'leaf') return;
  const { kind } = node;
  node.kids.forEach((kid, at) => {
    paths(kid, `${inner}.${kind}[${at}]`, into);
  });
}

/**
 * Blames a part by the path that the server knows it by: "when.all[0].values". What no node answers for is the
 * root's.
 */
export function blame(root: GroupNode, path: string, message: string): GroupNode {
  const known = new Map<string, string>();
  paths(essence(root), 'when', known);
  let at = path;
  while (at !== '' && !known.has(at)) at = at.replace(/(\.[^.[]*|\[[^[]*\]|^[^.[]*)$/, '');
  const part = path.slice(at.length + 1) || 'self';
  return blameNode(root, known.get(at) ?? root.id, part, message);
}

export function blameNode<N extends RuleNode>(node: N, id: string, part: string, message: string): N {
  if (node.id === id) return { ...node, faults: { ...node.faults, [part]: message } };
  return node.kind === 'leaf' ? node : { ...node, kids: node.kids.map((kid) => blameNode(kid, id, part, message)) };
}

/** All nodes, the root first. */
export function everyNode(node: RuleNode): RuleNode[] {
  return node.kind === 'leaf' ? [node] : [node, ...node.kids.flatMap(everyNode)];
}

/** The tree without faults. */
export function forgiven<N extends RuleNode>(node: N): N {
  const bare = { ...node, faults: {} };
  return bare.kind === 'leaf' ? bare : { ...bare, kids: bare.kids.map((kid) => forgiven(kid)) };
}
