import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { useState } from 'react';
import type { Folder, UtmTemplate } from '@/entities/label/label.queries';
import { RestrictedMark } from '@/entities/label/ui/restricted-mark';
import { folderDenied } from '@/entities/label/use-labels-by-id';
import { utmConventions } from '@/entities/utm/utm-conventions.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { plural } from '@/shared/lib/format';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';
import { ConventionsForm } from './conventions-form';
import { LabelList } from './label-list';
import { TemplateEdit } from './template-edit';
import './labels.css';

const tagWarning = (links: number) =>
  links === 0 ? 'No links have this tag.' : `${plural(links, 'link')} will lose this tag. The links themselves stay.`;

/** The workspace's tags, folders, UTM templates and conventions. */
export function LabelsSections() {
  return (
    <>
      <Tags />
      <Folders />
      <Templates />
      <Conventions />
    </>
  );
}

function Tags() {
  return (
    <SettingsSection title="Tags" about="Renaming a tag renames it on all links. Colors make tags easier to find.">
      <LabelList
        kind="tags"
        noun="tag"
        about={(tag) => (
          <RouteLink to="/dashboard/links" search={{ tag: [tag.name] }} className="ui-more">
            {plural(tag.links, 'link')}
          </RouteLink>
        )}
        warning={(tag) => tagWarning(tag.links)}
        creatable
        empty="No tags yet. Adding a new tag to a link creates it, too."
      />
    </SettingsSection>
  );
}

const FolderAccessDialog = lazyPart(() => import('./folder-access-dialog'), 'FolderAccessDialog');

function folderWarning(folder: Folder): string {
  if (folder.links === 0) return 'This folder is empty.';
  const links = `${plural(folder.links, 'link')} will no longer be in a folder`;
  return folder.access === 'members' ? `${links}, and every member of the workspace will see them.` : `${links}.`;
}

function Folders() {
  const [restricting, setRestricting] = useState<Folder | null>(null);
  return (
    <SettingsSection
      title="Folders"
      about="A link is in one folder or none. Owners and admins choose who sees a folder and its links."
    >
      <LabelList
        kind="folders"
        noun="folder"
        about={(folder) => (
          <RouteLink to="/dashboard/links" search={{ folder: folder.id }} className="ui-more">
            {plural(folder.links, 'link')}
          </RouteLink>
        )}
        mark={(folder) => folder.access === 'members' && <RestrictedMark />}
        actions={(folder) => (
          <PermissionButton
            permission="folders:manage"
            size="sm"
            tone="quiet"
            aria-label={`Access to ${folder.name}`}
            onClick={() => setRestricting(folder)}
          >
            Access
          </PermissionButton>
        )}
        denied={folderDenied}
        warning={folderWarning}
        creatable
        empty="No folders yet."
      />
      {restricting && <FolderAccessDialog folder={restricting} onClose={() => setRestricting(null)} />}
    </SettingsSection>
  );
}

const valuesOf = ({ utm }: UtmTemplate) => Object.values(utm).filter(Boolean).join(' · ') || 'no values';

function Templates() {
  return (
    <SettingsSection title="UTM templates" about="Reusable UTM values. Create them here or in a link’s UTM section.">
      <LabelList
        kind="utm-templates"
        noun="template"
        about={valuesOf}
        warning={() => 'Links that use this template keep their values.'}
        creatable
        editor={(props) => <TemplateEdit {...props} />}
        empty="No templates yet. Create one here, or save the UTM fields of a link as a template."
      />
    </SettingsSection>
  );
}

function Conventions() {
  const { data, error, refetch } = useQuery(utmConventions());
  return (
    <SettingsSection
      title="UTM conventions"
      about="Rules for the UTM parameters of new links, in the app and the API. Owners and admins can change them."
    >
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : data ? (
        <ConventionsForm stored={data} />
      ) : (
        <Skeleton height={320} className="max-w-[680px]" />
      )}
    </SettingsSection>
  );
}
