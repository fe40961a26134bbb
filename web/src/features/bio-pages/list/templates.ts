import type { Block, Theme } from '@/entities/bio-page/bio-page.types';
import { newBlockId } from '@/entities/bio-page/block-id';

/** A starting point for a new page. */
export interface PageTemplate {
  id: string;
  label: string;
  hint: string;
  theme: Theme;
  /** The blocks of the draft. Links and profiles are incomplete until the user enters their addresses. */
  blocks: () => Block[];
}

type Draft<B> = B extends Block ? Omit<B, 'id' | 'visible' | 'startsAt' | 'endsAt'> : never;

function block(fields: Draft<Block>): Block {
  return { id: newBlockId(), visible: true, startsAt: null, endsAt: null, ...fields } as Block;
}

const heading = (text: string) => block({ type: 'heading', text, level: 2 });
const text = (content: string) => block({ type: 'text', text: content });
const link = (title: string) => block({ type: 'link', title });
const social = (...networks: string[]) =>
  block({ type: 'social', items: networks.map((network) => ({ network, url: '' })) });

const WEEK_MS = 7 * 86_400_000;

export const TEMPLATES: readonly PageTemplate[] = [
  { id: 'blank', label: 'Blank', hint: 'Start with an empty page', theme: { preset: 'paper' }, blocks: () => [] },
  {
    id: 'creator',
    label: 'Creator',
    hint: 'Profiles, latest work and a newsletter',
    theme: { preset: 'orchid' },
    blocks: () => [
      social('instagram', 'tiktok', 'youtube'),
      link('Watch my latest video'),
      link('Read my newsletter'),
      heading('Music'),
      block({ type: 'music', url: '' }),
    ],
  },
  {
    id: 'shop',
    label: 'Shop',
    hint: 'Products, opening hours and directions',
    theme: { preset: 'dune' },
    blocks: () => [
      link('Visit the shop'),
      heading('Favorites'),
      block({ type: 'product', title: 'Our best seller', price: '', currency: 'EUR', url: '' }),
      heading('Find us'),
      text('**Monday to Saturday**, 9:00 to 18:00'),
      block({ type: 'map', query: '' }),
    ],
  },
  {
    id: 'event',
    label: 'Event',
    hint: 'Countdown, tickets and questions',
    theme: { preset: 'ember' },
    blocks: () => [
      block({ type: 'countdown', at: new Date(Date.now() + WEEK_MS).toISOString(), text: 'Doors open' }),
      link('Get tickets'),
      block({ type: 'map', query: '' }),
      block({
        type: 'faq',
        items: [
          { question: 'Can I return my ticket?', answer: 'Yes, until the day before the event.' },
          { question: 'Is the venue accessible?', answer: 'Yes, the entrance and all rooms are step-free.' },
        ],
      }),
    ],
  },
  {
    id: 'card',
    label: 'Business card',
    hint: 'Contact details that visitors save',
    theme: { preset: 'slate' },
    blocks: () => [
      block({ type: 'vcard', name: '' }),
      block({ type: 'contact', email: '', phone: '' }),
      link('Book a meeting'),
      social('linkedin', 'website'),
    ],
  },
];
