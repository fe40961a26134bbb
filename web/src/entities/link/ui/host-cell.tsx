import './link.css';

/** The host before an alias field. */
export function HostCell({ host }: { host: string }) {
  return (
    <span className="host-cell" title={host}>
      <span className="ui-truncate">{host}</span>/
    </span>
  );
}
