import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { LinkBlock } from '@/entities/bio-page/bio-page.types';
import { shortDestination } from '@/entities/link/destination';
import type { LinkBase } from '@/entities/link/link.types';
import { Field, Input } from '@/shared/ui/field';
import { MediaField } from '@/widgets/media/media-field';
import { type BlockSpec, blockType } from '../block-type';
import { line, linkId } from './fields.schema';
import { LinkField } from './link-field';
import { useBlockForm } from './use-block-form';

const MAX_TITLE = 200;
const schema = z.object({ linkId, title: line(MAX_TITLE, 'Enter the text of the button.'), thumbnail: z.string() });

const spec: BlockSpec<LinkBlock, z.infer<typeof schema>> = {
  type: 'link',
  schema,
  initial: () => ({ linkId: '', title: '', thumbnail: '' }),
  toForm: ({ linkId: id, title, thumbnail = '' }) => ({ linkId: id ?? '', title, thumbnail }),
  toFields: ({ linkId: id, title, thumbnail }) => ({ title, thumbnail, ...(id && { linkId: id }) }),
};

/** The button's text for a link that was just chosen. */
export function buttonText({ title, url }: LinkBase): string {
  return (title ?? shortDestination(url).split(/[/?#]/)[0] ?? '').slice(0, MAX_TITLE);
}

function LinkForm({ block }: { block: LinkBlock }) {
  const form = useBlockForm(spec, block);
  const { field } = useController({ control: form.control, name: 'linkId' });
  const { field: thumbnail } = useController({ control: form.control, name: 'thumbnail' });
  const suggest = (text: string) => {
    if (form.methods.getValues('title').trim() !== '') return;
    form.setValue('title', text);
    // Who is in the field already is about to type: the text replaces the suggestion.
    const input = document.activeElement;
    if (input instanceof HTMLInputElement && input.name === 'title') input.select();
  };
  return (
    <>
      <LinkField
        linkId={field.value}
        error={form.errorOf('linkId')}
        onChange={(link) => {
          suggest(buttonText(link));
          field.onChange(link.id);
        }}
      />
      <Field label="Button text" error={form.errorOf('title')}>
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" maxLength={MAX_TITLE} />}
      </Field>
      <MediaField label="Thumbnail" mediaId={thumbnail.value} onChange={thumbnail.onChange} optional />
    </>
  );
}

export const link = blockType(spec, {
  label: 'Link',
  hint: 'A button that opens one of your links',
  icon: 'link',
  keywords: 'url button website',
  title: { field: 'title', max: MAX_TITLE },
  Form: LinkForm,
});
