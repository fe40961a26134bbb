package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"
)

var errClosed = errors.New("the click store is closed")

// use hands the engine to do. When the engine has given up (a disk that failed
// in the middle of a commit makes it refuse everything from then on) it is
// opened anew, so that the next call finds a working one: what was committed is
// in the file, what was not is still in the journal.
func (s *Store) use(ctx context.Context, do func(*sql.DB) error) error {
	s.life.RLock()
	db, closed := s.db, s.closed
	err := errClosed
	if db != nil {
		err = s.noteDamage(do(db))
	}
	s.life.RUnlock()
	if damage := s.Damage(); db == nil && !closed && damage != nil {
		return unavailable(damage)
	}
	if db == nil || gaveUp(err) {
		if again := s.reopen(context.WithoutCancel(ctx), db); again != nil {
			return errors.Join(err, again)
		}
		if db == nil {
			return s.use(ctx, do)
		}
	}
	return err
}

// gaveUp reports whether the engine takes nothing any more until it is opened
// anew.
func gaveUp(err error) bool {
	var e *engine.Error
	return errors.As(err, &e) && (e.Type == engine.ErrorTypeFatal || strings.Contains(e.Msg, "has been invalidated"))
}

// reopen closes the engine that gave up and opens it again, unless somebody
// else did already.
func (s *Store) reopen(ctx context.Context, gone *sql.DB) error {
	s.life.Lock()
	defer s.life.Unlock()
	switch {
	case s.closed:
		return errClosed
	case s.db != gone:
		return nil
	}
	if s.db != nil {
		// It complains about what made it give up.
		if err := s.db.Close(); err != nil {
			s.log.WarnContext(ctx, "the click store was not closed cleanly", "error", err)
		}
		s.db = nil
	}
	if err := s.start(ctx); err != nil {
		return fmt.Errorf("open the click store again: %w", s.noteDamage(err))
	}
	s.log.WarnContext(ctx, "the click store had given up and was opened again")
	return nil
}
