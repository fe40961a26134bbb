package duckdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/base/fault"
)

// damageMessages returns texts of DuckDB's errors about corrupt files. It has no
// error code for them.
func damageMessages() []string {
	return []string{
		"Corrupt database file", "not a valid DuckDB database file", "Failure while replaying WAL", "does not match stored checksum",
		"Could not read enough bytes",
	}
}

// IsDamage reports whether err says that the file or its write-ahead log is
// corrupt, as opposed to locked, missing or not permitted.
func IsDamage(err error) bool {
	var e *engine.Error
	if !errors.As(err, &e) {
		return false
	}
	if e.Type == engine.ErrorTypeSerialization || e.Type == engine.ErrorTypeInternal {
		return true
	}
	return slices.ContainsFunc(damageMessages(), func(m string) bool { return strings.Contains(e.Msg, m) })
}

// unavailable returns the error for callers of a damaged store.
func unavailable(cause error) error {
	return fault.Wrap(cause, fault.Unavailable,
		"Click statistics are unavailable because the click store is damaged. "+
			"Links keep working and clicks are recorded. The operator can run linnet doctor.")
}

// Damage returns the last error about a corrupt file since it was opened, or nil.
func (s *Store) Damage() error {
	if d := s.damage.Load(); d != nil {
		return *d
	}
	return nil
}

// recordDamage returns err; if it is about damage it records it for Damage and
// returns fault.Unavailable.
func (s *Store) recordDamage(err error) error {
	if !IsDamage(err) {
		return err
	}
	s.damage.Store(&err)
	return unavailable(err)
}

// Reopen opens the file after its damage was repaired.
func (s *Store) Reopen(ctx context.Context) error {
	s.appending.Lock()
	defer s.appending.Unlock()
	s.life.Lock()
	defer s.life.Unlock()
	switch {
	case s.closed:
		return errClosed
	case s.db != nil:
		return errors.New("the click store is open")
	}
	if err := s.start(ctx); err != nil {
		return fmt.Errorf("open the click store: %w", err)
	}
	s.damage.Store(nil)
	s.agents.reset()
	s.reports.InvalidateCache()
	return nil
}
