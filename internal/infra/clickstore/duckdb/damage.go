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

// damageMessages are what DuckDB says of a file whose bytes are wrong. It has no
// error code for them.
func damageMessages() []string {
	return []string{
		"Corrupt database file", "not a valid DuckDB database file", "Failure while replaying WAL", "does not match stored checksum",
		"Could not read enough bytes",
	}
}

// IsDamage reports whether err says that the file or its log is damaged, in
// contrast to one that is locked, missing or not permitted.
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

// unavailable is the error that callers get while the file is damaged.
func unavailable(cause error) error {
	return fault.Wrap(cause, fault.Unavailable,
		"Click statistics are unavailable because the click store is damaged. Links keep working and clicks are recorded. The operator can run linnet doctor.")
}

// Damage returns the last error that said that the file is damaged; nil: none
// was met since the file was opened.
func (s *Store) Damage() error {
	if d := s.damage.Load(); d != nil {
		return *d
	}
	return nil
}

// noteDamage remembers err when it is about damage, and returns what the caller
// gets.
func (s *Store) noteDamage(err error) error {
	if !IsDamage(err) {
		return err
	}
	s.damage.Store(&err)
	return unavailable(err)
}

// Reopen opens the file anew after its damage was repaired.
func (s *Store) Reopen(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
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
	s.agents.undone()
	s.kept.InvalidateAll()
	return nil
}
