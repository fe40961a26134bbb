import { Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import type { FormBlock } from '@/entities/bio-page/bio-page.types';
import { Field, Textarea } from '@/shared/ui/field';
import { type BlockSpec, blockType } from '../block-type';
import { line } from './fields.schema';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';

const MAX_TITLE = 200;
const MAX_BUTTON = 60;
const MAX_CONSENT = 2_000;
const schema = z.object({
  title: line(MAX_TITLE, 'Enter the title of the form.'),
  button: line(MAX_BUTTON, 'Enter the text of the button.'),
  consent: line(MAX_CONSENT, 'Enter the text that visitors agree to.'),
});

const spec: BlockSpec<FormBlock, z.infer<typeof schema>> = {
  type: 'form',
  schema,
  initial: () => ({ title: '', button: 'Subscribe', consent: '' }),
  toForm: ({ title, button, consent }) => ({ title, button, consent }),
  toFields: ({ title, button, consent }) => ({ title, button, consent }),
};

function FormForm({ block }: { block: FormBlock }) {
  const form = useBlockForm(spec, block);
  return (
    <>
      <TextInput form={form} name="title" label="Form title" placeholder="Newsletter" maxLength={MAX_TITLE} />
      <TextInput form={form} name="button" label="Button text" maxLength={MAX_BUTTON} />
      <Field
        label="Consent"
        error={form.errorOf('consent')}
        hint="Visitors agree to this text before they send their email address. It is stored with each response. **bold**, *italic* and [links](https://example.com) are formatted."
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register('consent')}
            maxLength={MAX_CONSENT}
            placeholder="You may send me news by email. I can unsubscribe at any time."
          />
        )}
      </Field>
      <p className="ui-hint">
        Responses are listed in the tab Responses of this page. To get each one on your server, create a{' '}
        <Link to="/dashboard/settings/webhooks" className="ui-more">
          webhook
        </Link>
        .
      </p>
    </>
  );
}

export const form = blockType(spec, {
  label: 'Email form',
  hint: 'Collects email addresses with consent',
  icon: 'form',
  keywords: 'newsletter subscribe sign up mail capture lead waiting list',
  title: { field: 'title', max: MAX_TITLE },
  Form: FormForm,
});
