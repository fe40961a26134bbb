import { type ReactNode, useId, useState } from 'react';
import { DIMENSIONS, type Dimension } from '@/entities/analytics/model/dimensions';
import { TabList, tabPanelProps } from '@/shared/ui/tab-list';
import './breakdown.css';

interface Props {
  /** The dimensions of the panel, one tab each. */
  tabs: readonly [Dimension, ...Dimension[]];
  /** The list of the open dimension. */
  children: (dimension: Dimension) => ReactNode;
}

/** A panel with the lists of several dimensions, one tab each. */
export function DimensionTabs({ tabs, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState<Dimension>(tabs[0]);
  return (
    <section className="ui-panel report-breakdown">
      <div className="list-head">
        <TabList
          id={id}
          label={tabs.map((tab) => DIMENSIONS[tab].many).join(', ')}
          value={open}
          tabs={tabs.map((tab) => ({ value: tab, label: DIMENSIONS[tab].many }))}
          onChange={setOpen}
        />
      </div>
      <div {...tabPanelProps(id, DIMENSIONS[open].many)} className="list-body">
        {children(open)}
      </div>
    </section>
  );
}
