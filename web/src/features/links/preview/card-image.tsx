import { Icon } from '@/shared/ui/icon';

/** Loading state of the card's image. */
export type ImageState = 'none' | 'loading' | 'shown' | 'broken';

interface Props {
  image: string;
  state: ImageState;
  onState: (state: ImageState) => void;
}

/** The card's image, or a placeholder. */
export function CardImage({ image, state, onState }: Props) {
  if (state === 'none' || state === 'broken') {
    return (
      <span className="social-card-picture">
        <Icon name="page" />
      </span>
    );
  }
  return (
    <img
      className="social-card-picture"
      src={image}
      alt=""
      referrerPolicy="no-referrer"
      onLoad={() => onState('shown')}
      onError={() => onState('broken')}
    />
  );
}
