package records

import (
	"context"
	"time"
)

// AcquireLease gives the lease to owner until then, or prolongs it. It returns
// false while another owner has it.
func (s *Store) AcquireLease(ctx context.Context, name, owner string, now, until time.Time) (bool, error) {
	n, err := s.write.exec(ctx, `
		INSERT INTO leases (name, owner, until) VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
		WHERE leases.owner = excluded.owner OR leases.until <= $4`, name, owner, toMillis(until), toMillis(now))
	return n > 0, err
}

// ReleaseLease ends the lease if it is owner's.
func (s *Store) ReleaseLease(ctx context.Context, name, owner string) error {
	_, err := s.write.exec(ctx, `DELETE FROM leases WHERE name = $1 AND owner = $2`, name, owner)
	return err
}
