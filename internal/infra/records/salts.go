package records

import (
	"context"
	"encoding/hex"
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/click"
)

// EnsureSalt stores candidate as the salt of the day unless the day has one, and
// returns the one that the day has now. Nodes that start together agree.
func (s *Store) EnsureSalt(ctx context.Context, day click.Day, candidate click.Salt) (click.Salt, error) {
	var kept click.Salt
	err := s.inTx(ctx, func(tx conn) error {
		_, err := tx.exec(ctx, `INSERT INTO daily_salts (day, salt) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING`,
			int64(day), hex.EncodeToString(candidate[:]))
		if err != nil {
			return err
		}
		kept, err = findSalt(ctx, tx, day)
		return err
	})
	return kept, err
}

// FindSalt returns the salt of the day, or NotFound.
func (s *Store) FindSalt(ctx context.Context, day click.Day) (click.Salt, error) {
	return findSalt(ctx, s.read, day)
}

func findSalt(ctx context.Context, c conn, day click.Day) (click.Salt, error) {
	text, err := queryOne(ctx, c, value[string], `SELECT salt FROM daily_salts WHERE day = $1`, int64(day))
	if err != nil {
		return click.Salt{}, withSentence(err, fault.NotFound, "The day has no salt, or its salt was destroyed.")
	}
	var salt click.Salt
	if n, err := hex.Decode(salt[:], []byte(text)); err != nil || n != len(salt) {
		return click.Salt{}, fmt.Errorf("store: the salt of day %d is damaged", day)
	}
	return salt, nil
}

// DestroySalts deletes the salts of all days before that day, and removes their
// bytes from the database files: SQLite overwrites deleted rows (secure_delete)
// and truncates its log, PostgreSQL rewrites the table. The operator is
// responsible for the log and the backups of PostgreSQL.
func (s *Store) DestroySalts(ctx context.Context, before click.Day) error {
	n, err := s.write.exec(ctx, `DELETE FROM daily_salts WHERE day < $1`, int64(before))
	if err != nil {
		return err
	}
	// A compaction that failed, or that a crash prevented, is still owed.
	if n == 0 && s.compacted.Load() {
		return nil
	}
	s.compacted.Store(false)
	if err := s.d.compact(ctx, s); err != nil {
		return err
	}
	s.compacted.Store(true)
	return nil
}
