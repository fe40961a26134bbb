import { describe, expect, it } from 'vitest';
import type { Condition } from '@/entities/link/link.types';
import {
  addTo,
  allNodes,
  changeNode,
  depthOf,
  type GroupNode,
  isWithinMaxDepth,
  type LeafNode,
  newGroup,
  newLeaf,
  type RuleNode,
  removeNode,
  setErrorAt,
  toCondition,
  toTree,
  withField,
  withoutErrors,
  wrapNode,
} from './rule-tree';

const country: Condition = { field: 'country', op: 'in', values: ['DE', 'AT'] };
const desktop: Condition = { field: 'device', op: 'in', values: ['desktop'] };
const office: Condition = {
  field: 'time',
  op: 'within',
  values: [{ days: ['mon', 'fri'], from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' }],
};

const leaves = (root: GroupNode) => allNodes(root).filter((node): node is LeafNode => node.kind === 'leaf');
const leafAt = (root: GroupNode, at: number) => leaves(root)[at] as LeafNode;
const errorsOf = (root: RuleNode) =>
  allNodes(root)
    .filter(({ errors }) => Object.keys(errors).length > 0)
    .map((node) => [node.kind === 'leaf' ? node.field : node.kind, node.errors]);

describe('condition tree', () => {
  it.each<[string, Condition]>([
    ['one comparison', country],
    ['a negated comparison', { not: desktop }],
    ['hours', office],
    ['a present parameter', { field: 'query', name: 'ref', op: 'present' }],
    ['a date', { not: { field: 'date', op: 'before', values: ['2026-07-01T09:00:00Z'] } }],
    ['an all group', { all: [country, { not: desktop }, office] }],
    [
      'groups five deep',
      { all: [country, { any: [desktop, { all: [office, { any: [{ all: [country, desktop] }] }] }] }] },
    ],
    ['a negated group', { not: { any: [country, { not: { all: [desktop, office] } }] } }],
  ])('converts %s without loss', (_, condition) => expect(toCondition(toTree(condition))).toEqual(condition));

  it('removes double negations and groups of one', () => {
    expect(toCondition(toTree({ not: { not: country } }))).toEqual(country);
    expect(toCondition(toTree({ all: [country] }))).toEqual(country);
  });

  it('counts groups and negations as depth', () => {
    expect(depthOf(toTree(country))).toBe(0);
    expect(depthOf(toTree({ not: country }))).toBe(1);
    expect(depthOf(toTree({ not: { any: [country, { not: desktop }] } }))).toBe(3);
  });

  it('includes uncommitted text and maps names to codes', () => {
    const root = newGroup('all', [{ ...newLeaf('country'), values: ['DE'], typed: 'austria, de , FR' }]);
    expect(toCondition(root)).toEqual({ field: 'country', op: 'in', values: ['DE', 'AT', 'FR'] });
  });

  it('clears values and keeps the negation when the field changes', () => {
    const leaf = leafAt(toTree({ not: country }), 0);
    expect(withField(leaf, 'date')).toMatchObject({ id: leaf.id, not: true, field: 'date', op: 'before', values: [] });
  });
});

describe('condition tree updates', () => {
  const root = toTree({ all: [country, { any: [desktop, office] }] });
  const inner = root.children[1] as GroupNode;

  it('keeps the identity of nodes off the changed path', () => {
    const next = changeNode(root, leafAt(root, 1).id, (leaf) => ({ ...leaf, not: true }) as RuleNode);
    expect(next.children[0]).toBe(root.children[0]);
    expect(toCondition(next)).toEqual({ all: [country, { any: [{ not: desktop }, office] }] });
    expect(changeNode(root, 'unknown', (node) => node)).toBe(root);
  });

  it('appends to a group and wraps a comparison in a new one', () => {
    const bot: LeafNode = newLeaf('bot');
    expect(toCondition(addTo(root, inner.id, bot))).toEqual({
      all: [country, { any: [desktop, office, { field: 'bot', op: 'in', values: ['true'] }] }],
    });
    const wrapped = wrapNode(root, leafAt(root, 0).id);
    expect(wrapped.children[0]).toMatchObject({
      kind: 'any',
      children: [root.children[0], { kind: 'leaf', field: 'country' }],
    });
  });

  it('removes empty groups and starts a new tree after the last comparison', () => {
    const half = removeNode(root, leafAt(root, 1).id);
    expect(toCondition(half)).toEqual({ all: [country, { any: [office] }] });
    const one = removeNode(half, leafAt(half, 1).id);
    expect(toCondition(one)).toEqual(country);
    expect(leaves(removeNode(one, leafAt(one, 0).id))).toHaveLength(1);
  });

  it('rejects groups beyond the maximum depth', () => {
    let deep = toTree(country);
    for (let at = 0; at < 3; at += 1) deep = newGroup('any', [deep, newLeaf()]);
    expect(depthOf(deep)).toBe(4);
    const innermost = leafAt(deep, 0).id;
    expect(isWithinMaxDepth(wrapNode(deep, innermost))).toBe(true);
    expect(isWithinMaxDepth(wrapNode(wrapNode(deep, innermost), innermost))).toBe(false);
  });
});

describe('server errors in the condition tree', () => {
  const root = toTree({
    all: [country, { not: { any: [desktop, { field: 'query', op: 'in', name: 'a', values: ['b'] }] } }],
  });

  it.each([
    ['when.all[0].values', 'country', 'values'],
    ['when.all[1].not.any[0].values', 'device', 'values'],
    ['when.all[1].not.any[1].name', 'query', 'name'],
    ['when.all[1].not.any', 'any', 'any'],
    ['when', 'all', 'self'],
    ['when.somewhere.else', 'all', 'somewhere.else'],
  ])('sets the error at %s on %s', (path, node, part) => {
    expect(errorsOf(setErrorAt(root, path, 'No.'))).toEqual([[node, { [part]: 'No.' }]]);
  });

  it('sets the error of a single comparison, whose path has no group', () => {
    expect(errorsOf(setErrorAt(toTree({ not: country }), 'when.not.values', 'No.'))).toEqual([
      ['country', { values: 'No.' }],
    ]);
  });

  it('clears the errors of the changed node only', () => {
    const invalid = setErrorAt(setErrorAt(root, 'when.all[0].values', 'One.'), 'when.all[1].not.any[0].values', 'Two.');
    const fixed = changeNode(invalid, leafAt(root, 0).id, (leaf) => leaf);
    expect(errorsOf(fixed)).toEqual([['device', { values: 'Two.' }]]);
    expect(errorsOf(withoutErrors(invalid))).toEqual([]);
  });
});
