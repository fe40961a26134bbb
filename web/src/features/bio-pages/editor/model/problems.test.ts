import { describe, expect, it } from 'vitest';
import { ApiError } from '@/shared/api/errors';
import { aHeading, aLinkBlock } from '@/test/fixtures/bio-pages';
import { problemsOf, refusalOf } from './problems';

const inner = aHeading('blk_3', 'Inner');
const group = { ...aHeading('blk_2', ''), type: 'group', title: 'More', blocks: [inner] } as never;
const blocks = [aLinkBlock('blk_1', 'Order'), group];

describe('problemsOf', () => {
  it('names the block of each field, in groups too, once', () => {
    const errors = [
      { field: 'title', message: 'Enter a title.' },
      { field: 'blocks[0].title', message: 'Enter a text.' },
      { field: 'blocks[0].url', message: 'Enter an address.' },
      { field: 'blocks[1].title', message: 'Enter a title of the group.' },
      { field: 'blocks[1].blocks[0].text', message: 'Enter a heading.' },
    ];
    expect(problemsOf(blocks, errors)).toEqual([
      { block: undefined, message: 'Enter a title.' },
      { block: blocks[0], message: 'Enter a text.' },
      { block: group, message: 'Enter a title of the group.' },
      { block: inner, message: 'Enter a heading.' },
    ]);
  });

  it('names no block that is not there', () => {
    expect(problemsOf(blocks, [{ field: 'blocks[7].url', message: 'Enter an address.' }])).toEqual([
      { block: undefined, message: 'Enter an address.' },
    ]);
  });
});

describe('refusalOf', () => {
  it('names the block of the first field', () => {
    const errors = [{ field: 'blocks[0].url', message: 'Not allowed.' }];
    expect(refusalOf(blocks, new ApiError(422, { errors }, ''))).toBe('Link “Order”: Not allowed.');
  });

  it('is the message of an error that concerns no block', () => {
    expect(refusalOf(blocks, new ApiError(403, { message: 'No access.' }, ''))).toBe('No access.');
  });
});
