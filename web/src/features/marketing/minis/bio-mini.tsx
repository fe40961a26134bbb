import { BlinkEye } from '@/shared/ui/blink-eye';
import { Icon } from '@/shared/ui/icon';

const BLOCKS = [
  { label: 'Spring zine', clicks: 842 },
  { label: 'Tour dates', clicks: 611, dragged: true },
  { label: 'Shop prints', clicks: 498 },
  { label: 'Say hello', clicks: 77 },
] as const;

/** The page as a phone shows it. */
export function BioPhone() {
  return (
    <div className="phone">
      <BlinkEye size={42} />
      <strong>Ilse Marrow</strong>
      <span>Prints and posters</span>
      {BLOCKS.slice(0, 3).map((block) => (
        <span key={block.label} className={'dragged' in block ? 'phone-link hot' : 'phone-link'}>
          {block.label}
        </span>
      ))}
    </div>
  );
}

/** The blocks of a bio page while one of them is dragged, and the page beside them. */
export function BioMini() {
  return (
    <div className="mini bio-mini">
      <ol className="blocks">
        {BLOCKS.map((block) => (
          <li key={block.label} className={'dragged' in block ? 'dragged' : undefined}>
            <Icon name="grip" />
            {block.label}
            <b>
              {block.clicks}
              <span className="sr"> clicks</span>
            </b>
          </li>
        ))}
      </ol>
      <BioPhone />
    </div>
  );
}
