package records

import (
	"context"
	"math"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
)

// writeLinksAtOnce is the number of links that one transaction writes. SQLite
// has one writer: a transaction of 100 links blocks other writes, such as those
// of a redirect, for milliseconds; one of 1,000 would delay visitors.
const writeLinksAtOnce = 100

// writeLink stores one link and its event.
type writeLink func(ctx context.Context, tx conn, l *link.Link, e event.Event) error

// InsertLinks stores new links.
func (s *Store) InsertLinks(ctx context.Context, workspaceID string, limit int, writes []link.Write) ([]error, error) {
	return s.writeLinks(ctx, workspaceID, limit, true, writes, insertLink)
}

// UpdateLinks stores links over the versions before them.
func (s *Store) UpdateLinks(ctx context.Context, workspaceID string, writes []link.Write) ([]error, error) {
	return s.writeLinks(ctx, workspaceID, 0, false, writes, updateLink)
}

// DeleteLinks marks links as deleted.
func (s *Store) DeleteLinks(ctx context.Context, workspaceID string, writes []link.Write) ([]error, error) {
	return s.writeLinks(ctx, workspaceID, 0, false, writes, deleteLink)
}

// RestoreLinks brings deleted links back.
func (s *Store) RestoreLinks(ctx context.Context, workspaceID string, limit int, writes []link.Write) ([]error, error) {
	return s.writeLinks(ctx, workspaceID, limit, true, writes, restoreLink)
}

// writeLinks runs writes in transactions of writeLinksAtOnce. adds says that
// each makes one link more.
func (s *Store) writeLinks(
	ctx context.Context,
	workspaceID string,
	limit int,
	adds bool,
	writes []link.Write,
	write writeLink,
) ([]error, error) {
	results := make([]error, 0, len(writes))
	for len(writes) > 0 {
		some := writes[:min(writeLinksAtOnce, len(writes))]
		writes = writes[len(some):]
		var done []error
		err := s.inTx(ctx, func(tx conn) error {
			done = done[:0] // of an earlier run
			room, err := roomFor(ctx, tx, workspaceID, limit, adds)
			if err != nil {
				return err
			}
			if err := lockDomains(ctx, tx, some, adds); err != nil {
				return err
			}
			for _, w := range some {
				result, err := writeOne(ctx, tx, room, limit, w, write)
				if err != nil {
					return err
				}
				if result == nil {
					room--
				}
				done = append(done, result)
			}
			return nil
		})
		if err != nil {
			return results, err
		}
		results = append(results, done...)
	}
	return results, nil
}

// roomFor locks the workspace until the transaction ends and returns how many
// links it may still get. The lock makes concurrent creates wait, so that they
// cannot exceed the limit together.
func roomFor(ctx context.Context, tx conn, workspaceID string, limit int, adds bool) (int, error) {
	if limit == 0 || !adds {
		return math.MaxInt, nil
	}
	if err := lockWorkspace(ctx, tx, workspaceID); err != nil {
		return 0, err
	}
	n, err := countLinks(ctx, tx, workspaceID)
	return limit - n, err
}

// writeOne runs one write behind a savepoint, so that its own fault leaves the
// others alone. A fault is the result; any other error ends the transaction.
func writeOne(ctx context.Context, tx conn, room, limit int, w link.Write, write writeLink) (result, err error) {
	if room <= 0 {
		return link.ErrPlanFull(limit), nil
	}
	if _, err := tx.exec(ctx, `SAVEPOINT one_link`); err != nil {
		return nil, err
	}
	before := tx.events.mark()
	result = write(ctx, tx, w.Link, w.Event)
	if result == nil {
		_, err := tx.exec(ctx, `RELEASE SAVEPOINT one_link`)
		return nil, err
	}
	switch fault.CodeOf(result) {
	case fault.Conflict, fault.Invalid, fault.NotFound, fault.PreconditionFailed:
	default:
		return nil, result
	}
	tx.events.rollback(before)
	_, err = tx.exec(ctx, `ROLLBACK TO SAVEPOINT one_link`)
	return result, err
}
