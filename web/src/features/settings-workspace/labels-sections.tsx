import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { folders, tags, type UtmTemplate, utmTemplates } from '@/entities/label/label.queries';
import { plural } from '@/shared/lib/format';
import { SettingsSection } from '@/shared/ui/settings-section';
import { LabelList } from './label-list';
import './labels.css';

const stay = (links: number) => (links === 0 ? 'No link has it.' : `${plural(links, 'link')} will lose it and stay.`);

/** The workspace's tags, folders and UTM templates, each with what holds them. */
export function LabelsSections() {
  return (
    <>
      <Tags />
      <Folders />
      <Templates />
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
          <RouteLink to="/dashboard/links" search={{ tag: [tag.name] }} className="more">
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
          <RouteLink to="/dashboard/links" search={{ folder: folder.id }} className="more">
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
    <SettingsSection title="UTM templates" about="Saved in the UTM part of a link, and picked there for the next one.">
      <LabelList
        kind="utm-templates"
        noun="template"
        labels={data}
        error={error}
        onRetry={refetch}
        about={valuesOf}
        warning={() => 'Links that were filled from it keep their values.'}
        empty="No templates yet. Fill the UTM fields of a link and save them as one."
      />
    </SettingsSection>
  );
}
