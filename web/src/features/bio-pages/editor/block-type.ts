import type { ComponentType } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import type { Block } from '@/entities/bio-page/bio-page.types';
import type { BlockIconName } from './block-icon';

/** The fields that all blocks have. */
type Common = 'id' | 'type' | 'visible' | 'startsAt' | 'endsAt';

/** The fields of a block's own type. */
export type Fields<B extends Block> = Omit<B, Common>;

/** How blocks of one type are edited. */
export interface BlockSpec<B extends Block, Values extends FieldValues> {
  type: B['type'];
  schema: ZodMiniType<Values, Values>;
  /** The values of a new block. */
  initial: () => Values;
  toForm: (block: B) => Values;
  toFields: (values: Values) => Fields<B>;
}

interface Look<B extends Block, Values extends FieldValues> {
  label: string;
  /** What the block is for, in the palette. */
  hint: string;
  icon: BlockIconName;
  /** Further words that find the type in the palette. */
  keywords?: string;
  /** The field that is edited in the row, and its maximum length. */
  title?: { field: keyof Values & string; max: number };
  Form: ComponentType<{ block: B }>;
}

/** A type of blocks as the list and the palette use it. */
export interface BlockType {
  type: Block['type'];
  label: string;
  hint: string;
  icon: BlockIconName;
  keywords: string;
  create: (id: string) => Block;
  title: { max: number; read: (block: Block) => string; write: (block: Block, text: string) => Block } | null;
  Form: ComponentType<{ block: Block }>;
}

/** Returns the type of a spec, for blocks of that type only. */
export function blockType<B extends Block, Values extends FieldValues>(
  spec: BlockSpec<B, Values>,
  { title, Form, keywords = '', ...look }: Look<B, Values>,
): BlockType {
  const values = (block: Block) => spec.toForm(block as B);
  return {
    ...look,
    type: spec.type,
    keywords,
    create: (id) =>
      ({
        id,
        type: spec.type,
        visible: true,
        startsAt: null,
        endsAt: null,
        ...spec.toFields(spec.initial()),
      }) as unknown as Block,
    title: title
      ? {
          max: title.max,
          read: (block) => String(values(block)[title.field]),
          write: (block, text) => ({ ...block, ...spec.toFields({ ...values(block), [title.field]: text }) }) as Block,
        }
      : null,
    Form: Form as ComponentType<{ block: Block }>,
  };
}
