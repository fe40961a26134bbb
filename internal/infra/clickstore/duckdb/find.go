package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/click"
)

// Find returns the click on a link of the workspace, or NotFound. It looks
// among those that have just arrived first: whoever asks for one click mostly
// asks soon.
func (s *Store) Find(ctx context.Context, workspaceID, clickID uint64) (click.Click, error) {
	var found click.Click
	q := forever(workspaceID)
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		from, err := tables(ctx, tx, q.Start, q.End)
		if err != nil {
			return err
		}
		for _, some := range [][]table{from[:1], from[1:]} {
			if len(some) == 0 {
				continue
			}
			sc := scopeOf(q, some, same(names(s.cols)))
			sc.where = append(sc.where, hasID(clickID))
			var row scanned
			err := tx.QueryRowContext(ctx, "SELECT "+names(s.cols)+" FROM "+sc.String()+" LIMIT 1", sc.args...).Scan(row.targets(s.cols)...)
			if err == nil {
				found = row.click()
				return nil
			}
			if !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		return fault.New(fault.NotFound, "There is no such click.")
	})
	if err != nil && !fault.Is(err, fault.NotFound) {
		return found, fmt.Errorf("find a click: %w", err)
	}
	return found, err
}
