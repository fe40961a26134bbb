import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { CountdownBlock } from '@/entities/bio-page/bio-page.types';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { fromLocalInput, toLocalInput } from '@/shared/lib/local-time';
import { Field, Input } from '@/shared/ui/field';
import { type BlockSpec, blockType } from '../block-type';
import { optionalLine } from './fields.schema';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';

const MAX_TEXT = 200;
const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;

const schema = z.object({
  at: z.string().check(z.minLength(1, { error: 'Choose the time at which the countdown ends.' })),
  text: optionalLine(MAX_TEXT),
});

const spec: BlockSpec<CountdownBlock, z.infer<typeof schema>> = {
  type: 'countdown',
  schema,
  initial: () => ({ at: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + WEEK_MS).toISOString(), text: '' }),
  toForm: ({ at = '', text = '' }) => ({ at, text }),
  // A cleared time replaces the stored one: JSON omits it.
  toFields: ({ at, text }) => ({ at: at || undefined, text }),
};

function CountdownForm({ block }: { block: CountdownBlock }) {
  const form = useBlockForm(spec, block);
  const { field } = useController({ control: form.control, name: 'at' });
  const zone = useEntryZone();
  return (
    <>
      <Field label="Ends" error={form.errorOf('at')} hint={`In ${zone}, the time zone of this workspace.`}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={toLocalInput(field.value || null, zone)}
            onChange={(event) => field.onChange(fromLocalInput(event.target.value, zone) ?? '')}
          />
        )}
      </Field>
      <TextInput form={form} name="text" label="Text" placeholder="Tickets go on sale" maxLength={MAX_TEXT} />
    </>
  );
}

export const countdown = blockType(spec, {
  label: 'Countdown',
  hint: 'The time until a launch or an event',
  icon: 'countdown',
  keywords: 'timer launch event date',
  title: { field: 'text', max: MAX_TEXT },
  Form: CountdownForm,
});
