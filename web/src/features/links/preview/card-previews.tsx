import { useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Icon } from '@/shared/ui/icon';
import { Segmented } from '@/shared/ui/segmented';
import './cards.css';

const NETWORKS = [
  { value: 'x', label: 'X' },
  { value: 'facebook', label: 'Facebook' },
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'slack', label: 'Slack' },
] as const;

type Network = (typeof NETWORKS)[number]['value'];

export interface Card {
  title: string;
  description: string;
  image: string;
  /** The short link's host, which networks show as the source. */
  host: string;
  /** The link has its own card; otherwise networks read the destination's. */
  own: boolean;
}

/** Previews of the card on several networks. They are always in light mode, like the networks' embeds. */
export function CardPreviews({ card }: { card: Card }) {
  const [network, setNetwork] = useState<Network>('x');
  const [loaded, setLoaded] = useState<{ of: string; state: ImageState } | null>(null);
  const state = card.image === '' ? 'none' : loaded?.of === card.image ? loaded.state : 'loading';
  const image = (
    <CardImage image={card.image} state={state} onState={(next) => setLoaded({ of: card.image, state: next })} />
  );
  return (
    <>
      <Segmented
        className="social-card-networks"
        label={t('Network')}
        value={network}
        options={NETWORKS}
        onChange={setNetwork}
      />
      <figure
        className="social-card-social"
        data-network={network}
        data-picture={state}
        aria-label={t('Preview on {network}', { network: nameOf(network) })}
      >
        {network === 'slack' ? (
          <Slack card={card} image={image} />
        ) : (
          <Posted network={network} card={card} image={image} />
        )}
      </figure>
      <p className="ui-hint mt-2" role="status">
        {noteOf(card, state)}
      </p>
    </>
  );
}

const nameOf = (network: Network) => NETWORKS.find(({ value }) => value === network)?.label ?? network;

function noteOf(card: Card, state: ImageState): string {
  if (!card.own) return t('Sketch. Without your own card, networks use the destination’s.');
  if (state === 'none') return t('No image: networks show a small card.');
  if (state === 'broken') return t('This image can’t be loaded. Networks may fail to load it too.');
  return '';
}

function Posted({ network, card, image }: { network: Exclude<Network, 'slack'>; card: Card; image: React.ReactNode }) {
  const small = card.image === '';
  return (
    <div className={small ? 'social-card-post small-card' : 'social-card-post'}>
      {image}
      <div className="social-card-text">
        {network === 'facebook' && <span className="social-card-host">{card.host}</span>}
        <b>{card.title}</b>
        {(network === 'facebook' || (network === 'x' && small)) && (
          <span className="social-card-about">{card.description}</span>
        )}
        {network === 'linkedin' && <span className="social-card-host">{card.host}</span>}
        {network === 'x' && small && <span className="social-card-host">{card.host}</span>}
      </div>
      {network === 'x' && !small && <span className="social-card-from">{t('From {host}', { host: card.host })}</span>}
    </div>
  );
}

function Slack({ card, image }: { card: Card; image: React.ReactNode }) {
  return (
    <div className="social-card-unfurl">
      <span className="social-card-host">{card.host}</span>
      <b>{card.title}</b>
      <span className="social-card-about">{card.description}</span>
      {card.image !== '' && image}
    </div>
  );
}

/** Loading state of the card's image. */
type ImageState = 'none' | 'loading' | 'shown' | 'broken';

interface CardImageProps {
  image: string;
  state: ImageState;
  onState: (state: ImageState) => void;
}

/** The card's image, or a placeholder. */
function CardImage({ image, state, onState }: CardImageProps) {
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
