import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBioPage, aHeading, bioPageServer } from '@/test/fixtures/bio-pages';
import { signIn } from '@/test/render';
import { server } from '@/test/server';
import { draftOf } from './draft';
import { draftSender } from './draft-sender';

const start = draftOf(aBioPage());
const titled = (title: string) => ({ ...start, title });

function setUp() {
  const bio = bioPageServer();
  server.use(...bio.handlers);
  const send = draftSender('bio_1', async () => bio.state.page);
  /** Loses the answer to the next request, which the server stores if `stored`. */
  const loseAnswer = (stored: boolean) =>
    server.use(
      http.patch(
        '*/api/v1/bio-pages/bio_1',
        async ({ request }) => {
          if (stored) bio.update((await request.json()) as object);
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
  return { bio, send, loseAnswer };
}

beforeEach(() => signIn());

describe('draftSender', () => {
  it('sends the fields that differ from the stored draft', async () => {
    const { bio, send } = setUp();
    await send(titled('Oats'), start, 3);
    expect(bio.state.patches).toEqual([{ title: 'Oats' }]);
  });

  it('sends over its own revision after an answer was lost', async () => {
    const { bio, send, loseAnswer } = setUp();
    loseAnswer(true);
    await expect(send(titled('Oats'), start, 3)).rejects.toBeInstanceOf(TypeError);
    const saved = await send(start, undefined, 3);
    expect(saved).toMatchObject({ title: start.title, revision: 5 });
    expect(bio.state.patches).toEqual([start]);
  });

  it('sends again over the same revision when the lost request was not stored', async () => {
    const { send, loseAnswer } = setUp();
    loseAnswer(false);
    await expect(send(titled('Oats'), start, 3)).rejects.toBeInstanceOf(TypeError);
    expect(await send(titled('Oats'), undefined, 3)).toMatchObject({ title: 'Oats', revision: 4 });
  });

  it('does not send over a change of another editor', async () => {
    const { bio, send, loseAnswer } = setUp();
    loseAnswer(false);
    await expect(send(titled('Oats'), start, 3)).rejects.toBeInstanceOf(TypeError);
    bio.update({ blocks: [aHeading('blk_1', 'Theirs')] });
    await expect(send(titled('Oats'), undefined, 3)).rejects.toMatchObject({ status: 412 });
    expect(bio.state.page).toMatchObject({ title: start.title, blocks: [{ text: 'Theirs' }] });
  });

  it('reports a conflict when no answer was lost', async () => {
    const { bio, send } = setUp();
    bio.update({ title: 'Oats' });
    await expect(send(titled('Oats'), start, 3)).rejects.toMatchObject({ status: 412 });
  });
});
