import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];

/** The fields that requests may omit and that responses always have. */
type Stored<B> = B extends Schemas['GroupBlock']
  ? Omit<Complete<B>, 'blocks'> & { blocks: Block[] }
  : B extends Schemas['Block']
    ? Complete<B>
    : never;
type Complete<B extends Schemas['Block']> = B & Required<Pick<B, 'id' | 'visible' | 'startsAt' | 'endsAt'>>;

/** A block as responses have it. */
export type Block = Stored<Schemas['Block']>;
type Of<Type extends Block['type']> = Extract<Block, { type: Type }>;

export type LinkBlock = Of<'link'>;
export type HeadingBlock = Of<'heading'>;
export type TextBlock = Of<'text'>;
export type ImageBlock = Of<'image'>;
export type GalleryBlock = Of<'gallery'>;
export type VideoBlock = Of<'video'>;
export type MusicBlock = Of<'music'>;
export type SocialBlock = Of<'social'>;
export type ContactBlock = Of<'contact'>;
export type VCardBlock = Of<'vcard'>;
export type FormBlock = Of<'form'>;
export type FaqBlock = Of<'faq'>;
export type CountdownBlock = Of<'countdown'>;
export type DividerBlock = Of<'divider'>;
export type MapBlock = Of<'map'>;
export type QrBlock = Of<'qr'>;
export type ProductBlock = Of<'product'>;
export type HtmlBlock = Of<'html'>;
export type GroupBlock = Of<'group'>;

export type Theme = Schemas['BioTheme'];
export type ThemeColors = Schemas['BioThemeColors'];
export type ThemePreset = Schemas['BioPreset'];

/** A page with its draft. */
export type BioPage = Omit<Schemas['BioPage'], 'blocks'> & { blocks: Block[] };

/** The part of a page that is edited and then published. */
export type PageDraft = Pick<
  BioPage,
  'title' | 'description' | 'avatar' | 'theme' | 'blocks' | 'startsAt' | 'endsAt' | 'ageGate' | 'language'
>;

export type CreateBioPage = Schemas['CreateBioPage'];
export type UpdateBioPage = Schemas['UpdateBioPage'];
export type PageRevision = Schemas['BioPageRevision'];
