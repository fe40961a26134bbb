import type { Block } from '@/entities/bio-page/bio-page.types';
import type { BlockType } from './block-type';
import { contact } from './forms/contact';
import { countdown } from './forms/countdown';
import { divider } from './forms/divider';
import { music, video } from './forms/embed';
import { faq } from './forms/faq';
import { form } from './forms/form';
import { gallery } from './forms/gallery';
import { group } from './forms/group';
import { heading } from './forms/heading';
import { html } from './forms/html';
import { image } from './forms/image';
import { link } from './forms/link';
import { map } from './forms/map';
import { product } from './forms/product';
import { qr } from './forms/qr';
import { social } from './forms/social';
import { text } from './forms/text';
import { vcard } from './forms/vcard';

/** The types of blocks in the order of the palette. */
export const BLOCK_TYPES: readonly BlockType[] = [
  link,
  heading,
  text,
  image,
  gallery,
  social,
  form,
  group,
  video,
  music,
  product,
  faq,
  contact,
  vcard,
  countdown,
  map,
  qr,
  html,
  divider,
];

const BY_TYPE = new Map(BLOCK_TYPES.map((type) => [type.type, type]));

/** Returns the type of a block; undefined for a type that this editor does not know. */
export function blockType({ type }: Block): BlockType | undefined {
  return BY_TYPE.get(type);
}

/** Names a block by its type and title: `Link “Portfolio”`. */
export function blockName(block: Block): string {
  const type = blockType(block);
  const title = type?.title?.read(block).trim();
  const label = type?.label ?? 'Block';
  return title ? `${label} “${title}”` : label;
}
