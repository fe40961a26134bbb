import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from '@/shared/api/connection';
import { mountIslands } from '@/test/island';
import { server } from '@/test/server';
import { SelfHost } from '../features/self-host';
import { DayStrip } from '../landing/day-strip';
import { Hero } from '../landing/hero';
import { LegalPage } from '../legal/legal-page';
import { PublicLayout } from '../public-layout';
import { SiteFooter } from '../site-footer';
import { SiteHeader } from '../site-header';
import { connectionBanner } from './connection-banner';
import { copyCommand } from './copy-command';
import { currentYear } from './current-year';
import { dayStrip } from './day-strip';
import { demoForm } from './demo-form';
import { menu } from './menu';
import { newsletter } from './newsletter';
import { scrollArea } from './scroll-area';
import { toasts } from './toasts';

const none = () => {};
/** The islands of a whole page that a test is not about. */
const OTHERS = {
  'connection-banner': none,
  'current-year': none,
  'day-strip': none,
  'demo-form': none,
  menu: none,
  newsletter: none,
  toasts: none,
};

afterEach(() => vi.useRealTimers());

describe('the menu', () => {
  const expanded = () => screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded');

  it('AC-28: opens and closes with its button, Escape and a followed link', async () => {
    const user = mountIslands(<SiteHeader />, { ...OTHERS, menu });
    const button = screen.getByRole('button', { name: 'Menu' });
    expect(expanded()).toBe('false');
    await user.click(button);
    expect(expanded()).toBe('true');
    await user.click(button);
    expect(expanded()).toBe('false');
    await user.click(button);
    await user.keyboard('{Escape}');
    expect(expanded()).toBe('false');
    await user.click(button);
    await user.click(screen.getByRole('link', { name: 'Pricing' }));
    expect(expanded()).toBe('false');
  });
});

describe('the demo form', () => {
  const page = (
    <PublicLayout>
      <Hero />
    </PublicLayout>
  );
  const mount = () => mountIslands(page, { ...OTHERS, 'demo-form': demoForm, toasts });
  const field = () => screen.getByLabelText<HTMLInputElement>('Try it with a long URL');
  const submit = () => screen.getByRole('button', { name: 'Shorten' });

  it('AC-36, AC-37: asks for a URL when there is none', async () => {
    const user = mount();
    await user.type(field(), '   ');
    await user.click(submit());
    const toast = screen.getByText('Please enter a URL').closest('.ui-toast');
    expect(toast).toHaveAttribute('data-tone', 'bad');
    expect(toast).toHaveClass('ui-bad');
    expect(document.querySelector('.landing-again')).toBeNull();
  });

  it('AC-38 to AC-40: confirms, clears the field, sends nothing, and the eye blinks again', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch');
    const user = mount();
    const pupil = document.querySelector('[data-part=pupil]');
    await user.type(field(), 'https://example.com/long');
    await user.click(submit());
    expect(screen.getByText('URL shortened successfully! This is a demo.')).toBeVisible();
    expect(field()).toHaveValue('');
    expect(fetch).not.toHaveBeenCalled();
    expect(document.querySelector('.landing-again')).not.toBeNull();
    expect(document.querySelector('.landing-again')).not.toBe(pupil);
  });
});

describe('toasts', () => {
  const show = (times: number) => {
    mountIslands(
      <PublicLayout>
        <Hero />
      </PublicLayout>,
      { ...OTHERS, 'demo-form': demoForm, toasts },
    );
    for (let count = 0; count < times; count += 1)
      document.querySelector<HTMLFormElement>('main form, form')?.requestSubmit();
  };
  const shown = () => document.querySelectorAll('.ui-toast:not([data-removed])');

  beforeEach(() => vi.useFakeTimers());

  it('AC-211, AC-214: are announced for four seconds', () => {
    show(1);
    expect(shown()[0]?.closest('[aria-live=polite]')).toHaveAccessibleName('Messages');
    vi.advanceTimersByTime(3999);
    expect(shown()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shown()).toHaveLength(0);
    vi.advanceTimersByTime(1000);
    expect(document.querySelector('.ui-toast')).toBeNull();
  });

  it('AC-212: are limited to three', () => {
    show(5);
    expect(shown()).toHaveLength(3);
  });

  it('stay under the pointer', () => {
    show(1);
    const [toast] = shown();
    vi.spyOn(toast ?? document.body, 'matches').mockReturnValue(true);
    vi.advanceTimersByTime(10_000);
    expect(shown()).toHaveLength(1);
    toast?.dispatchEvent(new Event('pointerleave'));
    expect(shown()).toHaveLength(0);
  });
});

describe('the newsletter form', () => {
  const mount = () =>
    mountIslands(
      <PublicLayout>
        <main />
      </PublicLayout>,
      { ...OTHERS, newsletter, toasts },
    );

  it('AC-78 to AC-81: thanks, clears the field and sends nothing', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch');
    const user = mount();
    const field = screen.getByLabelText('Monthly newsletter');
    expect(field).toBeRequired();
    expect(field).toHaveAttribute('type', 'email');
    await user.type(field, 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(screen.getByText('Thanks for subscribing! This is a demo.')).toBeVisible();
    expect(field).toHaveValue('');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the footer', () => {
  it('AC-77: shows the current year', () => {
    vi.useFakeTimers({ now: new Date('2031-02-03T12:00:00Z') });
    mountIslands(<SiteFooter />, { ...OTHERS, 'current-year': currentYear });
    expect(screen.getByText(/^©/)).toHaveTextContent('© 2031 Linnet');
  });
});

describe('the day strip', () => {
  it('marks the current time, and follows it', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 27, 9, 14) });
    mountIslands(<DayStrip />, { 'day-strip': dayStrip });
    const strip = document.querySelector<HTMLElement>('.landing-strip');
    expect(screen.getByText('now 09:14')).toBeVisible();
    expect(strip?.style.getPropertyValue('--now')).toBe(String(36 / 96));
    expect(strip?.style.getPropertyValue('--shift')).toBe('0');
    vi.advanceTimersByTime(60_000);
    expect(screen.getByText('now 09:15')).toHaveAttribute('data-late', 'false');
    expect(strip?.style.getPropertyValue('--now')).toBe(String(37 / 96));
  });

  it('moves the label to the other side of the mark at the end of the day', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 27, 23, 50) });
    mountIslands(<DayStrip />, { 'day-strip': dayStrip });
    expect(screen.getByText('now 23:50')).toHaveAttribute('data-late', 'true');
    expect(document.querySelector<HTMLElement>('.landing-strip')?.style.getPropertyValue('--shift')).toBe('1');
  });
});

describe('the command', () => {
  const COMMAND = 'make build && bin/linnet serve';
  const page = (
    <PublicLayout>
      <SelfHost />
    </PublicLayout>
  );
  const mount = () => mountIslands(page, { ...OTHERS, 'copy-command': copyCommand, toasts });

  it('is copied and confirmed for a moment', async () => {
    const user = mount();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(COMMAND);
    expect(screen.getByText('Command copied')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Copy' })).toBeVisible();
    expect(screen.queryByText('Command copied')).toBeNull();
  });

  it('is shown in a toast when the browser does not allow it', async () => {
    const user = mount();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    document.execCommand = () => false;
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const toast = (await screen.findByText(/^Couldn’t copy\./)).closest('.ui-toast');
    expect(toast).toHaveTextContent(COMMAND);
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
  });
});

describe('the connection banner', () => {
  it('is shown while the server cannot be reached', async () => {
    server.use(http.get('*/healthz', () => HttpResponse.error()));
    const user = mountIslands(
      <PublicLayout>
        <main />
      </PublicLayout>,
      { ...OTHERS, 'connection-banner': connectionBanner },
    );
    const banner = screen.getByRole('status');
    expect(banner).toBeEmptyDOMElement();
    connection.suspect();
    expect(await screen.findByText('Linnet can’t be reached. Trying again…')).toBeVisible();
    server.use(http.get('*/healthz', () => new HttpResponse('ok')));
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    await waitFor(() => expect(banner).toBeEmptyDOMElement());
  });
});

describe('the scroll area', () => {
  const SECTIONS = [{ title: 'Use', body: <p>Text</p> }];
  const bar = () => document.querySelector('.scroll-bar');

  function mount(scrollHeight: number) {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(scrollHeight);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    mountIslands(<LegalPage title="Terms" sections={SECTIONS} />, { 'scroll-area': scrollArea });
    const view = screen.getByRole('region', { name: 'Terms' });
    return { view, root: view.parentElement ?? view };
  }

  beforeEach(() => vi.useFakeTimers());

  it('AC-96: is 600 px high and can be focused', () => {
    const { view, root } = mount(1200);
    expect(root).toHaveStyle({ height: '600px' });
    expect(view).toHaveAttribute('tabindex', '0');
  });

  it('AC-213: shows its bar under the pointer, and hides it 600 ms after', () => {
    const { root } = mount(1200);
    expect(bar()).toBeNull();
    root.dispatchEvent(new Event('pointerenter'));
    expect(bar()).toBeVisible();
    root.dispatchEvent(new Event('pointerleave'));
    vi.advanceTimersByTime(599);
    expect(bar()).toBeVisible();
    vi.advanceTimersByTime(1);
    expect(bar()).toBeNull();
  });

  it('keeps its bar for a pointer that comes back', () => {
    const { root } = mount(1200);
    root.dispatchEvent(new Event('pointerenter'));
    root.dispatchEvent(new Event('pointerleave'));
    root.dispatchEvent(new Event('pointerenter'));
    vi.advanceTimersByTime(1000);
    expect(bar()).toBeVisible();
  });

  it('has no bar when everything is visible', () => {
    const { root } = mount(600);
    root.dispatchEvent(new Event('pointerenter'));
    expect(bar()).toBeNull();
  });
});
