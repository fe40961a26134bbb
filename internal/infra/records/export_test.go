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
