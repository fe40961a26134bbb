import { describe, expect, it } from 'vitest';
import type { Block, PageDraft } from '@/entities/bio-page/bio-page.types';
import { pageDifferences } from './page-diff';

const common = { visible: true, startsAt: null, endsAt: null } as const;
const link = (id: string, title: string): Block => ({ ...common, id, type: 'link', linkId: 'lnk_1', title });

function draft(own: Partial<PageDraft> = {}): PageDraft {
  return {
    title: 'Oat Street',
    description: '',
    avatar: null,
    theme: { preset: 'paper' },
    startsAt: null,
    endsAt: null,
    ageGate: 0,
    language: null,
    blocks: [link('a', 'Shop'), link('b', 'News'), link('c', 'Team')],
    ...own,
  };
}

describe('pageDifferences', () => {
  it('finds none between equal versions', () => {
    expect(pageDifferences(draft(), draft())).toEqual([]);
  });

  it('ignores empty fields, which the server omits', () => {
    const edited = { ...link('a', 'Shop'), thumbnail: '' } as Block;
    expect(pageDifferences(draft({ blocks: [link('a', 'Shop')] }), draft({ blocks: [edited] }))).toEqual([]);
  });

  it('lists an age gate', () => {
    expect(pageDifferences(draft(), draft({ ageGate: 18 }))).toEqual([{ kind: 'changed', name: 'Age gate' }]);
    expect(pageDifferences(draft(), draft({ language: 'de' }))).toEqual([{ kind: 'changed', name: 'Language' }]);
  });

  it('lists changed fields by their labels', () => {
    const after = draft({ title: 'Oat', theme: { preset: 'ink' }, endsAt: '2026-12-01T00:00:00Z' });
    expect(pageDifferences(draft(), after)).toEqual([
      { kind: 'changed', name: 'Title' },
      { kind: 'changed', name: 'Design' },
      { kind: 'changed', name: 'Schedule' },
    ]);
  });

  it('lists a background image beside the design, and neither for another order of settings', () => {
    const image = { background: 'image', backgroundImage: 'med_1', backgroundShade: 60 } as const;
    const [plain, with60] = [draft(), draft({ theme: { preset: 'paper', ...image } })];
    const named = [{ kind: 'changed', name: 'Background image' }];
    expect(pageDifferences(plain, with60)).toEqual(named);
    expect(pageDifferences(with60, plain)).toEqual(named);
    expect(pageDifferences(with60, draft({ theme: { preset: 'paper', ...image, backgroundShade: 70 } }))).toEqual(
      named,
    );
    expect(pageDifferences(with60, draft({ theme: { ...image, preset: 'paper' } }))).toEqual([]);
    expect(pageDifferences(with60, draft({ theme: { preset: 'ink', ...image } }))).toEqual([
      { kind: 'changed', name: 'Design' },
    ]);
  });

  it('lists added, changed and removed blocks', () => {
    const after = draft({ blocks: [link('a', 'Shop'), link('b', 'Blog'), link('d', 'Jobs')] });
    expect(pageDifferences(draft(), after)).toEqual([
      { kind: 'changed', name: 'Link “Blog”' },
      { kind: 'added', name: 'Link “Jobs”' },
      { kind: 'removed', name: 'Link “Team”' },
    ]);
  });

  it('lists only the moved block, not those that made room', () => {
    const after = draft({ blocks: [link('c', 'Team'), link('a', 'Shop'), link('b', 'News')] });
    expect(pageDifferences(draft(), after)).toEqual([{ kind: 'moved', name: 'Link “Team”' }]);
  });

  it('lists a block that moved into a group', () => {
    const group: Block = { ...common, id: 'g', type: 'group', title: 'More', blocks: [link('c', 'Team')] };
    const after = draft({ blocks: [link('a', 'Shop'), link('b', 'News'), group] });
    expect(pageDifferences(draft(), after)).toEqual([
      { kind: 'added', name: 'Group “More”' },
      { kind: 'moved', name: 'Link “Team”' },
    ]);
  });

  it('ignores what the server adds to link blocks', () => {
    const answered = draft();
    const blocks = answered.blocks.map((block) => ({
      ...block,
      url: 'https://x.example',
      shortUrl: 'https://l.example/a',
    }));
    expect(pageDifferences(draft(), { ...answered, blocks: blocks as Block[] })).toEqual([]);
  });
});
