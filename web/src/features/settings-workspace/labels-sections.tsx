import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { folders, tags, type UtmTemplate, utmTemplates } from '@/entities/label/label.queries';
import { utmConventions } from '@/entities/utm/utm-conventions.queries';
import { plural } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';
import { ConventionsForm } from './conventions-form';
import { LabelList } from './label-list';
import { TemplateEdit } from './template-edit';
import './labels.css';

const stay = (links: number) => (links === 0 ? 'No link has it.' : `${plural(links, 'link')} will lose it and stay.`);

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
  const { data, error, refetch } = useQuery(tags());
  return (
    <SettingsSection title="Tags" about="Links follow a new name. A colour makes a tag easier to spot.">
      <LabelList
        kind="tags"
        noun="tag"
        labels={data}
        error={error}
        onRetry={refetch}
        about={(tag) => (
          <RouteLink to="/dashboard/links" search={{ tag: [tag.name] }} className="ui-more">
            {plural(tag.links, 'link')}
          </RouteLink>
        )}
        warning={(tag) => stay(tag.links)}
        makes
        empty="No tags yet. They are also made when a link is given one."
      />
    </SettingsSection>
  );
}

function Folders() {
  const { data, error, refetch } = useQuery(folders());
  return (
    <SettingsSection title="Folders" about="A link lies in one folder or in none.">
      <LabelList
        kind="folders"
        noun="folder"
        labels={data}
        error={error}
        onRetry={refetch}
        about={(folder) => (
          <RouteLink to="/dashboard/links" search={{ folder: folder.id }} className="ui-more">
            {plural(folder.links, 'link')}
          </RouteLink>
        )}
        warning={(folder) =>
          folder.links === 0 ? 'It is empty.' : `${plural(folder.links, 'link')} will lie in no folder.`
        }
        makes
        empty="No folders yet."
      />
    </SettingsSection>
  );
}

const valuesOf = ({ utm }: UtmTemplate) => Object.values(utm).filter(Boolean).join(' · ') || 'no values';

function Templates() {
  const { data, error, refetch } = useQuery(utmTemplates());
  return (
    <SettingsSection
      title="UTM templates"
      about="Made here or in the UTM part of a link, and picked there for the next one."
    >
      <LabelList
        kind="utm-templates"
        noun="template"
        labels={data}
        error={error}
        onRetry={refetch}
        about={valuesOf}
        warning={() => 'Links that were filled from it keep their values.'}
        makes
        editor={(template, ends) => <TemplateEdit template={template} {...ends} />}
        empty="No templates yet. Name one here, or fill the UTM fields of a link and save them as one."
      />
    </SettingsSection>
  );
}

function Conventions() {
  const { data, error, refetch } = useQuery(utmConventions());
  return (
    <SettingsSection
      title="UTM conventions"
      about="What every new link’s campaign must be like, whoever makes it and however. Owners and admins decide."
    >
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : data ? (
        <ConventionsForm kept={data} />
      ) : (
        <Skeleton height={320} className="max-w-[680px]" />
      )}
    </SettingsSection>
  );
}
