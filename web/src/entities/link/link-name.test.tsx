import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { aDomain, aPendingDomain, theDefaultDomain } from '@/test/fixtures/domains';
import { aLink } from '@/test/fixtures/links';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { useLabelName, useLinkName } from './link-name';
import { LinkChip } from './ui/link-chip';

const LINK = aLink({ domain: 'go.oatstreet.example', alias: 'launch' });

function Names() {
  const nameOf = useLinkName();
  const nameOfLabel = useLabelName();
  return (
    <>
      <LinkChip link={LINK} linkId={LINK.id} />
      <output>{[nameOf(LINK), nameOfLabel('go.oatstreet.example/menu'), nameOfLabel('lnk_gone')].join(' ')}</output>
    </>
  );
}

function serve(...domains: ReturnType<typeof aDomain>[]) {
  server.use(http.get('*/api/v1/domains', () => HttpResponse.json({ items: domains })));
}

beforeEach(() => signIn());

describe('the name of a link', () => {
  it('is its alias while links can be on one host only', async () => {
    serve(theDefaultDomain(), aPendingDomain());
    await renderScreen(<Names />);
    expect(await screen.findByRole('link', { name: '/launch' })).toHaveTextContent(/^\/launch$/);
    expect(screen.getByRole('status')).toHaveTextContent('/launch /menu lnk_gone');
  });

  it('has the host when links can be on several', async () => {
    serve(theDefaultDomain(), aDomain());
    await renderScreen(<Names />);
    const chip = await screen.findByRole('link', { name: 'go.oatstreet.example/launch' });
    expect(chip).toHaveTextContent('go.oatstreet.example/launch');
    expect(screen.getByRole('status')).toHaveTextContent(
      'go.oatstreet.example/launch go.oatstreet.example/menu lnk_gone',
    );
  });
});
