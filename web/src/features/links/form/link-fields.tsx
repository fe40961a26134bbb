import { AboutSection } from './about-section';
import { AliasField } from './alias-field';
import { CardSection } from './card-section';
import { DestinationField } from './destination-field';
import { PasswordSection } from './password-section';
import { RedirectSection } from './redirect-section';
import { RulesSection } from './rules-section';
import { ScheduleSection } from './schedule-section';
import type { OpenSections } from './section';
import { SplitSection } from './split-section';
import { UtmSection } from './utm-section';
import './link-fields.css';

interface Props {
  host: string;
  sections: OpenSections;
  /** The current alias of an existing link. */
  own?: string;
  hasPassword?: boolean;
}

/** All fields of a link, the less common ones in collapsed sections. */
export function LinkFields({ host, sections, own, hasPassword = false }: Props) {
  return (
    <>
      <DestinationField />
      <AliasField host={host} own={own} />
      <div className="link-form-section">
        <AboutSection sections={sections} />
        <UtmSection sections={sections} />
        <RulesSection sections={sections} />
        <SplitSection sections={sections} />
        <ScheduleSection sections={sections} />
        <PasswordSection sections={sections} has={hasPassword} />
        <CardSection sections={sections} />
        <RedirectSection sections={sections} />
      </div>
    </>
  );
}
