package records

import (
	"context"
	"math"
	"reflect"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
)

// writeLinksAtOnce is the number of links that one transaction writes. SQLite
// has one writer: a transaction of 100 links blocks other writes, such as those
// of a redirect, for milliseconds; one of 1,000 would delay visitors.
const writeLinksAtOnce = 100

// writeSome stores links in a transaction, of which room may be new, and returns the
// fault of each.
type writeSome func(ctx context.Context, tx conn, room int, some []link.Write) ([]error, error)

// writeLink stores one link and its event.
type writeLink func(ctx context.Context, tx conn, l *link.Link, e event.Event) error

// InsertLinks stores new links: those of a transaction together, or one by one if one of
// them cannot be stored, for the fault of each.
func (s *Store) InsertLinks(ctx context.Context, workspaceID string, limit int, writes []link.Write) ([]error, error) {
	each := oneByOne(limit, insertLink)
	insert := func(ctx context.Context, tx conn, room int, some []link.Write) ([]error, error) {
		if len(some) > 1 && len(some) <= room {
			refused, err := behindSavepoint(ctx, tx, func() error { return insertLinks(ctx, tx, some) })
			if err != nil || refused == nil {
				return make([]error, len(some)), err
			}
		}
		return each(ctx, tx, room, some)
	}
	return s.writeLinks(ctx, workspaceID, limit, true, writes, insert)
}

// ChangeLinks applies edit to those of the links that the view has; see change.
func (s *Store) ChangeLinks(
	ctx context.Context, v access.View, ids []string, edit func(*link.Link) ([]event.Event, error),
) ([]link.Result, error) {
	results := make([]link.Result, 0, len(ids))
	for some := range slices.Chunk(ids, writeLinksAtOnce) {
		var done []link.Result
		err := s.inTx(ctx, func(tx conn) (err error) {
			done, err = changeLinks(ctx, tx, v, some, edit)
			return err
		})
		if err != nil {
			return results, err
		}
		results = append(results, done...)
	}
	return results, nil
}

// changedLink is a link before and after an edit.
type changedLink struct {
	before, after *link.Link
	events        []event.Event
	err           error
}

func changeLinks(
	ctx context.Context, tx conn, v access.View, ids []string, edit func(*link.Link) ([]event.Event, error),
) ([]link.Result, error) {
	all, err := editLinks(ctx, tx, v, ids, edit)
	if err != nil {
		return nil, err
	}
	var changed []link.Write // for the locks of their domains
	for _, c := range all {
		if c.err == nil {
			changed = append(changed, link.Write{Link: c.after})
		}
	}
	if err := lockDomains(ctx, tx, changed, false); err != nil {
		return nil, err
	}
	results := make([]link.Result, len(all))
	for i, c := range all {
		if c.err == nil && !reflect.DeepEqual(c.before, c.after) {
			c.err, err = behindSavepoint(ctx, tx, func() error { return storeLink(ctx, tx, c.before, c.after, c.events) })
			if err != nil {
				return nil, err
			}
		}
		results[i] = link.Result{Link: c.after, Err: c.err}
	}
	return results, nil
}

// editLinks locks links and applies edit to a copy of each. The error of one is its
// fault; others end the transaction.
func editLinks(
	ctx context.Context, tx conn, v access.View, ids []string, edit func(*link.Link) ([]event.Event, error),
) ([]changedLink, error) {
	if err := lockForChange(ctx, tx, `links`, ids...); err != nil {
		return nil, err
	}
	found, err := linksByID(ctx, tx, v, ids, false)
	if err != nil {
		return nil, err
	}
	stored := make(map[string]*link.Link, len(found))
	for _, l := range found {
		stored[l.ID] = l
	}
	all := make([]changedLink, len(ids))
	for i, id := range ids {
		before := stored[id]
		if before == nil {
			all[i].err = link.ErrNotFound()
			continue
		}
		after := *before
		events, err := edit(&after)
		if err != nil && !fault.Rejects(err) {
			return nil, err
		}
		all[i] = changedLink{before, &after, events, err}
	}
	return all, nil
}

// DeleteLinks marks links as deleted.
func (s *Store) DeleteLinks(ctx context.Context, workspaceID string, writes []link.Write) ([]error, error) {
	return s.writeLinks(ctx, workspaceID, 0, false, writes, oneByOne(0, deleteLink))
}

// RestoreLinks brings deleted links back.
func (s *Store) RestoreLinks(ctx context.Context, workspaceID string, limit int, writes []link.Write) ([]error, error) {
	return s.writeLinks(ctx, workspaceID, limit, true, writes, oneByOne(limit, restoreLink))
}

// writeLinks runs writes in transactions of writeLinksAtOnce. adds says that
// each makes one link more.
func (s *Store) writeLinks(
	ctx context.Context,
	workspaceID string,
	limit int,
	adds bool,
	writes []link.Write,
	write writeSome,
) ([]error, error) {
	results := make([]error, 0, len(writes))
	for some := range slices.Chunk(writes, writeLinksAtOnce) {
		var done []error
		err := s.inTx(ctx, func(tx conn) error {
			room, err := roomFor(ctx, tx, workspaceID, limit, adds)
			if err != nil {
				return err
			}
			if err := lockDomains(ctx, tx, some, adds); err != nil {
				return err
			}
			done, err = write(ctx, tx, room, some)
			return err
		})
		if err != nil {
			return results, err
		}
		results = append(results, done...)
	}
	return results, nil
}

// oneByOne returns a writeSome that stores each link behind a savepoint.
func oneByOne(limit int, write writeLink) writeSome {
	return func(ctx context.Context, tx conn, room int, some []link.Write) ([]error, error) {
		results := make([]error, len(some))
		for i, w := range some {
			result, err := writeOne(ctx, tx, room, limit, w, write)
			if err != nil {
				return nil, err
			}
			if results[i] = result; result == nil {
				room--
			}
		}
		return results, nil
	}
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

// writeOne runs one write behind a savepoint.
func writeOne(ctx context.Context, tx conn, room, limit int, w link.Write, write writeLink) (result, err error) {
	if room <= 0 {
		return link.ErrPlanFull(limit), nil
	}
	return behindSavepoint(ctx, tx, func() error { return write(ctx, tx, w.Link, w.Event) })
}

// behindSavepoint runs a write, so that its fault leaves the rest of the transaction
// alone. A fault is the result; any other error ends the transaction.
func behindSavepoint(ctx context.Context, tx conn, write func() error) (result, err error) {
	if _, err := tx.exec(ctx, `SAVEPOINT one_link`); err != nil {
		return nil, err
	}
	before := tx.events.mark()
	result = write()
	if result == nil {
		_, err := tx.exec(ctx, `RELEASE SAVEPOINT one_link`)
		return nil, err
	}
	switch fault.CodeOf(result) {
	case fault.Conflict, fault.Invalid, fault.NotFound:
	default:
		return nil, result
	}
	tx.events.rollback(before)
	_, err = tx.exec(ctx, `ROLLBACK TO SAVEPOINT one_link`)
	return result, err
}
