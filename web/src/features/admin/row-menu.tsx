import type { ReactNode } from 'react';
import { Button } from '@/shared/ui/button';
import type { Column } from '@/shared/ui/data-table';
import { Icon } from '@/shared/ui/icon';
import { Menu } from '@/shared/ui/menu';
import { MENU } from './admin-list';

/** Returns the last column of a table, with a menu of actions for each row. */
export function menuColumn<Row>(nameOf: (row: Row) => string, items: (row: Row) => ReactNode): Column<Row> {
  return {
    key: MENU,
    head: <span className="ui-sr-only">Actions</span>,
    numeric: true,
    cell: (row) => (
      <Menu
        trigger={
          <Button icon tone="quiet" size="sm" aria-label={`Actions for ${nameOf(row)}`}>
            <Icon name="more" />
          </Button>
        }
      >
        {items(row)}
      </Menu>
    ),
  };
}
