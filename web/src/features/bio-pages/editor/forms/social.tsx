import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { SocialBlock } from '@/entities/bio-page/bio-page.types';
import { NETWORKS, networkOf } from '@/entities/bio-page/networks';
import { withScheme } from '@/entities/link/destination';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { type BlockSpec, blockType } from '../block-type';
import { address } from './fields.schema';
import { ItemList } from './item-list';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';
import { useItems } from './use-items';

const MAX_ITEMS = 30;
const schema = z.object({ items: z.array(z.object({ network: z.string(), url: address })) });
const EMPTY = { network: 'instagram', url: '' };

const spec: BlockSpec<SocialBlock, z.infer<typeof schema>> = {
  type: 'social',
  schema,
  initial: () => ({ items: [EMPTY] }),
  toForm: ({ items }) => ({ items: items.map(({ network, url }) => ({ network, url })) }),
  toFields: ({ items }) => ({ items: items.map(({ network, url }) => ({ network, url: withScheme(url) })) }),
};

type Form = ReturnType<typeof useBlockForm<SocialBlock, z.infer<typeof schema>>>;

function Profile({ form, index }: { form: Form; index: number }) {
  const { field } = useController({ control: form.control, name: `items.${index}.network` });

  /** A typed or pasted address selects its network. */
  function onUrl(url: string) {
    const network = networkOf(url);
    if (network) field.onChange(network);
  }

  return (
    <div className="bio-profile">
      <Field label="Network">
        {(control) => <Select {...control} value={field.value} options={NETWORKS} onChange={field.onChange} />}
      </Field>
      <TextInput
        form={form}
        name={`items.${index}.url`}
        label="URL"
        inputMode="url"
        placeholder="https://"
        onEdit={onUrl}
      />
    </div>
  );
}

function SocialForm({ block }: { block: SocialBlock }) {
  const form = useBlockForm(spec, block);
  const items = useItems(form, EMPTY);
  return (
    <ItemList
      label="Profiles"
      {...items}
      max={MAX_ITEMS}
      addLabel="Add profile"
      nameOf={(index) => `profile ${index + 1}`}
    >
      {(index) => <Profile form={form} index={index} />}
    </ItemList>
  );
}

export const social = blockType(spec, {
  label: 'Social profiles',
  hint: 'Buttons that open your profiles',
  icon: 'social',
  keywords: 'instagram tiktok youtube x facebook linkedin mastodon icons',
  Form: SocialForm,
});
