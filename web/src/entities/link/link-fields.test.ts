import { describe, expect, expectTypeOf, it } from 'vitest';
import type { UpdateLink } from './link.types';
import { fieldLabel, importLabel, type LinkFieldName, sectionOf } from './link-fields';

describe('labels of link fields', () => {
  it.each([
    ['comments', 'Note'],
    ['preview.image', 'Card image'],
    ['utm.ref', 'Referral'],
    ['fallbackUrl', 'Fallback URL'],
    ['newField', 'newField'],
  ])('labels %s as %s', (path, label) => expect(fieldLabel(path)).toBe(label));

  it.each([
    ['comments', 'Note'],
    ['previewImage', 'Card image'],
    ['utmRef', 'Referral'],
    ['fallbackUrl', 'Fallback URL'],
    ['folder', 'Folder'],
    ['rules', 'Rules (JSON)'],
    ['clicks', 'Clicks'],
  ])('labels the import column %s as %s', (column, label) => expect(importLabel(column)).toBe(label));
});

describe('sections of link fields', () => {
  it.each([
    ['url', undefined],
    ['title', 'about'],
    ['rules[1].when.all[0].values', 'rules'],
    ['split[1].url', 'split'],
    ['utm', 'utm'],
    ['utm.source', 'utm'],
    ['preview.image', 'card'],
    ['preview', 'card'],
    ['unknown', undefined],
  ])('finds the section of %s', (path, section) => expect(sectionOf(path)).toBe(section));
});

describe('LINK_FIELDS', () => {
  it('has every field of a request, checked by the compiler', () => {
    type Root<Path> = Path extends `${infer Name}.${string}` ? Name : Path;
    expectTypeOf<Exclude<keyof UpdateLink, Root<LinkFieldName>>>().toEqualTypeOf<never>();
  });
});
