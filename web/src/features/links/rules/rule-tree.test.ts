import { describe, expect, it } from 'vitest';
import type { Condition } from '@/entities/link/link.types';
import {
  addTo,
  blame,
  changeNode,
  depthOf,
  everyNode,
  fits,
  forgiven,
  type GroupNode,
  type LeafNode,
  newGroup,
  newLeaf,
  type RuleNode,
  removeNode,
  treeOf,
  whenOf,
  withField,
  wrapNode,
} from './rule-tree';

const country: Condition = { field: 'country', op: 'in', values: ['DE', 'AT'] };
const desktop: Condition = { field: 'device', op: 'in', values: ['desktop'] };
const office: Condition = {
  field: 'time',
  op: 'within',
  values: [{ days: ['mon', 'fri'], from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' }],
};

const leaves = (root: GroupNode) => everyNode(root).filter((node): node is LeafNode => node.kind === 'leaf');
const leafAt = (root: GroupNode, at: number) => leaves(root)[at] as LeafNode;
const faultsOf = (root: RuleNode) =>
  everyNode(root)
    .filter(({ faults }) => Object.keys(faults).length > 0)
    .map((node) => [node.kind === 'leaf' ? node.field : node.kind, node.faults]);

describe('the tree of a condition', () => {
  it.each<[string, Condition]>([
    ['one comparison', country],
    ['a denied one', { not: desktop }],
    ['hours', office],
    ['a parameter that is there', { field: 'query', name: 'ref', op: 'present' }],
    ['a date', { not: { field: 'date', op: 'before', values: ['2026-07-01T09:00:00Z'] } }],
    ['all of some', { all: [country, { not: desktop }, office] }],
    [
      'groups five deep',
      { all: [country, { any: [desktop, { all: [office, { any: [{ all: [country, desktop] }] }] }] }] },
    ],
    ['a denied group', { not: { any: [country, { not: { all: [desktop, office] } }] } }],
  ])('%s comes out as it went in', (_, condition) => expect(whenOf(treeOf(condition))).toEqual(condition));

  it('says the same in fewer words where the server’s had too many', () => {
    expect(whenOf(treeOf({ not: { not: country } }))).toEqual(country);
    expect(whenOf(treeOf({ all: [country] }))).toEqual(country);
  });

  it('counts groups and denials, as the server does', () => {
    expect(depthOf(treeOf(country))).toBe(0);
    expect(depthOf(treeOf({ not: country }))).toBe(1);
    expect(depthOf(treeOf({ not: { any: [country, { not: desktop }] } }))).toBe(3);
  });

  it('takes what is still being typed along, and calls things by their codes', () => {
    const root = newGroup('all', [{ ...newLeaf('country'), values: ['DE'], typed: 'austria, de , FR' }]);
    expect(whenOf(root)).toEqual({ field: 'country', op: 'in', values: ['DE', 'AT', 'FR'] });
  });

  it('forgets the values of another fact, but not that it was denied', () => {
    const leaf = leafAt(treeOf({ not: country }), 0);
    expect(withField(leaf, 'date')).toMatchObject({ id: leaf.id, not: true, field: 'date', op: 'before', values: [] });
  });
});

describe('changing the tree', () => {
  const root = treeOf({ all: [country, { any: [desktop, office] }] });
  const inner = root.kids[1] as GroupNode;

  it('touches only the way to the node', () => {
    const next = changeNode(root, leafAt(root, 1).id, (leaf) => ({ ...leaf, not: true }) as RuleNode);
    expect(next.kids[0]).toBe(root.kids[0]);
    expect(whenOf(next)).toEqual({ all: [country, { any: [{ not: desktop }, office] }] });
    expect(changeNode(root, 'nobody', (node) => node)).toBe(root);
  });

  it('adds to a group, and puts a comparison into one of its own', () => {
    const bot: LeafNode = newLeaf('bot');
    expect(whenOf(addTo(root, inner.id, bot))).toEqual({
      all: [country, { any: [desktop, office, { field: 'bot', op: 'in', values: ['true'] }] }],
    });
    const wrapped = wrapNode(root, leafAt(root, 0).id);
    expect(wrapped.kids[0]).toMatchObject({ kind: 'any', kids: [root.kids[0], { kind: 'leaf', field: 'country' }] });
  });

  it('takes empty groups away with their last comparison, and begins anew behind the very last', () => {
    const half = removeNode(root, leafAt(root, 1).id);
    expect(whenOf(half)).toEqual({ all: [country, { any: [office] }] });
    const one = removeNode(half, leafAt(half, 1).id);
    expect(whenOf(one)).toEqual(country);
    expect(leaves(removeNode(one, leafAt(one, 0).id))).toHaveLength(1);
  });

  it('knows where there is no room for a further group', () => {
    let deep = treeOf(country);
    for (let at = 0; at < 3; at += 1) deep = newGroup('any', [deep, newLeaf()]);
    expect(depthOf(deep)).toBe(4);
    const innermost = leafAt(deep, 0).id;
    expect(fits(wrapNode(deep, innermost))).toBe(true);
    expect(fits(wrapNode(wrapNode(deep, innermost), innermost))).toBe(false);
  });
});

describe('what the server blames', () => {
  const root = treeOf({
    all: [country, { not: { any: [desktop, { field: 'query', op: 'in', name: 'a', values: ['b'] }] } }],
  });

  it.each([
    ['when.all[0].values', 'country', 'values'],
    ['when.all[1].not.any[0].values', 'device', 'values'],
    ['when.all[1].not.any[1].name', 'query', 'name'],
    ['when.all[1].not.any', 'any', 'any'],
    ['when', 'all', 'self'],
    ['when.somewhere.else', 'all', 'somewhere.else'],
  ])('%s lands at %s', (path, node, part) => {
    expect(faultsOf(blame(root, path, 'No.'))).toEqual([[node, { [part]: 'No.' }]]);
  });

  it('finds the only comparison, which the server knows without its group', () => {
    expect(faultsOf(blame(treeOf({ not: country }), 'when.not.values', 'No.'))).toEqual([
      ['country', { values: 'No.' }],
    ]);
  });

  it('is forgiven where something changes, and only there', () => {
    const blamed = blame(blame(root, 'when.all[0].values', 'One.'), 'when.all[1].not.any[0].values', 'Two.');
    const mended = changeNode(blamed, leafAt(root, 0).id, (leaf) => leaf);
    expect(faultsOf(mended)).toEqual([['device', { values: 'Two.' }]]);
    expect(faultsOf(forgiven(blamed))).toEqual([]);
  });
});
