import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { type CreatedWebhook, useSaveWebhook, type Webhook } from '@/entities/webhook/webhook.queries';
import { CLICK_EVENT } from '@/entities/webhook/webhook-events';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field, Input, UrlInput } from '@/shared/ui/field';
import { ClickOptions } from './click-options';
import { EventPicker } from './event-picker';
import './webhooks.css';

const MAX_URL = 2048;
const MAX_DESCRIPTION = 200;

const schema = z.object({
  url: z.string().check(z.trim(), z.minLength(1, { error: 'Enter the URL that receives the events.' })),
  description: z.string(),
  events: z.array(z.string()).check(z.minLength(1, { error: 'Select at least one event.' })),
  clickSample: z.number(),
  clickBots: z.boolean(),
});

interface Props {
  /** The webhook to edit; undefined creates one. */
  webhook?: Webhook;
  onSaved: (webhook: Webhook | CreatedWebhook) => void;
  onClose: () => void;
}

/** The dialog that creates or edits a webhook. */
export function WebhookForm({ webhook, onSaved, onClose }: Props) {
  const save = useSaveWebhook(webhook?.id);
  const { url = '', description = '', events = [], clickSample = 100, clickBots = false } = webhook ?? {};
  const form = useAppForm({
    schema,
    defaultValues: { url, description, events: [...(events ?? [])], clickSample, clickBots },
    onSubmit: (values) => save.mutateAsync(values),
    onSuccess: onSaved,
  });
  const { field } = useController({ control: form.control, name: 'events' });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      place="side"
      width={620}
      title={webhook ? 'Edit webhook' : 'Create webhook'}
      action={webhook ? 'Save changes' : 'Create webhook'}
    >
      <Field label="URL" hint="Receives a signed POST request for each event." error={form.errorOf('url')}>
        {(control) => (
          <UrlInput
            {...control}
            autoFocus
            maxLength={MAX_URL}
            placeholder="https://example.com/hooks/linnet"
            {...form.register('url')}
          />
        )}
      </Field>
      <Field label="Description" hint="Optional, for your team." error={form.errorOf('description')}>
        {(control) => (
          <Input {...control} maxLength={MAX_DESCRIPTION} placeholder="CRM" {...form.register('description')} />
        )}
      </Field>
      <EventPicker events={field.value} onChange={field.onChange} error={form.errorOf('events')} />
      {field.value.includes(CLICK_EVENT) && <ClickOptions control={form.control} error={form.errorOf('clickSample')} />}
    </FormDialog>
  );
}
