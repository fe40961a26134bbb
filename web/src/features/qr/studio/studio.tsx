import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { FormProvider, type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import { useFolderDenied } from '@/entities/label/use-labels-by-id';
import { type NamedLink, useLinkName } from '@/entities/link/link-name';
import type { QrCode, QrLook } from '@/entities/qr-code/qr-code.types';
import { STATIC_KINDS } from '@/entities/qr-code/static-content';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useDenied } from '@/entities/workspace/use-can';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { PRODUCT } from '@/shared/config/product';
import { TIMING } from '@/shared/config/timing';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { buttonClass } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { UndoButtons } from '@/shared/ui/undo-buttons';
import { anyContrastSchema, lookFields } from '@/widgets/qr-style/look.schema';
import { useDrawableLook } from '@/widgets/qr-style/use-drawable-look';
import { STATIC_FIELDS, textOfForm } from '../content/static-form';
import { Controls } from './controls';
import { DomainDefault } from './domain-default';
import { DownloadPanel } from './download-panel';
import { PrintPanel } from './print-panel';
import { DEFAULT_PRINT, type PrintSize } from './print-size';
import { type QrForm, qrForm } from './qr-form.schema';
import { RatingPanel } from './rating-panel';
import { Stage } from './stage';
import { useFormHistory } from './use-form-history';
import './studio.css';

const FIELDS = ['name', ...STATIC_FIELDS, ...lookFields('look')] as const;

interface Props {
  /** Null until the code is created. */
  code: QrCode | null;
  /** The link of the code; null until one is chosen, and for static contents. */
  link: (NamedLink & { folderId: string | null }) | null;
  /** The encoded text for the link; empty without one. */
  linkContent: string;
  /** The form follows the look until it is edited. */
  initialValues: QrForm;
  /** The link, the link picker or the fields of a static content. */
  contentField: ReactNode;
  /** The label of the button that saves. */
  action: string;
  /** Saves the form and returns the saved values, or null when another screen opens. */
  onSave: (form: QrForm) => Promise<QrForm | null>;
}

/** The editor of a code: controls, the live drawing, and what it takes to scan and print it. */
export function Studio({ code, link: choice, linkContent, initialValues, contentField, action, onSave }: Props) {
  const roleDenied = useDenied('links:write');
  const form = useAppForm({
    schema: qrForm,
    defaultValues: initialValues,
    fields: FIELDS,
    mode: 'onChange',
    onSubmit: onSave,
    onSuccess: (saved): void => {
      if (saved) form.reset(saved);
    },
  });
  const { isDirty, isPending, methods } = form;
  const history = useFormHistory(methods);
  useDefaultLook(methods, initialValues.look, history.setDefaults);
  const [print, setPrint] = useState(DEFAULT_PRINT);
  const [pinned, setPinned] = useState<QrLook | null>(null);
  const { content, kind, link } = useContent(methods, choice, linkContent);
  const folderDenied = useFolderDenied(link?.folderId ?? null);
  // Before it is created, a code can have another link.
  const readOnly = roleDenied ?? (code ? folderDenied : undefined);
  const nameOf = useLinkName();
  const isStatic = kind !== 'link';
  const subject = link ? nameOf(link) : isStatic ? (code?.label ?? STATIC_KINDS[kind]) : 'a link';
  const label = `QR code of ${subject}`;
  const missing = isStatic ? 'Fill in the content' : 'Select a link';
  const title = code ? (code.name ?? label) : 'New QR code';
  const use = (look: QrLook) => {
    methods.setValue('look', look, { shouldDirty: true, shouldValidate: true });
    setPinned(null);
  };

  return (
    <FormProvider {...methods}>
      <title>{`${title} · ${PRODUCT}`}</title>
      <form className="studio" data-undo noValidate onSubmit={form.submit}>
        <header>
          <Link to="/dashboard/qr-codes" className="studio-back">
            <Icon name="left" />
            QR codes
          </Link>
          <h1 className="ui-truncate">{title}</h1>
          <span className="ui-muted ui-small" role="status">
            {isDirty && code ? 'Unsaved changes' : ''}
          </span>
          <div>
            {code?.link && (
              <Link
                to="/dashboard/qr-codes/$codeId/scans"
                params={{ codeId: code.id }}
                className={buttonClass({ tone: 'quiet' })}
              >
                Scans
              </Link>
            )}
            {!readOnly && (
              <>
                <UndoButtons {...history} />
                <PermissionButton
                  permission="links:write"
                  denied={folderDenied}
                  type="submit"
                  tone="primary"
                  busy={isPending}
                  disabled={(!content && !isStatic) || (code !== null && !isDirty)}
                >
                  {action}
                </PermissionButton>
              </>
            )}
          </div>
        </header>
        <div className="studio-panes">
          <div className="studio-left">
            <FormSummary messages={form.summary} />
            {readOnly && (
              <p className="ui-notice ui-accent studio-denied" role="note">
                {readOnly}
              </p>
            )}
            <Controls
              contentField={contentField}
              content={content}
              onApply={use}
              register={form.register}
              errorOf={form.errorOf}
              disabled={readOnly !== undefined}
            />
          </div>
          <section className="studio-stage" aria-label="Live preview">
            <LiveStage
              content={content}
              missing={missing}
              label={label}
              mm={print.mm}
              pinned={pinned}
              canEdit={!readOnly}
              onPin={setPinned}
              onUse={use}
            />
          </section>
          <aside className="studio-right" aria-label="Scan and print">
            <Checks
              code={code}
              content={content}
              missing={missing}
              host={link?.domain ?? ''}
              print={print}
              canEdit={!readOnly}
              onPrint={setPrint}
            />
          </aside>
        </div>
      </form>
    </FormProvider>
  );
}

/** The content of the form: its kind, its link, and its encoded text, which is empty while it is incomplete. */
function useContent({ control }: UseFormReturn<QrForm>, choice: Props['link'], linkContent: string) {
  const zone = useEntryZone();
  const form = useWatch({ control, name: 'staticContent' });
  if (form.type === 'link') return { kind: form.type, link: choice, content: linkContent };
  return { kind: form.type, link: null, content: textOfForm(form, zone) };
}

/** Starts with another look, which arrives with the link's domain, unless the look was edited. */
function useDefaultLook(
  methods: UseFormReturn<QrForm>,
  look: QrLook,
  setDefaults: ReturnType<typeof useFormHistory>['setDefaults'],
): void {
  const json = JSON.stringify(look);
  useEffect(() => {
    const current = JSON.stringify(methods.getValues('look'));
    const isEdited = current !== JSON.stringify(methods.formState.defaultValues?.look);
    if (isEdited || current === json) return;
    // Only the look: what is being typed into other fields stays.
    setDefaults(() => methods.resetField('look', { defaultValue: JSON.parse(json) as QrLook }));
  }, [methods, json, setDefaults]);
}

type LiveProps = Omit<Parameters<typeof Stage>[0], 'look'>;

/** The stage with the look of the form, redrawn on each change. */
function LiveStage(props: LiveProps) {
  return <Stage {...props} look={useLiveLook()} />;
}

/** The look of the form at this moment; null while it cannot be drawn. */
function useLiveLook(): QrLook | null {
  const { control } = useFormContext<QrForm>();
  const json = JSON.stringify(useWatch({ control, name: 'look' }));
  return useMemo(() => anyContrastSchema.safeParse(JSON.parse(json)).data ?? null, [json]);
}

interface ChecksProps {
  code: QrCode | null;
  content: string;
  /** What to do for a content. */
  missing: string;
  host: string;
  print: PrintSize;
  canEdit: boolean;
  onPrint: (print: PrintSize) => void;
}

/** The rating, the printed size and the downloads. They follow after changes pause. */
function Checks({ code, content, missing, host, print, canEdit, onPrint }: ChecksProps) {
  const look = useDrawableLook('look', { anyContrast: true });
  const rated = useDebouncedValue(content, TIMING.searchMs);
  return (
    <>
      <RatingPanel content={rated} missing={missing} look={look} print={print} canEdit={canEdit} onPrint={onPrint} />
      <PrintPanel print={print} onChange={onPrint} />
      <DownloadPanel
        code={code}
        isChanged={code !== null && !code.link && content !== code.content}
        look={look}
        print={print}
      />
      {host && <DomainDefault host={host} look={look} />}
    </>
  );
}
