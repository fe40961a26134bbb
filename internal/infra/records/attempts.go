package records

import (
	"context"
	"fmt"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/throttle"
)

// TakeAttempt takes a token from a bucket if it has one, in one statement. used is the
// time until the bucket is full again. A bucket that is much emptier than it can be,
// because the clock of the database was set back, counts as full. It is a little emptier
// for a statement that waited for a later one.
func (s *Store) TakeAttempt(ctx context.Context, k throttle.Key, l throttle.Limit) (taken bool, used time.Duration, err error) {
	full, every := time.Duration(l.Burst)*l.Every, l.Every
	used, err = queryOne(ctx, s.write, durationRow, s.withNow(`
		INSERT INTO attempts (key, full_at) VALUES ($1, {now} + $2)
		ON CONFLICT (key) DO UPDATE SET full_at =
			CASE WHEN attempts.full_at > {now} AND attempts.full_at <= {now} + $3 + $3 THEN attempts.full_at ELSE {now} END + $2
		WHERE attempts.full_at <= {now} + $3 - $2 OR attempts.full_at > {now} + $3 + $3
		RETURNING full_at - {now}`), k[:], every.Microseconds(), full.Microseconds())
	if !fault.Is(err, fault.NotFound) {
		return err == nil, used, err
	}
	used, err = queryOne(ctx, s.write, durationRow, s.withNow(`SELECT full_at - {now} FROM attempts WHERE key = $1`), k[:])
	if fault.Is(err, fault.NotFound) { // cleared since
		return false, full, nil
	}
	return false, used, err
}

// RefundAttempt returns a token to a bucket.
func (s *Store) RefundAttempt(ctx context.Context, k throttle.Key, l throttle.Limit) error {
	_, err := s.write.exec(ctx, `UPDATE attempts SET full_at = full_at - $2 WHERE key = $1`, k[:], l.Every.Microseconds())
	return err
}

// ClearAttempts fills a bucket.
func (s *Store) ClearAttempts(ctx context.Context, k throttle.Key) error {
	_, err := s.write.exec(ctx, `DELETE FROM attempts WHERE key = $1`, k[:])
	return err
}

// PurgeAttempts deletes at most n buckets that are full, and returns their number.
func (s *Store) PurgeAttempts(ctx context.Context, n int) (int64, error) {
	return s.write.exec(ctx, s.withNow(`
		DELETE FROM attempts WHERE key IN (SELECT key FROM attempts WHERE full_at <= {now} LIMIT $1) AND full_at <= {now}`), n)
}

// withNow inserts the engine's time into a statement.
func (s *Store) withNow(statement string) string {
	return strings.ReplaceAll(statement, "{now}", s.d.now)
}

// durationRow scans microseconds.
func durationRow(row scanner) (time.Duration, error) {
	n, err := value[int64](row)
	return time.Duration(n) * time.Microsecond, err
}

// AddAttempts takes tokens from buckets that may not have them, in one statement, and
// returns the time until each is full again. A bucket owes at most what it can have. The
// keys must be different, and in one order in all calls.
func (s *Store) AddAttempts(ctx context.Context, batch []throttle.Taken, l throttle.Limit) (map[throttle.Key]time.Duration, error) {
	most := 2 * time.Duration(l.Burst) * l.Every
	args := []any{most.Microseconds()}
	rows := make([]string, len(batch))
	for i, t := range batch {
		args = append(args, t.Key[:], min(time.Duration(t.N)*l.Every, most).Microseconds())
		rows[i] = fmt.Sprintf("($%d, {now} + $%d)", len(args)-1, len(args))
	}
	const sum = `(CASE WHEN attempts.full_at > {now} THEN attempts.full_at - {now} ELSE 0 END + excluded.full_at - {now})`
	type row struct {
		key  []byte
		used int64
	}
	found, err := queryAll(ctx, s.write, func(r scanner) (v row, err error) {
		err = r.Scan(&v.key, &v.used)
		return v, err
	}, s.withNow(`INSERT INTO attempts (key, full_at) VALUES `+strings.Join(rows, ", ")+`
		ON CONFLICT (key) DO UPDATE SET full_at = {now} + CASE WHEN `+sum+` > $1 THEN $1 ELSE `+sum+` END
		RETURNING key, full_at - {now}`), args...)
	used := make(map[throttle.Key]time.Duration, len(found))
	for _, f := range found {
		used[throttle.Key(f.key)] = time.Duration(f.used) * time.Microsecond
	}
	return used, err
}
