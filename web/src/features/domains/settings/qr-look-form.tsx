import { FormProvider, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Domain } from '@/entities/domain/domain.types';
import { QrPicture } from '@/entities/qr-code/qr-picture';
import { DEFAULT_LOOK, lookFields, lookSchema } from '@/widgets/qr-style/look.schema';
import { StyleFields } from '@/widgets/qr-style/style-fields';
import { useDrawableLook } from '@/widgets/qr-style/use-drawable-look';
import { CheckRow } from './check-row';
import { SettingsActions } from './settings-actions';
import { type DomainForm, useDomainForm } from './use-domain-form';

const schema = z.object({ custom: z.boolean(), qrLook: lookSchema });

const qrLookForm: DomainForm<z.infer<typeof schema>> = {
  schema,
  fields: lookFields('qrLook'),
  toForm: ({ qrLook }) => ({ custom: qrLook !== null, qrLook: qrLook ?? DEFAULT_LOOK }),
  toChange: ({ custom, qrLook }) => ({ qrLook: custom ? qrLook : null }),
};

/** The look of QR codes of the domain's links that have none of their own. */
export function QrLookForm({ domain }: { domain: Domain }) {
  const form = useDomainForm({ domain, ...qrLookForm });
  const custom = useWatch({ control: form.control, name: 'custom' });
  return (
    <FormProvider {...form.methods}>
      <form noValidate onSubmit={form.submit}>
        <CheckRow
          {...form.register('custom')}
          label="Use a custom look"
          hint="New QR codes of links on this domain start with it. Saved codes are not changed."
        />
        {custom && (
          <div className="ui-full domain-qr">
            <div className="grid min-w-0 gap-5">
              <StyleFields field="qrLook" />
            </div>
            <Preview url={`https://${domain.host}/example`} />
          </div>
        )}
        <SettingsActions form={form} domain={domain} label="Save QR code look" />
      </form>
    </FormProvider>
  );
}

function Preview({ url }: { url: string }) {
  const look = useDrawableLook('qrLook');
  return (
    <div className="domain-qr-preview">
      {look ? <QrPicture url={url} look={look} /> : <p className="ui-hint">Fix the errors to see a preview.</p>}
    </div>
  );
}
