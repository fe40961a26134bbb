package records

import (
	"context"
	"time"
)

// SetHangTimes replaces the timeouts for a server that hangs.
func (s *Store) SetHangTimes(after, timeout time.Duration) {
	s.hang.after, s.hang.timeout = after, timeout
}

// SetTargetKind changes the kind of an alias's target to one of a newer version.
func (s *Store) SetTargetKind(ctx context.Context, folded, kind string) error {
	_, err := s.write.exec(ctx, `UPDATE aliases SET target_kind = $2 WHERE folded = $1`, folded, kind)
	return err
}

// Exec runs a statement, for tests that tamper with the records.
func (s *Store) Exec(ctx context.Context, query string, args ...any) error {
	_, err := s.write.exec(ctx, query, args...)
	return err
}

// TrimVersions erases all versions of a link but the newest n.
func (s *Store) TrimVersions(ctx context.Context, linkID string, n int) error {
	return s.inTx(ctx, func(tx conn) error { return eraseOldVersions(ctx, tx, linkID, n) })
}

// SetFew sets how many links are few.
func (s *Store) SetFew(n int) { s.few = n }

// SetTexts sets of how many links a search compares the texts.
func (s *Store) SetTexts(n int) { s.texts = n }

// Few returns how many links are few.
func (s *Store) Few() int { return s.few }

// ExecUntilItFails runs a statement in one transaction, calls then, and runs the statement until it fails. It returns how often
// it did not.
func (s *Store) ExecUntilItFails(ctx context.Context, then func(), query string) (n int, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		for n = 0; ; n++ {
			if _, err := tx.exec(ctx, query); err != nil {
				return err
			}
			if n == 0 {
				then()
			}
		}
	})
	return n, err
}
